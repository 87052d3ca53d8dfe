import { CallContext } from '../call-context.js';
import { serveFeature } from '../serve-feature.js';
import { readCaller } from './caller.js';
import { encodeResult } from './encode-result.js';
import { introduce } from './introduce.js';
/**
 * Serves a request of the modern era: all there is to know about its sender stands in the request.
 *
 * @throws ProtocolError for what becomes an error response.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function serveRequest(service, request, exchange) {
    const caller = readCaller(request.params);
    const encode = (body) => encodeResult(service, caller.revision, body);
    if (request.method === 'server/discover')
        return { body: introduce(service, caller.revision), encode };
    if (request.method === 'subscriptions/listen') {
        return { body: import('./listen.js').then(({ listen }) => listen(service, request.params, exchange)), encode };
    }
    return { body: serveFeature(service, request, new CallContext(exchange, caller, request.params['_meta'])), encode };
}
