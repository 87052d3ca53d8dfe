import type { HttpHeaders, HttpRequest } from './http-message.js';
import type { ResolvedHttpOptions } from './http-options.js';
/**
 * Checks the `Host` and `Origin` headers against the options, before anything else of a request is read. This stops web
 * pages that reach a local server through DNS rebinding.
 *
 * @throws HttpError 403.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security--endpoint
 */
export declare function checkHostAndOrigin(request: HttpRequest, options: ResolvedHttpOptions): void;
/** CORS headers of an answer: they let the page of an allowed `Origin` read the answer. */
export declare function corsHeaders(request: HttpRequest): HttpHeaders;
/** Headers of the answer to a CORS preflight request (`OPTIONS`). */
export declare function preflightHeaders(request: HttpRequest): HttpHeaders;
