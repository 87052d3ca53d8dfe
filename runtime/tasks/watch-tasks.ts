import { invalidParams } from '../protocol/protocol-error.js';
import type { Service } from '../service/service.js';
import { encodeTask } from './running-task.js';
import { tasksOf } from './task-board.js';
import type { TaskRecord } from '../api/task-store.js';

/** Maximum number of tasks in one subscription. */
const maximalTasks = 1000;

/** The tasks of a subscription. */
export interface WatchedTasks {
  readonly taskIds: readonly string[];
  /** Starts watching. Calls back at once for a task that has changed since it began. */
  start(): void;
  stop(): void;
}

/**
 * Finds the tasks that a client wants to watch. Tasks of other principals are left out.
 *
 * @param filter `taskIds` of the request.
 * @param tell Called with the JSON text of a task's members whenever it changes.
 * @throws ProtocolError -32602 for a malformed filter.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications
 */
export async function watchTasks(
  service: Service,
  filter: unknown,
  principal: string | undefined,
  tell: (members: string) => void,
): Promise<WatchedTasks> {
  const board = tasksOf(service);
  const found = await Promise.all(readTaskIds(filter).map((taskId) => board.find(taskId, principal)));
  const taskIds = found.flatMap((task) => task?.taskId ?? []);
  let stops: readonly (() => void)[] = [];
  return {
    taskIds,
    start: () => {
      stops = taskIds.map((taskId) => board.watch(taskId, (task) => tell(encodeTask(task))));
      for (const task of found) if (task !== undefined && hasChanged(task)) tell(encodeTask(task));
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

function hasChanged({ status, statusMessage }: TaskRecord): boolean {
  return status !== 'working' || statusMessage !== undefined;
}

function readTaskIds(taskIds: unknown): readonly string[] {
  if (!Array.isArray(taskIds) || !taskIds.every((taskId) => typeof taskId === 'string')) {
    throw invalidParams('Invalid params: notifications.taskIds must be an array of strings');
  }
  if (taskIds.length > maximalTasks) throw invalidParams(`Too many taskIds: at most ${maximalTasks}`);
  return [...new Set(taskIds)];
}
