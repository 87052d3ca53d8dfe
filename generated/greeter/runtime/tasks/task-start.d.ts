import type { CallContext, Caller } from '../features/call-context.js';
import type { TaskOptions } from '../api/definition.js';
import { Exchange } from '../exchange/exchange.js';
import type { InteractionSource } from '../interaction/interaction.js';
import type { Dialog } from '../interaction/dialog.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type { RunningTask } from './running-task.js';
/**
 * The passage of a call from its request to a task. Before, all that it says goes to the request; afterwards, to the task.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
 */
export declare class TaskStart {
    #private;
    /** That of the call; what is sent on it goes to the request, until the task has begun. */
    readonly exchange: Exchange;
    /**
     * @param request The exchange of the request.
     * @param answer Answers the request, unless it has been answered; returns whether it did.
     */
    constructor(service: Service, request: Exchange, options: TaskOptions, answer: (body: ResultBody) => boolean);
    /** Absent until it has begun. */
    get task(): RunningTask | undefined;
    /** The definition leaves it to the handler when to begin. */
    get isUpToHandler(): boolean;
    /**
     * Begins the task and answers the request with it, unless that has been done.
     *
     * @throws ProtocolError 429 when there are too many tasks.
     */
    begin(): Promise<void>;
    /** The context of the call. */
    createContext(caller: Caller, meta: unknown, source: InteractionSource): CallContext;
    /** @param dialog How the call asks as long as it is no task. */
    joinDialog(dialog: Dialog): Dialog;
}
