import { encodeError } from '../protocol/json-rpc.js';
/** A request that is refused as a whole, with a status and a JSON-RPC error that has no id. */
export class HttpError extends Error {
    status;
    headers;
    /** The JSON-RPC code. */
    code;
    constructor(status, message, headers = {}, code = -32600) {
        super(message);
        this.status = status;
        this.headers = headers;
        this.code = code;
    }
}
/** Sends the refusal. */
export function refuse(reply, { status, headers, code, message }, more) {
    const body = encodeError(undefined, code, message);
    reply.send(status, { 'Content-Type': 'application/json', ...more, ...headers }, body);
}
