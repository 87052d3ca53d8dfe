import type { HttpRequest } from './http-message.js';
/** The kinds of answer that a client takes. */
export interface Accepted {
    readonly json: boolean;
    readonly stream: boolean;
}
/**
 * What a client takes as an answer; without an `Accept` header it takes all.
 *
 * @throws HttpError 406 when it is nothing that the server has.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages
 */
export declare function readAccept(request: HttpRequest): Accepted;
/**
 * Checks that the body of a POST can be one.
 *
 * @throws HttpError 415 for another type than JSON and for a compressed body.
 */
export declare function checkMessage(request: HttpRequest): void;
/**
 * Parses the body of a POST.
 *
 * @param body `undefined`: it was too large.
 * @throws HttpError 413 for a body that is too large, 400 for one that is no JSON.
 */
export declare function parseMessage(body: Uint8Array | undefined, maxBytes: number): unknown;
