import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { redis } from '../../runtime/features/stores/redis/index.js';
import { startValkeyCluster } from '../kit/start-valkey.js';
import { nameSchema } from '../wire/asking.js';
import { oneTaskTool } from '../wire/task-client.js';
import type { Subject } from '../wire/wire.js';
import { openNode, type TaskNode } from './task-node.js';

let cluster: Awaited<ReturnType<typeof startValkeyCluster>>;

beforeAll(async () => {
  cluster = await startValkeyCluster();
}, 120_000);

afterAll(() => cluster?.stop());

test('durable tasks on a cluster of Redis: workers run, repeat and continue them', { timeout: 60_000 }, async () => {
  const done: string[] = [];
  const { definition, handlers } = oneTaskTool(
    async ({ word }, context) => {
      await context.step('mix', () => void done.push('mix'));
      if (done.length === 1) {
        done.push('fail');
        throw new Error('The oven is cold');
      }
      const answer = await context.elicit('Name?', nameSchema, { key: 'name' });
      return `${String(word)} ${answer.action === 'accept' ? answer.content['name'] : ''}`;
    },
    { durable: true, isRepeatable: true },
  );
  const subject: Subject = { definition: { ...definition, hasDurableTasks: true }, handlers };
  const namespace = crypto.randomUUID();
  const open = async (node: number): Promise<TaskNode> => {
    const stores = redis({ url: cluster.nodes[node]?.url, namespace });
    await stores.open?.({ name: 'test', environment: {}, report: () => {} });
    onTestFinished(() => stores.close?.());
    await stores.queue?.check();
    // Only workers take tasks, as from a single Redis.
    expect(stores.queue?.isServed).toBe(false);
    return openNode(subject, stores);
  };
  const [server, first, second] = [await open(0), await open(1), await open(2)];
  const taskId = await server.begin({ word: 'cake' });
  const worker = await first.work();
  await server.until(taskId, 'input_required');
  expect(done).toEqual(['mix', 'fail']);
  await worker.stop();
  const inputResponses = { name: { action: 'accept', content: { name: 'Ann' } } };
  await second.request('tasks/update', { taskId, inputResponses });
  await second.work();
  const { result } = await server.until(taskId, 'completed');
  expect(result.content[0].text).toBe('cake Ann');
  expect(done).toEqual(['mix', 'fail']);
});
