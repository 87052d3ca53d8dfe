// Process of the clients, apart from the one that measures. Its parent sends `{ name, input }` and gets `{ result }` or `{ error }`.
import { callKinds } from './call-kinds.mjs';
import { Crowd } from './crowd.mjs';
import { makeLoad } from './make-load.mjs';

let crowd;

const actions = {
  connect: (urls) => {
    crowd = new Crowd(urls);
  },
  open: (count) => crowd.open(count),
  visitAll: () => crowd.visitAll(),
  subscribe: () => crowd.subscribe(),
  /** Makes some calls of one kind, one after the other. */
  async probe({ kind, count }) {
    const { run } = callKinds.find(({ name }) => name === kind);
    for (let turn = 1; turn <= count; turn += 1) await run(crowd, turn);
    await crowd.news.settle();
  },
  load: (plan) => makeLoad(crowd, plan),
  countLostStreams: () => crowd.lostStreams,
};

process.on('message', async ({ name, input }) => {
  try {
    process.send({ result: await actions[name](input) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.on('disconnect', () => process.exit());
