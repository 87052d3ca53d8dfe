import { afterEach, expect, test, vi } from 'vitest';
import { MemoryTaskStore } from '../../runtime/features/tasks/memory-task-store.js';
import type { TaskRecord } from '../../runtime/core/api/task-store.js';

const detail = `"result":"${'x'.repeat(4_000_000)}"`;

const makeTask = (taskId: string, overrides: Partial<TaskRecord> = {}): TaskRecord => {
  const now = new Date().toISOString();
  const times = { createdAt: now, lastUpdatedAt: now, ttlMs: 1000, pollIntervalMs: 1000 };
  return { taskId, status: 'working', ...times, ...overrides };
};

afterEach(() => {
  vi.useRealTimers();
});

test('what is kept is what was put there last', async () => {
  const store = new MemoryTaskStore();
  await store.add(makeTask('a'));
  const over = makeTask('a', { status: 'completed', detail: '"result":{}' });
  await store.replace(over);
  expect(await store.read('a')).toEqual(over);
  expect(await store.read('b')).toBeUndefined();
});

test('what was never added is not kept', async () => {
  const store = new MemoryTaskStore();
  await store.replace(makeTask('a'));
  expect(await store.read('a')).toBeUndefined();
});

test('all results together take at most 64 MiB, and make room when they are forgotten', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const store = new MemoryTaskStore();
  const names = Array.from({ length: 17 }, (_, index) => `task ${index}`);
  for (const name of names) await store.add(makeTask(name, { ttlMs: name === 'task 16' ? 5000 : 1000 }));
  for (const name of names.slice(0, 16)) await store.replace(makeTask(name, { detail }));
  const last = makeTask('task 16', { ttlMs: 5000, detail });
  await expect(store.replace(last)).rejects.toThrow('Too many tasks');
  vi.advanceTimersByTime(1001);
  await store.replace(last);
  expect(await store.read('task 16')).toEqual(last);
  expect(await store.read('task 0')).toBeUndefined();
});
