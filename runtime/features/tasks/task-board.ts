import type { TaskOptions } from '../../core/api/definition.js';
import type { TaskRecord } from '../../core/api/task-store.js';
import type { JsonObject } from '../../wire/json.js';
import type { RunningTask } from './running-task.js';

/** Status message of a task that its client has cancelled. */
export const cancelledByClient = 'The client cancelled the task';

/** The tasks of a server: those that run in this process, and those that its store has. */
export interface TaskBoard {
  /**
   * Begins a task. The store has it when this resolves.
   *
   * @param stop Stops its handler.
   * @throws ProtocolError 429 when there are too many, any `ProtocolError` of the store, -32603 when the store fails.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
   */
  begin(
    options: TaskOptions,
    principal: string | undefined,
    stop: (reason: Error) => void,
  ): Promise<{ readonly task: RunningTask; readonly record: TaskRecord }>;
  /**
   * The task with an id; `undefined` when it does not exist, has expired or belongs to another principal.
   *
   * @throws Error of the store, or for a record that cannot be used.
   */
  find(taskId: string, principal: string | undefined): Promise<TaskRecord | undefined>;
  /**
   * Takes responses to the questions of a task. The store has them, or the handler, when this resolves.
   *
   * @param traceparent Span of the request that brought them, to which the next run of a durable task is linked.
   * @throws ProtocolError -32603 for an open task that runs in another process, where processes share no store.
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
