import { type HttpHeaders, type HttpRequest } from './http-message.js';
import type { ResolvedHttpOptions } from './http-options.js';
/**
 * Why a request is refused before anything of it is looked at; `undefined`: it is not. A page that somebody visits can
 * make the browser call a server on the same machine under a name of its own; `Host` and `Origin` show that.
 *
 * @param host The header of the request.
 * @param origin The same.
 * @param knownHost One that was allowed before: most requests name the same.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security--endpoint
 */
export declare function findForbidden(host: string | undefined, origin: string | undefined, knownHost: string | undefined, options: ResolvedHttpOptions): string | undefined;
/** What lets the page that asks, and was not refused, read the answer. */
export declare function corsHeaders(origin: string | undefined): HttpHeaders;
/** The answer to a browser that asks beforehand what it may send. */
export declare function preflightHeaders(request: HttpRequest): HttpHeaders;
