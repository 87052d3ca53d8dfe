import type { Exchange } from '../exchange/exchange.js';
import { type Dialog, type Question } from '../interaction/dialog.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { OpenQuestions } from './open-questions.js';
/**
 * Asks in the legacy era: with a request to the client, on the way that the answer to the client's own request takes.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#requests
 */
export declare class LegacyDialog implements Dialog {
    #private;
    constructor(exchange: Exchange, questions: OpenQuestions);
    put(question: Question): Promise<JsonObject>;
    /** Nothing to be undone: the handler runs only once, and may catch it. */
    refuse(required: JsonObject): Promise<never>;
    step(_name: string, run: () => Promise<string | undefined>): Promise<string | undefined>;
}
