import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TaskQueue } from '../../runtime/core/api/task-queue.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { StoreQueue } from '../../runtime/core/sharing/store-queue.js';
import { storeKinds } from '../kit/open-stores.js';
import { newState } from './test-stores.js';

/** What every queue promises. The queue of the kind `redis` is that of BullMQ. */
describe.each(storeKinds)('the queue of %s', (kind) => {
  /** Opens a queue several times, as several processes do. */
  async function open(count: number): Promise<readonly [TaskQueue, ...TaskQueue[]]> {
    const join = newState(kind);
    const queues = await Promise.all(
      Array.from({ length: count }, async () => {
        const { shared, queue = new StoreQueue(shared) } = await join();
        await queue.check();
        return queue;
      }),
    );
    return queues as unknown as readonly [TaskQueue, ...TaskQueue[]];
  }

  async function work(queue: TaskQueue, run: (taskId: string) => Promise<number | undefined>, concurrency = 3) {
    const reader = await queue.work(run, concurrency);
    onTestFinished(() => reader.stop());
    return reader;
  }

  const untilSeen = (seen: readonly string[], ...expected: readonly string[]): Promise<void> =>
    vi.waitFor(() => expect(seen.toSorted()).toEqual(expected.toSorted()), { timeout: 40_000 });

  test('what was added before and after a worker began is taken once, by one of them', async () => {
    const [queue, ...others] = await open(3);
    const seen: string[] = [];
    await Promise.all(['a', 'b', 'c', 'd'].map((taskId) => queue.add(taskId)));
    for (const other of others) await work(other, async (taskId) => void seen.push(taskId));
    await queue.add('e');
    await untilSeen(seen, 'a', 'b', 'c', 'd', 'e');
    await queue.add('last');
    await untilSeen(seen, 'a', 'b', 'c', 'd', 'e', 'last');
  });

  test('a task that is added while it runs comes again', async () => {
    const [queue, other] = await open(2);
    const seen: string[] = [];
    await work(other ?? queue, async (taskId) => {
      seen.push(taskId);
      if (seen.length === 1) await queue.add(taskId);
      return undefined;
    });
    await queue.add('a');
    await untilSeen(seen, 'a', 'a');
  });

  test('a task comes again after the time that its run says, and after a delay', async () => {
    const [queue] = await open(1);
    const seen: string[] = [];
    const began = performance.now();
    await work(queue, async (taskId) => {
      seen.push(taskId);
      return seen.length === 1 ? 300 : undefined;
    });
    await queue.add('a');
    await untilSeen(seen, 'a', 'a');
    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
    const added = performance.now();
    await queue.add('late', 300);
    await untilSeen(seen, 'a', 'a', 'late');
    expect(performance.now() - added).toBeGreaterThanOrEqual(290);
  });

  test('a task whose run fails comes again', async () => {
    const [queue] = await open(1);
    const seen: string[] = [];
    await work(queue, async (taskId) => {
      seen.push(taskId);
      if (seen.length === 1) throw new Error('The store is away');
      return undefined;
    });
    await queue.add('a');
    await untilSeen(seen, 'a', 'a');
  });

  test('a worker that stops waits for its tasks, and takes no others', async () => {
    const [queue, other] = await open(2);
    const seen: string[] = [];
    let finish = (): void => {};
    const reader = await work(
      queue,
      async (taskId) => {
        seen.push(taskId);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        seen.push(`${taskId} is done`);
        return undefined;
      },
      1,
    );
    await queue.add('a');
    await untilSeen(seen, 'a');
    const stopped = reader.stop();
    await (other ?? queue).add('b');
    finish();
    await stopped;
    expect(seen).toEqual(['a', 'a is done']);
    await work(other ?? queue, async (taskId) => void seen.push(taskId));
    await untilSeen(seen, 'a', 'a is done', 'b');
  });
});

test('a long queue is not read again for each task', async () => {
  const store = new MemoryStore();
  const queue = new StoreQueue(store);
  const count = 500;
  for (let index = 0; index < count; index += 1) await queue.add(`task-${index}`);
  const read = vi.spyOn(store, 'members');
  const seen: string[] = [];
  const reader = await queue.work(async (taskId) => void seen.push(taskId), 1);
  onTestFinished(() => reader.stop());
  await vi.waitFor(() => expect(seen).toHaveLength(count), { timeout: 40_000 });
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => `task-${index}`));
  // Once at the start, once at the end, and once a second.
  expect(read.mock.calls.length).toBeLessThan(50);
});
