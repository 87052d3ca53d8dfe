import type { TaskOptions, ToolDefinition } from '../../runtime/core/api/definition.js';
import { oneTool } from './fixture-server.js';
import type { Asking } from './asking.js';
import { converse, modern, turn, type Conversation, type Subject, type Wire } from './wire.js';

/** Capabilities of a client that knows tasks. */
export const taskCapabilities = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** A request of a client that knows tasks. */
export function fromTaskClient(id: unknown, method: string, params: object = {}, meta: object = {}): Wire {
  return modern(id, method, params, { ...meta, 'io.modelcontextprotocol/clientCapabilities': taskCapabilities });
}

/** Something that a test lets happen. */
export function makeGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A server whose only tool, `probe`, has tasks. */
export function oneTaskTool(
  handler: Asking,
  task: Partial<TaskOptions> = {},
  overrides: Partial<ToolDefinition> = {},
): Subject {
  return oneTool(handler, { ...overrides, task: { support: 'optional', ...task } });
}

/** A client that knows tasks, in a conversation; every method gives the answer of the server. */
export interface TaskClient {
  readonly talk: Conversation;
  request(method: string, params?: object, meta?: object): Promise<Wire>;
  /** Calls the tool and gives the id of the task that it became. */
  begin(args?: object): Promise<string>;
  get(taskId: string): Promise<Wire>;
  /** Asks until the task has a status. */
  until(taskId: string, status: string): Promise<Wire>;
}

/** Opens a conversation in which nothing but answers to requests is expected. */
export function openTaskClient(subject: Subject): TaskClient {
  const talk = converse(subject);
  let requests = 0;
  const request = (method: string, params: object = {}, meta: object = {}): Promise<Wire> => {
    requests += 1;
    talk.send(fromTaskClient(requests, method, params, meta));
    return talk.next();
  };
  const get = async (taskId: string): Promise<Wire> => (await request('tasks/get', { taskId }))['result'] as Wire;
  return {
    talk,
    request,
    get,
    begin: async (args = {}) => {
      const answer = await request('tools/call', { name: 'probe', arguments: args });
      return (answer['result'] as Wire)['taskId'] as string;
    },
    until: async (taskId, status) => {
      for (;;) {
        const task = await get(taskId);
        if (task['status'] === status) return task;
        if (!['working', 'input_required'].includes(task['status'] as string)) {
          throw new Error(`The task became ${JSON.stringify(task)} instead of ${status}`);
        }
        await turn();
      }
    },
  };
}
