/**
 * Thrown by `authenticate` to refuse a request in its own words. (To return nothing is to refuse it with 401.)
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export class AccessError extends Error {
    name = 'AccessError';
    /** 401: who are you? 403: not you. */
    status;
    /** The `WWW-Authenticate` header, such as `Bearer resource_metadata="https://…"`. */
    challenge;
    constructor(status, message, challenge) {
        super(message);
        this.status = status;
        this.challenge = challenge;
    }
}
