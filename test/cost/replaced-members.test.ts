import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { replaceMembers } from '../../generator/core/schema/replace-members.js';

function measureOldSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
}

test('an object whose members are replaced for a while is collected as quickly as any other', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
  collect();
  const before = measureOldSpace();
  for (let count = 0; count < 100; count += 1) {
    const written = { values: Array.from({ length: 10_000 }, () => 0.5), count };
    expect(replaceMembers(written, { count: -1 }).values).toBe(written.values);
    collect({ type: 'minor' });
  }
  // Each object has 80 kB.
  expect(measureOldSpace() - before).toBeLessThan(2_000_000);
});

test('members that are replaced are those that the methods of the object see, too', () => {
  class Counter {
    count = 1;
    next(): number {
      this.count += 1;
      return this.step();
    }
    step(): number {
      return this.count;
    }
  }
  const counter = new Counter();
  const replaced = replaceMembers(counter, { step: () => -1 });
  expect([replaced.next(), counter.next(), replaced.count]).toEqual([-1, 3, 3]);
});
