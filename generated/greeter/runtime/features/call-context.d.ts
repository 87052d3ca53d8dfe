import type { Elicitations } from '../api/definition.js';
import type { Exchange } from '../exchange/exchange.js';
import { type AuthInfo, type ClientIdentity, type HttpRequestInfo, type Logger, type LogLevel, type RequestContext, type TraceContext } from '../api/handlers.js';
import type { HandlerContext, NoQuestions } from '../api/handler-context.js';
import { Interaction, type InteractionSource } from '../interaction/interaction.js';
import { type JsonObject } from '../protocol/json-object.js';
import { type Revision } from '../protocol/revisions.js';
/** What an era knows about the sender of a request. */
export interface Caller {
    readonly revision: Revision;
    readonly client: ClientIdentity | undefined;
    readonly clientCapabilities: JsonObject;
    /** The least level of log messages that the client wants at this moment; `undefined`: it wants none. */
    readonly logLevel: LogLevel | undefined;
}
/** The context that handlers get. */
export declare class CallContext implements HandlerContext {
    #private;
    readonly revision: Revision;
    readonly client?: ClientIdentity;
    readonly clientCapabilities: JsonObject;
    readonly meta: JsonObject;
    /** The URI that is read, for the handlers of resource templates. */
    readonly uri: string;
    /** Awaited before a handler is called. */
    readonly beforeHandler?: () => Promise<void>;
    /**
     * @param meta `_meta` of the request, as it came.
     * @param source What a talk with the client would begin with.
     */
    constructor(exchange: Exchange, caller: Caller, meta: unknown, source: InteractionSource, uri?: string);
    /**
     * To be called immediately before the handler is.
     *
     * @param kind With the name, what reports call it.
     * @param elicitations The questions that the definition declares for it.
     */
    enter(kind: 'TOOL' | 'PROMPT' | 'RESOURCE', name: string, elicitations: Elicitations | undefined): void;
    /** Made when it is first asked for: most handlers never ask. */
    get interaction(): Interaction;
    get http(): HttpRequestInfo | undefined;
    get auth(): AuthInfo | undefined;
    /** Who has to answer for the request. */
    get peer(): string;
    get trace(): TraceContext | undefined;
    get signal(): AbortSignal;
    /** Nobody listens any more: the request was answered or cancelled. */
    get isClosed(): boolean;
    get log(): Logger;
    /** A function of its own, so that it can be taken out of the context. */
    get progress(): RequestContext['progress'];
    get ask(): HandlerContext['ask'];
    get elicit(): NoQuestions;
    get sample(): HandlerContext['sample'];
    get roots(): HandlerContext['roots'];
    get step(): HandlerContext['step'];
    get flowId(): string;
    get onSuspend(): HandlerContext['onSuspend'];
    /** Only a task begins. */
    get beginTask(): HandlerContext['beginTask'];
    /** The same context for the handler of a resource template. */
    forUri(uri: string): CallContext;
    releaseConnection(): void;
    /** Stops the handler; the request can still be answered. */
    abort(reason: Error): void;
}
