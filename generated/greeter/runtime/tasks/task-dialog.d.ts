import { type Dialog, type Question } from '../interaction/dialog.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { TaskStart } from './task-start.js';
/**
 * Asks in the middle of a task: the question stands in the task until the client has answered it, and the handler waits.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
 */
export declare class TaskDialog implements Dialog {
    #private;
    /** @param before How the call asks as long as it is no task. */
    constructor(start: TaskStart, before: Dialog);
    put(question: Question): Promise<JsonObject>;
    /** The handler may catch it: it is not run again. */
    refuse(requiredCapabilities: JsonObject): Promise<never>;
    step(name: string, run: () => Promise<string | undefined>): Promise<string | undefined>;
}
