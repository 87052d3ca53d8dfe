import type { AuthInfo, HttpRequestInfo } from '../api/handlers.js';
import type { Service } from '../service/service.js';
import { type HttpReply, type HttpRequest } from './http-message.js';
import type { ResolvedHttpOptions } from './http-options.js';
/** Finds out who sends a request. `undefined` or an {@link AccessError} refuses it. */
export type Authenticate = (request: HttpRequestInfo) => AuthInfo | undefined | Promise<AuthInfo | undefined>;
export interface EndpointOptions {
    readonly http: ResolvedHttpOptions;
    readonly maxMessageBytes: number;
    readonly ordered: boolean;
    readonly authenticate?: Authenticate | undefined;
}
/**
 * The MCP endpoint over HTTP, for both eras at once. Adapters hand requests to it.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export declare class HttpEndpoint {
    #private;
    constructor(service: Service, options: EndpointOptions);
    /** Answers a request, whatever it is. Never throws. */
    handle(request: HttpRequest, reply: HttpReply): void;
    /** Ends subscriptions and questions, and resolves when all that is being served has been answered. */
    drain(): Promise<void>;
    /** Ends sessions and streams, and stops what is still running. */
    close(): void;
}
