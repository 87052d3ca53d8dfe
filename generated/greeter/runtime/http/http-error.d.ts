import type { HttpHeaders, HttpReply } from './http-message.js';
/** Error that ends an HTTP request with a status and a JSON-RPC error without an id. */
export declare class HttpError extends Error {
    readonly status: number;
    readonly headers: HttpHeaders;
    /** JSON-RPC error code. */
    readonly code: number;
    constructor(status: number, message: string, headers?: HttpHeaders, code?: number);
}
/** Sends an `HttpError` as the response. */
export declare function refuse(reply: HttpReply, { status, headers, code, message }: HttpError, more: HttpHeaders): void;
