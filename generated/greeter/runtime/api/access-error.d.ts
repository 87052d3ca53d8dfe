/**
 * Thrown by `authenticate` to refuse a request in its own words. (To return nothing is to refuse it with 401.)
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export declare class AccessError extends Error {
    readonly name = "AccessError";
    /** 401: who are you? 403: not you. */
    readonly status: 401 | 403;
    /** The `WWW-Authenticate` header, such as `Bearer resource_metadata="https://…"`. */
    readonly challenge: string | undefined;
    constructor(status: 401 | 403, message: string, challenge?: string);
}
