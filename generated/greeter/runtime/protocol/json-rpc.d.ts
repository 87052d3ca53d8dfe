import { type JsonObject } from './json-object.js';
import type { ProtocolError } from './protocol-error.js';
/** What ties an answer to its request; echoed as it came. */
export type RequestId = string | number;
/** A message ready to be framed: JSON text, in parts when some of it is kept encoded as UTF-8. */
export type MessageText = string | readonly (string | Uint8Array)[];
export interface Request {
    readonly kind: 'request';
    readonly id: RequestId;
    readonly method: string;
    readonly params: JsonObject;
}
export interface Notification {
    readonly kind: 'notification';
    readonly method: string;
    readonly params: JsonObject;
}
/** An answer to a request of ours. */
export interface Response {
    readonly kind: 'response';
    readonly id: unknown;
    readonly result: unknown;
    /** `undefined` when it is a result. */
    readonly error: unknown;
}
/** What a peer sent, sorted. */
export type Incoming = Request | Notification | Response
/** Deserves an error; `id` is there when it could be read. */
 | {
    readonly kind: 'invalid';
    readonly id?: RequestId;
    readonly reason: string;
}
/** Malformed, but nobody waits for an answer. */
 | {
    readonly kind: 'ignored';
};
/**
 * Sorts a parsed message. Arrays are invalid here: where batches are allowed, each entry is sorted on its own.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export declare function classify(message: unknown): Incoming;
/** Whether a value can be the id of a request; an integer beyond 2^53 - 1 could not be echoed as it came. */
export declare function isRequestId(value: unknown): value is RequestId;
/** The answer to a request that succeeded; `result` is the JSON text of an object. */
export declare function encodeResponse(id: RequestId, result: MessageText): MessageText;
/** A request of our own. */
export declare function encodeRequest(id: string, method: string, params: JsonObject | undefined): string;
/**
 * An error response. Without an id that could be read, it has no `id` member: clients reject `null`. The message should be
 * one sentence, so no more than its first line is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#error
 */
export declare function encodeError(id: RequestId | undefined, code: number, message: string, data?: unknown): string;
/** The error response for an error that was thrown, with this code; `data` that is not JSON is left out. */
export declare function encodeProtocolError(id: RequestId, { message, data }: ProtocolError, code: number): string;
/**
 * The code for an error that was thrown; one that is not allowed becomes -32603. The modern era leaves -32000 to -32019 alone,
 * and of -32020 to -32099 it knows only what the specification defines, with the data that this comes with; a wrong
 * header (-32020) is found before anything is served. In the legacy era -32002 and -32042 are defined as well.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export declare function allowedCode({ code, data }: ProtocolError, isModern: boolean): number;
/** A notification; `params` is the JSON text of an object. */
export declare function encodeNotification(method: string, params: string): string;
