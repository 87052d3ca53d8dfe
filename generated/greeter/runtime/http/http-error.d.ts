import type { HttpHeaders, HttpReply } from './http-message.js';
/** A request that is refused as a whole, with a status and a JSON-RPC error that has no id. */
export declare class HttpError extends Error {
    readonly status: number;
    readonly headers: HttpHeaders;
    /** The JSON-RPC code. */
    readonly code: number;
    constructor(status: number, message: string, headers?: HttpHeaders, code?: number);
}
/** Sends the refusal. */
export declare function refuse(reply: HttpReply, { status, headers, code, message }: HttpError, more: HttpHeaders): void;
