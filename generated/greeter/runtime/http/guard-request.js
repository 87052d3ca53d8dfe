import { noHeaders } from './http-message.js';
const ownNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);
/**
 * Why a request is refused before anything of it is looked at; `undefined`: it is not. A page that somebody visits can
 * make the browser call a server on the same machine under a name of its own; `Host` and `Origin` show that.
 *
 * @param host The header of the request.
 * @param origin The same.
 * @param knownHost One that was allowed before: most requests name the same.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security--endpoint
 */
export function findForbidden(host, origin, knownHost, options) {
    const isKnown = host !== undefined && host === knownHost;
    if (!isKnown && !isAllowedHost(host, options))
        return 'The Host header names none of the allowedHosts';
    if (origin === undefined || isAllowedOrigin(origin, options))
        return undefined;
    return 'The Origin header names none of the allowedOrigins';
}
function isAllowedHost(sent, { allowedHosts, host }) {
    const name = sent === undefined ? '' : nameOf(sent);
    if (allowedHosts !== undefined)
        return allowedHosts.some((allowed) => allowed.toLowerCase() === name);
    return !isOwnAddress(host) || isOwnAddress(name);
}
function isAllowedOrigin(origin, { allowedOrigins, host }) {
    if (allowedOrigins !== undefined)
        return allowedOrigins.includes(origin);
    if (!isOwnAddress(host))
        return false;
    try {
        const { protocol, hostname } = new URL(origin);
        return (protocol === 'http:' || protocol === 'https:') && isOwnAddress(hostname);
    }
    catch {
        return false;
    }
}
function isOwnAddress(host) {
    return ownNames.has(host) || /^127\.\d+\.\d+\.\d+$/u.test(host);
}
/** The name in a `Host` header, without the port. */
function nameOf(host) {
    return host.replace(/:\d+$/u, '').toLowerCase();
}
/** What lets the page that asks, and was not refused, read the answer. */
export function corsHeaders(origin) {
    if (origin === undefined)
        return noHeaders;
    return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'Mcp-Session-Id, WWW-Authenticate',
        Vary: 'Origin',
    };
}
/** The answer to a browser that asks beforehand what it may send. */
export function preflightHeaders(request) {
    return {
        ...corsHeaders(request.read('origin')),
        'Access-Control-Allow-Methods': 'POST, GET, DELETE',
        'Access-Control-Allow-Headers': request.read('access-control-request-headers') ?? '*',
        'Access-Control-Max-Age': '600',
    };
}
