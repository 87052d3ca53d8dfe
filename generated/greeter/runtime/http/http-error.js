import { encodeError } from '../protocol/json-rpc.js';
/** Error that ends an HTTP request with a status and a JSON-RPC error without an id. */
export class HttpError extends Error {
    status;
    headers;
    /** JSON-RPC error code. */
    code;
    constructor(status, message, headers = {}, code = -32600) {
        super(message);
        this.status = status;
        this.headers = headers;
        this.code = code;
    }
}
/** Sends an `HttpError` as the response. */
export function refuse(reply, { status, headers, code, message }, more) {
    const body = encodeError(undefined, code, message);
    reply.send(status, { 'Content-Type': 'application/json', ...more, ...headers }, body);
}
