/**
 * An error that reaches the client as a JSON-RPC error response instead of a tool result. A handler throws it when the
 * request itself is at fault; everything else that a tool throws becomes a result with `isError`. The message should be one
 * sentence: only its first line is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
 */
export class ProtocolError extends Error {
    name = 'ProtocolError';
    /** The JSON-RPC error code, an integer: above -32000 for purposes of one's own. What a revision does not allow becomes -32603. */
    code;
    /** More about the error, any JSON value; not sent when `undefined`. */
    data;
    constructor(code, message, data) {
        super(message);
        this.code = code;
        this.data = data;
    }
}
/** Thrown by a resource handler for a resource that does not exist; answered with the code that the revision demands. */
export class NotFoundError extends Error {
    name = 'NotFoundError';
}
/** The error for parameters that a method cannot accept: -32602. */
export function invalidParams(message, data) {
    return new ProtocolError(-32602, message, data);
}
/** The error for a name that the server does not have; names have at most 128 characters, more is not repeated. */
export function unknownName(kind, name) {
    return invalidParams(`Unknown ${kind}: ${name.slice(0, 128)}`);
}
/** The message of whatever was thrown: never a stack, and the text itself of what is no `Error`. */
export function messageOf(thrown) {
    if (thrown instanceof Error)
        return thrown.message;
    try {
        return String(thrown);
    }
    catch {
        return 'Unknown error';
    }
}
