import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Telemetry } from '../../runtime/core/api/telemetry.js';
import { storeKinds } from '../kit/open-stores.js';
import { startBalancer } from '../kit/start-balancer.js';
import { nameSchema, type Asking } from '../wire/asking.js';
import { oneTaskTool, taskCapabilities } from '../wire/task-client.js';
import type { Subject, Wire } from '../wire/wire.js';
import { openNode, stateKeys } from './task-node.js';
import { newState } from './test-stores.js';

/** Result of any form: the official client has no types for the extension. */
const anything = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;

/** Official client of the extension: its requests go to three processes in turn. */
interface TaskApplication {
  /** Calls the tool and gives the id of the task that it became. */
  begin(input: { readonly [name: string]: unknown }): Promise<string>;
  get(taskId: string): Promise<Wire>;
  /** Asks until the task has a status. */
  until(taskId: string, status: string): Promise<Wire>;
  /** Sends a request about a task to another process than the one that created it. */
  elsewhere(method: string, taskId: string, params?: object): Promise<Wire>;
}

/** Serves a tool with three processes behind a balancer without affinity, and connects the official client. */
async function open(kind: (typeof storeKinds)[number], handler: Asking, isDurable: boolean): Promise<TaskApplication> {
  const { definition, handlers } = oneTaskTool(handler, { pollIntervalMs: 10, ...(isDurable && { durable: true }) });
  const subject: Subject = { definition: { ...definition, ...(isDurable && { hasDurableTasks: true }) }, handlers };
  const join = newState(kind);
  const served: { readonly node: number; readonly method: string }[] = [];
  const observe = (node: number): Telemetry => ({
    receive: (_, { method }) => {
      served.push({ node, method });
      return undefined;
    },
    endSession: () => {},
  });
  const nodes = [];
  for (const index of [0, 1, 2]) {
    nodes.push(await openNode(subject, await join(), 1200, stateKeys, { telemetry: observe(index) }));
  }
  if (isDurable) for (const node of nodes) await node.work();
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  onTestFinished(() => balancer.stop());
  const client = new Client(
    { name: 'tasks', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: taskCapabilities },
  );
  const transport = new StreamableHTTPClientTransport(new URL(balancer.url));
  await client.connect(transport);
  onTestFinished(() => client.close());
  const created = watchTasks(transport);
  const send = (method: string, params: object): Promise<Wire> =>
    client.request({ method, params } as never, anything as never);
  const placeOf = (method: string): number | undefined => served.findLast((each) => each.method === method)?.node;
  const get: TaskApplication['get'] = (taskId) => send('tasks/get', { taskId });
  const homes = new Map<string, number | undefined>();
  return {
    begin: async (input) => {
      // It reports a result that is a task as one that it does not know.
      const calling = client.callTool({ name: 'probe', arguments: input });
      await expect(calling).rejects.toThrow("Unsupported result type 'task' for tools/call");
      const taskId = String(created.at(-1)?.['taskId']);
      homes.set(taskId, placeOf('tools/call'));
      return taskId;
    },
    get,
    until: async (taskId, status) => {
      for (;;) {
        const task = await get(taskId);
        if (task['status'] === status) return task;
        if (task['status'] !== 'working' && task['status'] !== 'input_required') throw new Error(JSON.stringify(task));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    elsewhere: async (method, taskId, params = {}) => {
      // The processes get requests in turn.
      while (((served.at(-1)?.node ?? 0) + 1) % nodes.length === homes.get(taskId)) await get(taskId);
      const result = await send(method, { taskId, ...params });
      expect(placeOf(method)).not.toBe(homes.get(taskId));
      return result;
    },
  };
}

/** Notes the tasks that calls become, which the official client refuses to pass on. */
function watchTasks(transport: StreamableHTTPClientTransport): readonly Wire[] {
  const tasks: Wire[] = [];
  const { onmessage } = transport;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- transports of the SDK have this member only.
  transport.onmessage = (message, ...rest) => {
    const { result } = message as { readonly result?: Wire };
    if (result?.['resultType'] === 'task') tasks.push(result);
    onmessage?.(message, ...rest);
  };
  return tasks;
}

describe.each(storeKinds)('the official client with tasks behind a balancer without affinity: %s', (kind) => {
  describe.each([
    ['tasks', false],
    ['durable tasks', true],
  ])('%s', (_, isDurable) => {
    test('are created at one process, and polled and answered at others', async () => {
      const handler: Asking = async ({ word }, context) => {
        const answer = await context.elicit('Name?', nameSchema, { key: 'name' });
        return `${String(word)}, ${answer.action === 'accept' ? String(answer.content['name']) : answer.action}`;
      };
      const application = await open(kind, handler, isDurable);
      for (const name of ['Ann', 'Bob', 'Eve']) {
        const taskId = await application.begin({ word: 'Hello' });
        const { inputRequests } = await application.until(taskId, 'input_required');
        expect(inputRequests).toMatchObject({ name: { method: 'elicitation/create', params: { message: 'Name?' } } });
        const inputResponses = { name: { action: 'accept', content: { name } } };
        await application.elsewhere('tasks/update', taskId, { inputResponses });
        const { result } = await application.until(taskId, 'completed');
        expect(result.content).toEqual([{ type: 'text', text: `Hello, ${name}` }]);
        expect((await application.elsewhere('tasks/get', taskId))['status']).toBe('completed');
      }
    });

    test('are cancelled at another process, and their handler is stopped', async () => {
      let start = (): void => {};
      const started = new Promise<void>((resolve) => (start = resolve));
      let stop = (): void => {};
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      const application = await open(
        kind,
        (_input, { signal }) => {
          signal.addEventListener('abort', stop);
          start();
          return new Promise(() => {});
        },
        isDurable,
      );
      const taskId = await application.begin({});
      await started;
      expect((await application.elsewhere('tasks/get', taskId))['status']).toBe('working');
      await application.elsewhere('tasks/cancel', taskId);
      await stopped;
      expect((await application.until(taskId, 'cancelled'))['statusMessage']).toBe('The client cancelled the task');
    });
  });
});
