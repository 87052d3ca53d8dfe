import type { TaskRecord } from '../../core/api/task-store.js';
import type { Service } from '../../core/service/service.js';
import type { WatchedTasks } from '../../core/service/task-port.js';
import { encodeTask } from './running-task.js';
import { tasksOf } from './tasks-of.js';

/**
 * Finds the tasks that a client wants to watch. Tasks of other principals are omitted.
 *
 * @see
 *   https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications
 */
export async function findTasks(
  service: Service,
  wanted: readonly string[],
  principal: string | undefined,
): Promise<WatchedTasks> {
  const board = tasksOf(service);
  const records = await Promise.all([...new Set(wanted)].map((taskId) => board.find(taskId, principal)));
  const found = records.filter((task) => task !== undefined);
  const taskIds = found.map((task) => task.taskId);
  return {
    taskIds,
    watch: async (tell) => {
      const stop = await board.watch(taskIds, (task) => tell(encodeTask(task)));
      // A task may have changed since it was found.
      const now = await Promise.all(taskIds.map((taskId) => board.find(taskId, principal)));
      for (const task of now) if (task !== undefined && hasChanged(task)) tell(encodeTask(task));
      return stop;
    },
  };
}

function hasChanged({ status, statusMessage }: TaskRecord): boolean {
  return status !== 'working' || statusMessage !== undefined;
}
