import type { Exchange } from './exchange.js';
import { type ClientIdentity, type Logger, type LogLevel, type RequestContext } from './handlers.js';
import { type JsonObject } from './json-object.js';
import { type Revision } from './revisions.js';
/** What an era knows about the sender of a request. */
export interface Caller {
    readonly revision: Revision;
    readonly client: ClientIdentity | undefined;
    readonly clientCapabilities: JsonObject;
    /** The least level of log messages that the client wants at this moment; `undefined`: it wants none. */
    readonly logLevel: LogLevel | undefined;
}
/** The context that handlers get. */
export declare class CallContext implements RequestContext {
    #private;
    readonly revision: Revision;
    readonly client?: ClientIdentity;
    readonly clientCapabilities: JsonObject;
    readonly meta: JsonObject;
    /** The URI that is read, for the handlers of resource templates. */
    readonly uri: string;
    /** @param meta `_meta` of the request, as it came. */
    constructor(exchange: Exchange, caller: Caller, meta: unknown, uri?: string);
    get signal(): AbortSignal;
    /** Nobody listens any more: the request was answered or cancelled. */
    get isClosed(): boolean;
    get log(): Logger;
    releaseConnection(): void;
    /** A function of its own, so that it can be taken out of the context. */
    get progress(): RequestContext['progress'];
    /** The same context for the handler of a resource template. */
    forUri(uri: string): CallContext;
    /** Stops the handler; the request can still be answered. */
    abort(reason: Error): void;
}
