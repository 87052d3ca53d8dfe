import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Feed } from '../../runtime/core/sharing/feed.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { CutStore } from '../kit/cut-store.js';

const minute = 60_000;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** A process that follows a feed, with a connection of its own. */
async function join(shared: MemoryStore, most = 1000) {
  const store = new CutStore(shared);
  const feed = new Feed(store, 'feed', minute, most);
  const heard: string[] = [];
  let gaps = 0;
  const stop = await feed.follow({ take: (message) => heard.push(message), onGap: () => (gaps += 1) });
  return { store, feed, heard, stop, countGaps: () => gaps };
}

type Act = readonly [act: 'send' | 'cut' | 'restore', who: number];

test('every process hears every message once, in one order, whatever is cut off and restored', async () => {
  const act = fc.tuple(fc.constantFrom('send', 'send', 'send', 'cut', 'restore'), fc.nat(2)) as fc.Arbitrary<Act>;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const shared = new MemoryStore();
      const nodes = [await join(shared), await join(shared), await join(shared)] as const;
      const sending: Promise<string | undefined>[] = [];
      for (const [name, who] of acts) {
        const { store, feed } = nodes[who as 0];
        const text = `message ${sending.length}`;
        if (name === 'cut') store.cut();
        else if (name === 'restore') store.restore();
        else
          sending.push(
            feed.send(text).then(
              () => text,
              () => undefined,
            ),
          );
        await new Promise((resolve) => setImmediate(resolve));
      }
      const sent = (await Promise.all(sending)).filter((text) => text !== undefined);
      for (const { store } of nodes) store.restore();
      await nodes[0].feed.send('end');
      await until(() => nodes.every(({ heard }) => heard.at(-1) === 'end'));
      // A send that failed may have arrived, too.
      for (const { heard } of nodes) expect(heard).toEqual(nodes[0].heard);
      expect(nodes[0].heard).toEqual(expect.arrayContaining(sent));
      expect(new Set(nodes[0].heard).size).toBe(nodes[0].heard.length);
    }),
    { numRuns: 60 },
  );
});

test('messages that processes publish out of order cost each process one read of the log', async () => {
  const shared = new MemoryStore();
  const nodes = [await join(shared), await join(shared)] as const;
  // The log has three messages before the channel brings the first one, and the channel brings them the other way round.
  const texts = ['a', 'b', 'c'];
  const positions: number[] = [];
  for (const text of texts) positions.push(await shared.append('feed', text, minute, 1000));
  for (const { store } of nodes) store.takeCommands();
  for (const index of [2, 1, 0]) await shared.publish('feed', `${positions[index]} ${texts[index]}`);
  for (const { heard } of nodes) await until(() => heard.length === 3);
  // A message that comes later than the read.
  const late = await shared.append('feed', 'd', minute, 1000);
  const latest = await shared.append('feed', 'e', minute, 1000);
  await shared.publish('feed', `${latest} e`);
  for (const { heard } of nodes) await until(() => heard.length === 5);
  await shared.publish('feed', `${late} d`);
  await nodes[0].feed.send('f');
  for (const { heard, store } of nodes) {
    await until(() => heard.at(-1) === 'f');
    expect(heard).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(store.takeCommands().filter((command) => command.startsWith('readLog'))).toEqual([
      'readLog feed',
      'readLog feed',
    ]);
  }
});

test('a message that begins a lost log anew is heard, although the former log had another one in its place', async () => {
  const shared = new MemoryStore();
  const { heard, feed } = await join(shared);
  // Its message of the channel is lost: it is only found in the log, by the next one.
  const lost = await shared.append('feed', 'a', minute, 1000);
  await feed.send('b');
  await until(() => heard.length === 2);
  await shared.remove('feed');
  for (let position = 1; position < lost; position += 1) await shared.append('feed', '', minute, 1000);
  await feed.send('new');
  await until(() => heard.length === 3);
  expect(heard).toEqual(['a', 'b', 'new']);
});

test('a process that was cut off for longer than the log keeps messages learns that there is a gap', async () => {
  const shared = new MemoryStore();
  const [one, other] = [await join(shared, 5), await join(shared, 5)];
  other.store.cut();
  for (let turn = 0; turn < 20; turn += 1) await one.feed.send(String(turn));
  other.store.restore();
  await until(() => other.countGaps() === 2);
  await one.feed.send('late');
  await until(() => other.heard.length > 0);
  expect(other.heard).toEqual(['late']);
});

test('a log that is lost, or whose time is over, begins anew, however many messages it had and gets', async () => {
  const counts = fc.record({ joined: fc.integer({ min: 1, max: 4 }), before: fc.nat(6), after: fc.nat(9) });
  await fc.assert(
    fc.asyncProperty(counts, fc.boolean(), async ({ joined, before, after }, isBurst) => {
      const shared = new MemoryStore();
      const nodes: Awaited<ReturnType<typeof join>>[] = [];
      while (nodes.length < joined) nodes.push(await join(shared));
      const texts = Array.from({ length: before + after + 1 }, (_, index) => `message ${index}`);
      const sendAll = async (some: readonly string[]): Promise<void> => {
        for (const [index, text] of some.entries()) {
          const sending = nodes[index % joined]?.feed.send(text);
          if (!isBurst) await sending;
        }
      };
      await sendAll(texts.slice(0, before));
      await until(() => nodes.every(({ heard }) => heard.length === before));
      await shared.remove('feed');
      await sendAll(texts.slice(before));
      await until(() => nodes.every(({ heard }) => heard.at(-1) === texts.at(-1)));
      for (const { heard } of nodes) expect(heard).toEqual(texts);
    }),
    { numRuns: 60 },
  );
});

test('who has stopped hears nothing, also of what it was reading', async () => {
  const shared = new MemoryStore();
  const [one, other] = [await join(shared), await join(shared)];
  other.store.cut();
  await one.feed.send('missed');
  other.store.restore();
  other.stop();
  await one.feed.send('late');
  await until(() => one.heard.length === 2);
  expect(other.heard).toEqual([]);
  expect(other.store.channels).toEqual([]);
});

test('hints come to those who listen, and are not in the log', async () => {
  const shared = new MemoryStore();
  const hints: string[] = [];
  const feed = new Feed(shared, 'feed', minute, 10);
  await feed.follow({ take: () => {}, hint: (message) => hints.push(message) });
  await feed.hint('look');
  expect(hints).toEqual(['look']);
  expect(await shared.readLog('feed', 0)).toEqual([{ position: 1, text: '' }]);
});
