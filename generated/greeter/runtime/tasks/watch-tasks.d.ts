import type { Service } from '../service/service.js';
/** The tasks that a subscription is told of. */
export interface WatchedTasks {
    readonly taskIds: readonly string[];
    /** Begins; a task that has changed since it began is told of at once. */
    start(): void;
    stop(): void;
}
/**
 * Finds the tasks that a client wants to be told of; those that it may not know of are left out.
 *
 * @param filter `taskIds` of the request.
 * @param tell Called with the JSON text of the members of a task whenever it changes.
 * @throws ProtocolError -32602 for a filter that is none.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications
 */
export declare function watchTasks(service: Service, filter: unknown, principal: string | undefined, tell: (members: string) => void): Promise<WatchedTasks>;
