// Process of the clients, apart from the one that measures. Its parent sends `{ name, input }` and gets `{ result }` or `{ error }`.
import { callKinds } from './call-kinds.mjs';
import { Crowd, forEach } from './crowd.mjs';
import { makeLoad } from './make-load.mjs';
import { lifeKinds } from './life-kinds.mjs';

let crowd;

const actions = {
  connect: (addresses) => {
    crowd = new Crowd(addresses);
  },
  open: (count) => crowd.open(count),
  visitAll: () => crowd.visitAll(),
  subscribe: () => crowd.subscribe(),
  /** Makes some calls of one kind. */
  async probe({ kind, count }) {
    const { run } = callKinds.find(({ name }) => name === kind);
    await forEach(count, (turn) => run(crowd, turn, 'probe'));
    await crowd.news.settle();
  },
  async load(plan) {
    crowd.news.reset();
    const calls = await makeLoad(crowd, callKinds, plan);
    await crowd.news.settle();
    return { calls, news: crowd.news.read() };
  },
  live: (plan) => makeLoad(crowd, lifeKinds, plan),
  visitSessions: () => crowd.visitSessions(),
  readStreams: () => crowd.readStreams(),
};

process.on('message', async ({ name, input }) => {
  try {
    process.send({ result: await actions[name](input) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.on('disconnect', () => process.exit());
