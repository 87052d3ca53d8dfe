import type { TaskOptions } from '../api/definition.js';
import type { Service } from '../service/service.js';
import { RunningTask } from './running-task.js';
import { type TaskRecord } from './task-store.js';
/** All tasks of a server: where they are kept, which of them run here, and who watches them. */
export declare class TaskBoard {
    #private;
    constructor(service: Service);
    /**
     * Begins a task. It can be found as soon as this resolves.
     *
     * @param stop Stops its handler.
     * @throws ProtocolError as the store says, 429 when there are too many; -32603 when it fails.
     * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
     */
    begin({ ttlMs, pollIntervalMs }: TaskOptions, principal: string | undefined, stop: (reason: Error) => void): Promise<{
        readonly task: RunningTask;
        readonly record: TaskRecord;
    }>;
    /** The task with an id; `undefined` for one that does not exist, is forgotten or belongs to somebody else. */
    find(taskId: string, principal: string | undefined): Promise<TaskRecord | undefined>;
    /** The task with an id if it runs, and runs in this process. */
    running(taskId: string): RunningTask | undefined;
    /**
     * @param watcher Told what a task has become whenever it changes.
     * @returns What stops that.
     */
    watch(taskId: string, watcher: (task: TaskRecord) => void): () => void;
}
/** The tasks of a server; its board is made when it is first asked for. */
export declare function tasksOf(service: Service): TaskBoard;
