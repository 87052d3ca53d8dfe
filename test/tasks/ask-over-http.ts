import { vi } from 'vitest';
import { HttpTarget } from '../wire/http-kit.js';
import { fromTaskClient } from '../wire/task-client.js';
import type { Wire } from '../wire/wire.js';

/** Sends a request of a client that knows tasks to an address. Gives the result. */
export async function askOverHttp(url: string, method: string, params: object): Promise<Wire> {
  const { status, messages } = await new HttpTarget(url).post(fromTaskClient(1, method, params));
  const result: Wire | undefined = messages[0]?.['result'];
  if (result === undefined) throw new Error(`${method}: ${status} ${JSON.stringify(messages)}`);
  return result;
}

/** Asks at an address for a task until it has a status, however busy the machine is. */
export function untilStatus(url: string, taskId: string, status: string): Promise<Wire> {
  const ask = async (): Promise<Wire | false> => {
    const task = await askOverHttp(url, 'tasks/get', { taskId });
    if (task['status'] === status) return task;
    if (!['working', 'input_required'].includes(task['status'])) throw new Error(JSON.stringify(task));
    return false;
  };
  return vi.waitUntil(ask, { timeout: 240_000, interval: 200 });
}
