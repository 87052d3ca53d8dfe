import type { JsonObject } from '../protocol/json-object.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { TaskRecord, TaskStore } from './task-store.js';
/** What a running task has to do with others. */
export interface TaskLinks {
    readonly store: TaskStore;
    /** Tells those who watch it what it has become; called when the store knows. */
    readonly tell: (task: TaskRecord) => void;
    /** Stops the handler. */
    readonly stop: (reason: Error) => void;
    /** Called when it is over. */
    readonly leave: () => void;
    /** Called with what nobody else is told. */
    readonly report: (message: string) => void;
}
/** What a task asks the client. */
export interface TaskQuestion<Worth> {
    /** Becomes the key of the request, unless the task has had one of that name. */
    readonly name: string;
    /** JSON text of the request: its method and parameters. */
    readonly request: string;
    /** How long the client has to answer, in milliseconds. Default: as long as the task lives. */
    readonly timeoutMs?: number | undefined;
    /** What a response is worth; `undefined`: nothing, as if it had not come. */
    readonly read: (response: unknown) => Worth | undefined;
}
/** A task whose handler runs in this process. */
export declare class RunningTask {
    #private;
    constructor(record: TaskRecord, links: TaskLinks);
    /** Says how far the work is. */
    describe(statusMessage: string): void;
    /**
     * Asks the client something.
     *
     * @returns What the response was worth; `undefined` when none came in time, or the task is over.
     * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
     */
    ask<Worth>({ name, request, timeoutMs, read }: TaskQuestion<Worth>): Promise<Worth | undefined>;
    /** Takes responses by the keys of their requests; what belongs to no open one is ignored. */
    answer(responses: JsonObject): Promise<void>;
    /** @param result JSON text of what the call is answered with. */
    complete(result: string): Promise<void>;
    /** The call is answered with an error. */
    fail(error: ProtocolError): Promise<void>;
    /** Stops it; what its handler still comes to counts no more. */
    cancel(reason: Error): Promise<void>;
}
