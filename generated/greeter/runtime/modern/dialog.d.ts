import type { Answering, Exchange } from '../exchange/exchange.js';
import type { Interaction } from '../interaction/interaction.js';
import { type Dialog, type Question } from '../interaction/dialog.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { Service } from '../service/service.js';
import { type Binding, type Flow } from './flow.js';
/** What a dialog belongs to. */
export interface DialogScope {
    readonly service: Service;
    readonly exchange: Exchange;
    readonly interaction: Interaction;
    readonly binding: Binding;
    /** Of the request. */
    readonly params: JsonObject;
    /** What earlier rounds left; `undefined` in the first one. */
    readonly flow: Flow | undefined;
    /** Answers the request in the handler's stead. */
    readonly answering: Answering | undefined;
}
/**
 * Asks in the modern era: with the result of the request. The handler is left where it waits, and runs again when the
 * client comes back with answers.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export declare class ModernDialog implements Dialog {
    #private;
    constructor(scope: DialogScope);
    put(question: Question): Promise<JsonObject>;
    refuse(required: JsonObject): Promise<never>;
    step(name: string, run: () => Promise<string | undefined>): Promise<string | undefined>;
}
