import type { Caller } from '../features/call-context.js';
import type { ElicitationDefinition } from '../api/definition.js';
import type { AskOptions, QuestionOptions, RequestedSchema, SamplingParams } from '../api/handler-context.js';
import { type JsonObject } from '../protocol/json-object.js';
import { type Dialog } from './dialog.js';
/** What a handler says to the client and hears from it while it answers one request. */
export declare class Conversation {
    #private;
    constructor(caller: Caller, dialog: Dialog);
    /**
     * Asks the user, with a form or a page.
     *
     * @throws TypeError for what is no message, no flat schema and no URL.
     */
    ask(message: string, target: RequestedSchema | {
        readonly url: string;
    }, { key, timeoutMs, unavailable, isStatic }?: AskOptions): Promise<JsonObject>;
    /**
     * Asks a question that the definition declares.
     *
     * @param values What stands for its placeholders.
     */
    elicit(key: string, { message, requestedSchema, url, unavailable }: ElicitationDefinition, values: JsonObject): Promise<JsonObject>;
    /**
     * Has the client's model write a message. Context that the client does not declare is not asked for.
     *
     * @throws TypeError for tool uses without results.
     */
    sample(params: SamplingParams, { key, timeoutMs }?: QuestionOptions): Promise<JsonObject>;
    /** The folders that the client works in. */
    roots({ key, timeoutMs }?: QuestionOptions): Promise<unknown>;
    /** Does something once in all rounds of a request. */
    step(name: string, run: () => unknown): Promise<unknown>;
}
