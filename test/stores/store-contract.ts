import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../runtime/core/api/store.js';

const minute = 60_000;

/**
 * What every store promises.
 *
 * @param open Opens the store anew: each call may be another process. All calls of one test see the same state.
 */
export function describeStore(name: string, open: () => Promise<Store>): void {
  let lastKey = 0;
  const newKey = (): string => `key-${(lastKey += 1)}-${Math.random().toString(36).slice(2)}`;

  describe(`${name}: values`, () => {
    test('a value that was written is read by another process', async () => {
      const [one, other] = [await open(), await open()];
      const key = newKey();
      expect(await one.read(key)).toBeUndefined();
      await one.write(key, 'é\u{1f600}\n"', minute);
      expect(await other.read(key)).toBe('é\u{1f600}\n"');
      await other.write(key, '', minute);
      expect(await one.read(key)).toBe('');
    });

    test('of several processes that add a value, one succeeds', async () => {
      const stores = await Promise.all(Array.from({ length: 5 }, open));
      const key = newKey();
      const added = await Promise.all(stores.map((store, index) => store.add(key, `${index}`, minute)));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect(await stores[0]?.read(key)).toBe(`${added.indexOf(true)}`);
    });

    test('counting with replace loses nothing', async () => {
      const key = newKey();
      await (await open()).write(key, '0', minute);
      const count = async (): Promise<void> => {
        const store = await open();
        for (let left = 20; left > 0;) {
          const former = await store.read(key);
          if (await store.replace(key, `${former}`, `${Number(former) + 1}`, minute)) left -= 1;
        }
      };
      await Promise.all([count(), count(), count()]);
      expect(await (await open()).read(key)).toBe('60');
    });

    test('replace needs a value', async () => {
      const store = await open();
      expect(await store.replace(newKey(), '', 'a', minute)).toBe(false);
    });

    test('of several processes that remove a value, one gets it', async () => {
      const stores = await Promise.all(Array.from({ length: 5 }, open));
      const key = newKey();
      await stores[0]?.write(key, 'once', minute);
      const removed = await Promise.all(stores.map((store) => store.remove(key)));
      expect(removed.filter((value) => value !== undefined)).toEqual(['once']);
    });

    test('a value ends with its time, unless that is extended', async () => {
      const store = await open();
      const [brief, extended, added] = [newKey(), newKey(), newKey()];
      await store.write(brief, 'a', 40);
      await store.write(extended, 'a', 40);
      expect(await store.extend(extended, minute)).toBe(true);
      await until(async () => (await store.read(brief)) === undefined);
      expect(await store.read(extended)).toBe('a');
      expect(await store.extend(brief, minute)).toBe(false);
      expect(await store.replace(brief, 'a', 'b', minute)).toBe(false);
      expect(await store.add(brief, 'again', minute)).toBe(true);
      expect(await store.remove(added)).toBeUndefined();
    });

    test('keys and values are any text', async () => {
      const [one, other] = [await open(), await open()];
      const prefix = newKey();
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), async (key, value) => {
          await one.write(prefix + key, value, minute);
          expect(await other.read(prefix + key)).toBe(value);
        }),
        { numRuns: 30, seed: 22 },
      );
    });
  });

  describe(`${name}: logs`, () => {
    test('entries have positions that grow by one, whichever process appends them', async () => {
      const stores = await Promise.all(Array.from({ length: 4 }, open));
      const key = newKey();
      const texts = Array.from({ length: 40 }, (_, index) => `entry ${index}`);
      const positions = await Promise.all(
        texts.map((text, index) => stores[index % 4]?.append(key, text, minute, 1000) ?? 0),
      );
      expect(positions.toSorted((left, right) => left - right)).toEqual(texts.map((_, index) => index + 1));
      const log = await stores[0]?.readLog(key, 0);
      expect(log).toEqual(
        texts
          .map((text, index) => ({ position: positions[index] ?? 0, text }))
          .toSorted((left, right) => left.position - right.position),
      );
    });

    test('a part of a log is read after a position', async () => {
      const store = await open();
      const key = newKey();
      expect(await store.readLog(key, 0)).toBeUndefined();
      for (const text of ['a', 'b', 'c']) await store.append(key, text, minute, 10);
      expect(await store.readLog(key, 2)).toEqual([{ position: 3, text: 'c' }]);
      expect(await store.readLog(key, 3)).toEqual([]);
      expect(await store.readLog(key, 4)).toBeUndefined();
    });

    test('the oldest entries are dropped, and who needs them learns that', async () => {
      const store = await open();
      const key = newKey();
      for (const text of ['a', 'b', 'c', 'd']) await store.append(key, text, minute, 2);
      expect(await store.readLog(key, 0)).toBeUndefined();
      expect(await store.readLog(key, 1)).toBeUndefined();
      expect(await store.readLog(key, 2)).toEqual([
        { position: 3, text: 'c' },
        { position: 4, text: 'd' },
      ]);
    });

    test('a log ends with its time, and when it is removed', async () => {
      const store = await open();
      const [brief, removed] = [newKey(), newKey()];
      await store.append(brief, 'a', 40, 10);
      await until(async () => (await store.readLog(brief, 0)) === undefined);
      expect(await store.append(brief, 'b', minute, 10)).toBe(1);
      await store.append(removed, 'a', minute, 10);
      expect(await store.remove(removed)).toBeUndefined();
      expect(await store.readLog(removed, 0)).toBeUndefined();
      expect(await store.append(removed, 'b', minute, 10)).toBe(1);
    });
  });

  describe(`${name}: sets`, () => {
    test('a set has so many members and no more, whichever process adds them', async () => {
      const stores = await Promise.all(Array.from({ length: 4 }, open));
      const key = newKey();
      const names = Array.from({ length: 12 }, (_, index) => `m${index}`);
      const entered = await Promise.all(names.map((each, index) => stores[index % 4]?.enter(key, each, minute, 5)));
      expect(entered.filter(Boolean)).toHaveLength(5);
      const inside = names.filter((_, index) => entered[index]);
      expect((await stores[0]?.members(key))?.toSorted()).toEqual(inside.toSorted());
      expect(await stores[1]?.enter(key, inside[0] ?? '', minute, 5)).toBe(true);
      await stores[2]?.leave(key, inside[0] ?? '');
      expect(await stores[3]?.enter(key, 'late', minute, 5)).toBe(true);
    });

    test('members come in the order in which their times end', async () => {
      const store = await open();
      const key = newKey();
      for (const [member, times] of Object.entries({ b: 3, c: 4, a: 2 })) {
        await store.enter(key, member, times * minute, 5);
      }
      await store.enter(key, 'a', 5 * minute, 5);
      expect(await store.members(key)).toEqual(['b', 'c', 'a']);
    });

    test('each member has a time of its own', async () => {
      const store = await open();
      const key = newKey();
      await store.enter(key, 'long', minute, 2);
      await store.enter(key, 'brief', 40, 2);
      await until(async () => (await store.members(key)).length === 1);
      expect(await store.members(key)).toEqual(['long']);
      expect(await store.enter(key, 'next', minute, 2)).toBe(true);
      expect(await store.enter(key, 'more', minute, 2)).toBe(false);
    });
  });

  describe(`${name}: buckets`, () => {
    test('a bucket holds as many tokens as flow in during a second, for all processes together', async () => {
      const stores = await Promise.all(Array.from({ length: 3 }, open));
      const key = newKey();
      const waits = await Promise.all(Array.from({ length: 9 }, (_, index) => stores[index % 3]?.take(key, 0.001 + 5)));
      const granted = waits.filter((wait) => wait === 0).length;
      expect(granted).toBeGreaterThanOrEqual(5);
      expect(granted).toBeLessThan(9);
      for (const wait of waits) expect(wait).toBeLessThanOrEqual(201);
      await until(async () => (await stores[0]?.take(key, 5)) === 0);
    });
  });

  describe(`${name}: messages`, () => {
    test('all who listen hear a message, in the order in which one process sent them', async () => {
      const [one, other] = [await open(), await open()];
      const channel = newKey();
      const heard: [string, string][] = [];
      await one.subscribe(channel, (message) => heard.push(['one', message]));
      await other.subscribe(channel, (message) => heard.push(['other', message]));
      for (const message of ['a', 'b', 'c']) await one.publish(channel, message);
      await until(async () => heard.length === 6);
      for (const who of ['one', 'other'])
        expect(heard.filter(([each]) => each === who).map(([, message]) => message)).toEqual(['a', 'b', 'c']);
    });

    test('who has stopped, or listens to another channel, hears nothing', async () => {
      const store = await open();
      const [channel, neighbor] = [newKey(), newKey()];
      const heard: string[] = [];
      const stop = await store.subscribe(channel, (message) => heard.push(`stopped ${message}`));
      await store.subscribe(neighbor, (message) => heard.push(`neighbor ${message}`));
      await store.subscribe(channel, (message) => heard.push(message));
      stop();
      await store.publish(channel, 'a');
      await until(async () => heard.length > 0);
      expect(heard).toEqual(['a']);
    });
  });
}

/** Waits until something is true. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
