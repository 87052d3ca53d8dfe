import { CallContext, type Caller } from '../features/call-context.js';
import type { HandlerContext } from '../api/handler-context.js';
import type { InteractionSource } from '../interaction/interaction.js';
import type { TaskStart } from './task-start.js';
/** The context of a call that may become a task. Once it is one, its progress is what the task says of itself. */
export declare class TaskContext extends CallContext {
    #private;
    readonly beforeHandler: () => Promise<void>;
    constructor(start: TaskStart, caller: Caller, meta: unknown, source: InteractionSource);
    get beginTask(): HandlerContext['beginTask'];
    /** @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications */
    get progress(): HandlerContext['progress'];
}
