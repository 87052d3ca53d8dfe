import { setTimeout as sleep } from 'node:timers/promises';
import { followTask, taskCapabilities } from './call-kinds.mjs';
import { uriOf } from './crowd.mjs';
import { topicCount } from './build-servers.mjs';

/** What clients do in a day, with the parts of the traffic: nothing stays that they do not leave to expire. */
export const lifeKinds = [
  {
    name: 'session, deleted',
    weight: 3,
    async run({ clients }, turn, text) {
      await clients.closeSession(await openAndWork(clients, turn, text));
    },
  },
  {
    name: 'session, abandoned',
    weight: 3,
    run: ({ clients }, turn, text) => openAndWork(clients, turn, text),
  },
  {
    name: 'modern call',
    weight: 20,
    run: ({ clients }, _, text) => clients.callModern('tools/call', { name: 'echo', arguments: { text } }),
  },
  {
    name: 'modern call with progress',
    weight: 2,
    run: ({ clients }, turn, text) =>
      clients.callModern('tools/call', { name: 'report', arguments: { text }, _meta: { progressToken: turn } }),
  },
  {
    name: 'subscription',
    weight: 1,
    async run({ clients }, turn, text) {
      const topic = turn % topicCount;
      let hear;
      const heard = new Promise((resolve) => (hear = resolve));
      const wanted = { resourceSubscriptions: [uriOf(topic)] };
      let count = 0;
      const onEvent = ({ message }) => {
        if (message === undefined) return;
        count += 1;
        // The first message acknowledges the subscription.
        if (count === 1) void change(clients, text, topic);
        if (message.method === 'notifications/resources/updated') hear();
      };
      const close = await clients.listenModern(wanted, { onEvent, onEnd: () => {} });
      const isHeard = await Promise.race([heard.then(() => true), sleep(60_000)]);
      close();
      if (!isHeard) throw new Error('no notification');
    },
  },
  {
    name: 'task, fetched',
    weight: 1,
    async run({ clients }, _, text) {
      const { status } = await followTask(clients, await startTask(clients, text));
      if (status !== 'completed') throw new Error(`the task is ${status}`);
    },
  },
  {
    name: 'task, canceled',
    weight: 1,
    async run({ clients }, _, text) {
      await clients.callModern('tasks/cancel', { taskId: await startTask(clients, text) }, taskCapabilities);
    },
  },
  {
    name: 'task, abandoned',
    weight: 1,
    run: ({ clients }, _, text) => startTask(clients, text),
  },
];

/** Opens a session with its stream, subscribes, makes three calls, and closes the stream. Returns the session. */
async function openAndWork(clients, turn, text) {
  const session = await clients.openSession();
  const close = await clients.listenLegacy(session, { onEvent: () => {}, onEnd: () => {} });
  const call = (name) => ({ name, arguments: { text }, _meta: { progressToken: turn } });
  try {
    await clients.callLegacy(session, 'resources/subscribe', { uri: uriOf(turn % topicCount) });
    for (const name of ['echo', 'echo', 'report']) await clients.callLegacy(session, 'tools/call', call(name));
  } finally {
    close();
  }
  return session;
}

function change(clients, text, topic) {
  return clients.callModern('tools/call', { name: 'change', arguments: { text, topic } }).catch(() => {});
}

async function startTask(clients, text) {
  const { result } = await clients.callModern('tools/call', { name: 'bake', arguments: { text } }, taskCapabilities);
  return result.taskId;
}
