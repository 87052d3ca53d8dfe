import { expect, test, vi } from 'vitest';
import type { ForwardApi, ToolHandler } from '../../runtime/index.js';
import { createForward } from '../../runtime/features/apis/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { openNode } from '../tasks/task-node.js';
import { oneTaskTool } from '../wire/task-client.js';

const upstream = useRecordingServer();

test.each(['always', 'http'] as const)(
  'a durable task that began over HTTP gets no credentials of an API that is called on behalf of callers (%s), and says why',
  async (delegated) => {
    vi.stubEnv('SHOP__ORDERS__TOKEN', 'of-the-operator');
    const api: ForwardApi = {
      name: 'orders',
      server: { url: upstream.url, environment: 'ORDERS_URL' },
      securitySchemes: { auth: { type: 'bearer', tokenVariable: 'SHOP__ORDERS__TOKEN' } },
      delegated,
    };
    const operation = { method: 'GET', path: ['/orders'], security: [{ auth: [] }] } as const;
    const handler: ToolHandler<unknown, unknown> = createForward(api, operation, 'probe');
    const { definition, handlers } = oneTaskTool(handler as never, { durable: true });
    const subject = { definition: { ...definition, hasDurableTasks: true as const }, handlers };
    const stores = { shared: new MemoryStore() };
    const server = await openNode(subject, stores);
    const taskId = await server.begin();
    // The worker is another process, which listens on no port.
    const worker = await openNode(subject, stores);
    await worker.work();
    const { result } = await server.until(taskId, 'completed');
    const reason = 'it is called on behalf of a user, but a durable task has no access token of its user';
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: `No credentials for the orders API: ${reason}` }],
    });
    expect(upstream.requests).toEqual([]);
    vi.unstubAllEnvs();
  },
);
