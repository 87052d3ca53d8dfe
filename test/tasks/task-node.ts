import { onTestFinished } from 'vitest';
import { startWorker } from '../../runtime/features/tasks/durable/index.js';
import type { Stores } from '../../runtime/index.js';
import { openOverHttp } from '../kit/open-service.js';
import type { Service, ServicePorts } from '../../runtime/core/service/service.js';
import { HttpSubject } from '../wire/http-kit.js';
import { controlServer } from '../../runtime/core/sharing/server-control.js';
import type { RawStream } from '../wire/raw-http.js';
import { fromTaskClient } from '../wire/task-client.js';
import type { Subject, Wire } from '../wire/wire.js';

/** Key that all processes of a test share. */
export const stateKeys = ['the key that all processes of a test share'];

/** One process of a server as far as its clients can tell: a port of its own, and the store of all. */
export interface TaskNode {
  readonly service: Service;
  /** Address of its endpoint. */
  readonly url: string;
  /** Sends a request of a user, with further members of `_meta`, and gives the whole answer. */
  request(method: string, params?: object, user?: string, meta?: object): Promise<Wire>;
  /** Calls the tool `probe` and gives the id of the task that it became. */
  begin(args?: object, user?: string): Promise<string>;
  get(taskId: string): Promise<Wire>;
  /** Asks until the task has a status. */
  until(taskId: string, status: string): Promise<Wire>;
  /** Subscribes to tasks; the acknowledgement is read. */
  watch(taskIds: readonly string[], user?: string): Promise<RawStream>;
  /** Runs durable tasks in this process, until the test ends or the worker is stopped. */
  work(concurrency?: number): Promise<{ stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Opens a node that serves the user that `X-User` names. */
export async function openNode(
  subject: Subject,
  stores: Stores,
  shutdownTimeoutMs = 1200,
  keys = stateKeys,
  ports: ServicePorts = {},
): Promise<TaskNode> {
  const options = { shutdownTimeoutMs, stateKeys: keys };
  const authenticate = (request: { header(name: string): string | undefined }) => ({
    principal: request.header('x-user') ?? 'nobody',
    tenant: 'acme',
  });
  const given = { authenticate, ports: { ...ports, stores } };
  const { service, serving } = await openOverHttp(subject, options, { port: 0 }, given);
  let stopped: Promise<void> | undefined;
  const http = new HttpSubject(serving.url, controlServer(service), () => {
    serving.stop();
    return serving.finished;
  });
  const stop = (): Promise<void> => (stopped ??= http.stop());
  onTestFinished(stop);
  let last = 0;
  const request: TaskNode['request'] = async (method, params = {}, user = 'ann', meta = {}) => {
    last += 1;
    const { messages, status, body } = await http.post(fromTaskClient(last, method, params, meta), { 'X-User': user });
    if (messages[0] === undefined) throw new Error(`${status} ${body}`);
    return messages[0];
  };
  const get: TaskNode['get'] = async (taskId) => {
    const answer = await request('tasks/get', { taskId });
    return (answer['result'] ?? answer['error']) as Wire;
  };
  return {
    service,
    url: serving.url,
    request,
    get,
    begin: async (args = {}, user = 'ann') => {
      const answer = await request('tools/call', { name: 'probe', arguments: args }, user);
      const taskId: unknown = answer['result']?.taskId;
      if (typeof taskId !== 'string') throw new Error(`No task: ${JSON.stringify(answer)}`);
      return taskId;
    },
    until: async (taskId, status) => {
      for (;;) {
        const task = await get(taskId);
        if (task['status'] === status) return task;
        if (!['working', 'input_required'].includes(task['status'] as string)) {
          throw new Error(`The task became ${JSON.stringify(task)} instead of ${status}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    watch: async (taskIds, user = 'ann') => {
      const filter = { notifications: { taskIds } };
      const stream = await http.stream(fromTaskClient('w', 'subscriptions/listen', filter), { 'X-User': user });
      await stream.nextMessage();
      return stream;
    },
    work: (concurrency) => startWorker(service, { concurrency, shutdownTimeoutMs }),
    stop,
  };
}
