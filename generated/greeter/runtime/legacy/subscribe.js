import { invalidParams, ProtocolError } from '../protocol/protocol-error.js';
import { findTemplate } from '../features/read-resource.js';
import { revisionFeatures } from '../protocol/revisions.js';
/** URIs that one client can subscribe to. */
const maximalSubscriptions = 1000;
/**
 * Takes a `resources/subscribe`. To subscribe twice is to subscribe once.
 *
 * @throws ProtocolError -32602 without a URI and for too many, -32002 for a resource that the server does not have.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export function subscribe(service, session, params) {
    const uri = readUri(params);
    const isKnown = service.resources.has(uri) && service.enabled.has('resources', uri);
    if (!isKnown && findTemplate(service, uri) === undefined) {
        throw new ProtocolError(revisionFeatures[session.caller.revision].resourceNotFoundCode, 'Resource not found', {
            uri,
        });
    }
    if (session.subscriptions.size >= maximalSubscriptions && !session.subscriptions.has(uri)) {
        throw invalidParams(`Too many subscriptions: at most ${maximalSubscriptions}`);
    }
    session.subscriptions.add(uri);
}
/**
 * Takes a `resources/unsubscribe`; there need not have been a subscription.
 *
 * @throws ProtocolError -32602 without a URI.
 */
export function unsubscribe(session, params) {
    session.subscriptions.delete(readUri(params));
}
function readUri({ uri }) {
    if (typeof uri !== 'string')
        throw invalidParams('Invalid params: "uri" must be a string');
    return uri;
}
