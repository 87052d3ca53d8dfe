import { loadLazily } from '../service/load-lazily.js';
import { serveFeature } from '../features/serve-feature.js';
import { readCaller } from './caller.js';
import { resultEncoder } from './encode-result.js';
import { introduce } from './introduce.js';
const calls = loadLazily(() => import('./serve-call.js'));
/**
 * Serves a request of the modern era: all there is to know about its sender stands in the request.
 *
 * @throws ProtocolError for what becomes an error response.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function serveRequest(service, request, exchange) {
    const caller = readCaller(request.params);
    const { revision } = caller;
    const encode = resultEncoder(service, revision);
    if (request.method === 'server/discover')
        return { body: introduce(service, revision), encode };
    if (request.method === 'subscriptions/listen') {
        return {
            body: import('./listen.js').then(({ listen }) => listen(service, request.params, exchange, caller)),
            encode,
        };
    }
    if (request.method.startsWith('tasks/')) {
        const body = import('../tasks/serve-task-method.js').then(({ serveTaskMethod }) => serveTaskMethod(service, request, exchange, caller));
        return { body, encode };
    }
    const body = serveFeature(service, request, revision) ??
        calls.loaded?.serveCall({ service, request, exchange, caller }) ??
        calls.load(({ serveCall }) => serveCall({ service, request, exchange, caller }));
    return { body, encode };
}
