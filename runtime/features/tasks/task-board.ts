import type { TaskOptions } from '../../core/api/definition.js';
import type { TaskRecord } from '../../core/api/task-store.js';
import type { JsonObject } from '../../wire/json.js';
import type { RunningTask } from './running-task.js';

/** Status message of a task that its client has cancelled. */
export const cancelledByClient = 'The client cancelled the task';

/** Tasks of a server: in this process, and in its store. */
export interface TaskBoard {
  /**
   * Starts a task. Resolves when it is stored.
   *
   * @param stop Stops its handler.
   * @throws ProtocolError 429 if there are too many tasks, any `ProtocolError` thrown by the store, and -32603 if the store fails.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
   */
  begin(
    options: TaskOptions,
    principal: string | undefined,
    stop: (reason: Error) => void,
  ): Promise<{ readonly task: RunningTask; readonly record: TaskRecord }>;
  /**
   * Finds the task with an ID; `undefined` if it does not exist, has expired or belongs to a different principal.
   *
   * @throws Error thrown by the store, or Error for an invalid record.
   */
  find(taskId: string, principal: string | undefined): Promise<TaskRecord | undefined>;
  /**
   * Takes responses to the client requests of a task. Resolves when the store or the handler has received them.
   *
   * @param traceparent Span of the request that delivered the responses. The next run of a durable task is linked to
   *   it.
   * @throws ProtocolError -32603 for an open task that runs in another process, if processes do not share a store.
   */
  takeResponses(task: TaskRecord, responses: JsonObject, traceparent?: string): Promise<void>;
  /** @param reason Status message of the task. */
  cancel(task: TaskRecord, reason?: string): Promise<void>;
  /**
   * @param watcher Called with a task that has changed.
   * @returns A function that stops the watcher.
   */
  watch(taskIds: readonly string[], watcher: (task: TaskRecord) => void): Promise<() => void>;
}
