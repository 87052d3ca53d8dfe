import { compareRounds } from '../drive/compare-rounds.mjs';
import { callTool } from '../drive/make-request.mjs';
import { openGrowing, repeat } from '../drive/open-growing.mjs';
import { buildSubscriptions } from '../servers/build-growth.mjs';
import { nameSize } from './growth.mjs';

/** Notifications per measurement, so that the call that causes them costs little in comparison. */
const notifications = 1000;
const shared = 'growth://topic/all';

/** Cost of an update on a server with subscriptions: each client subscribes to a topic of its own and to a shared one. */
export const subscriptionGrowthScenarios = ['modern', 'legacy'].map((era) => ({
  name: `growth-subscriptions-${era}`,
  title: `HTTP, updates of resources: 10 to 1,000 ${era} subscribers`,
  run: (context) => compareSizes(era, context),
}));

async function compareSizes(era, { isShort }) {
  const sizes = [10, 100, 1000];
  const opened = [];
  try {
    for (const size of sizes) opened.push(await openSubscribed(era, size, isShort ? 5 : size));
    const measure =
      ({ server, publish, topics }) =>
      async () => {
        const one = topics[Math.floor(topics.length / 2)];
        return {
          processor: (await server.spend(() => publish(one, notifications, 1))) / notifications,
          perNotification:
            (await server.spend(() => publish(shared, notifications / topics.length, topics.length))) / notifications,
        };
      };
    const ways = new Map(opened.map((subject) => [subject.name, measure(subject)]));
    if (!isShort) await compareRounds(ways, 15);
    const rows = await compareRounds(ways, isShort ? 1 : 9);
    for (const { figures } of rows) {
      figures.ratio = figures.processorRatio;
      delete figures.processorRatio;
    }
    return rows.map(({ subject, figures }, index) => ({ subject, figures: { ...figures, each: opened[index].each } }));
  } finally {
    for (const { server } of opened) server.close();
  }
}

/** Opens a server with `count` subscribers; `each` is the memory of one, in KiB. */
async function openSubscribed(era, size, count) {
  const server = await openGrowing(buildSubscriptions());
  let expected = 0;
  let notice = () => {};
  const take = ({ method }) => {
    if (method !== 'notifications/resources/updated') return;
    expected -= 1;
    if (expected === 0) notice();
  };
  const subscribe = era === 'modern' ? subscribeModern : subscribeLegacy;
  // Code is loaded and compiled before memory is measured.
  await subscribe(server.client, 'growth://topic/first', () => {});
  const before = await server.readHeap();
  const topics = Array.from({ length: count }, (_, index) => `growth://topic/${index}`);
  await repeat(count, (index) => subscribe(server.client, topics[index], take));
  const each = ((await server.readHeap()) - before) / count / 1024;
  return {
    name: nameSize(size, 'subscribers'),
    server,
    topics,
    each,
    /** Updates a topic and waits until all notifications have arrived. */
    async publish(uri, times, subscribers) {
      expected = times * subscribers;
      const received = new Promise((resolve) => (notice = resolve));
      await server.client.call(callTool('change', { uri, times }), 'modern');
      await received;
    },
  };
}

async function subscribeModern(client, uri, take) {
  const request = {
    method: 'subscriptions/listen',
    params: { notifications: { resourceSubscriptions: uri.endsWith('first') ? [uri] : [uri, shared] } },
  };
  await new Promise((resolve, reject) => {
    const note = (message) => {
      if (message.method?.endsWith('/acknowledged')) resolve();
      else take(message);
    };
    client.listen(request, 'modern', {}, note).catch(reject);
  });
}

async function subscribeLegacy(client, uri, take) {
  const session = await client.openSession();
  await client.listen(undefined, 'legacy', session, take);
  for (const each of uri.endsWith('first') ? [uri] : [uri, shared]) {
    await client.call({ method: 'resources/subscribe', params: { uri: each } }, 'legacy', session);
  }
}
