import type { HttpRequest } from './http-message.js';
/** Kinds of answer that a client accepts. */
export interface Accepted {
    readonly json: boolean;
    readonly stream: boolean;
}
/**
 * Reads the `Accept` header. A client that sends none accepts everything.
 *
 * @throws HttpError 406 when the client accepts neither JSON nor event streams.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages
 */
export declare function readAccept(request: HttpRequest): Accepted;
/**
 * Checks the `Content-Type` and `Content-Encoding` headers of a POST.
 *
 * @throws HttpError 415 for another type than JSON and for a compressed body.
 */
export declare function checkContentType(request: HttpRequest): void;
/**
 * Reads and parses the body of a POST.
 *
 * @throws HttpError 413 for a body of more than `maxBytes`, 400 for a body that is not JSON in UTF-8.
 */
export declare function readMessage(request: HttpRequest, maxBytes: number): Promise<unknown>;
