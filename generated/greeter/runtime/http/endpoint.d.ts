import type { AuthInfo, HttpRequestInfo } from '../api/handlers.js';
import type { Service } from '../service/service.js';
import { type HttpReply, type HttpRequest } from './http-message.js';
import type { ResolvedHttpOptions } from './http-options.js';
/** Finds out who sends a request. `undefined` or an {@link AccessError} refuses the request. */
export type Authenticate = (request: HttpRequestInfo) => AuthInfo | undefined | Promise<AuthInfo | undefined>;
/** Options of an `HttpEndpoint`. */
export interface EndpointOptions {
    readonly http: ResolvedHttpOptions;
    readonly maxMessageBytes: number;
    readonly ordered: boolean;
    readonly authenticate?: Authenticate | undefined;
}
/**
 * MCP endpoint over HTTP, for both eras at once. The adapters for Node and `fetch` pass requests to it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export declare class HttpEndpoint {
    #private;
    constructor(service: Service, options: EndpointOptions);
    /** Answers a request. Never rejects. */
    handle(request: HttpRequest, reply: HttpReply): Promise<void>;
    /** Ends subscriptions and questions to clients. Resolves when all running requests are answered. */
    drain(): Promise<void>;
    /** Closes sessions and streams, and cancels running requests. */
    close(): void;
}
