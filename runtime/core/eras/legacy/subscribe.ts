import type { Exchange } from '../../exchange/exchange.js';
import { findResource } from '../../service/open-parts.js';
import { prepareCall } from '../../calls/prepare-call.js';
import { findTemplate } from '../../calls/read-resource.js';
import { refuseScopes } from '../../calls/refuse-scopes.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Request } from '../../../wire/json-rpc.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { protocolFeatures } from '../../../wire/protocol-features.js';
import { emptyBody, type ResultBody } from '../../results/result-body.js';
import type { Service } from '../../service/service.js';
import type { LegacySession } from './session.js';

/** Maximum number of URIs that one client can subscribe to. */
const maxSubscriptions = 1000;

/**
 * Serves `resources/subscribe`. A second subscription to a URI has no effect.
 *
 * @throws ProtocolError -32602 without a URI and for too many subscriptions, -32002 for an unknown resource, 403
 *   for a caller who lacks scopes.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export async function subscribe(
  service: Service,
  session: LegacySession,
  request: Request,
  { channel }: Exchange,
): Promise<ResultBody> {
  const uri = readUri(request.params);
  const prepared = await prepareCall(service, request, channel);
  if ('lacking' in prepared) return refuseScopes(request.method, prepared.lacking);
  const isKnown = service.resources.has(uri) && service.enabled.has('resources', uri);
  const isServed = isKnown || findTemplate(service, uri) !== undefined;
  if (!isServed && findResource(service, uri)?.read === undefined) {
    const { resourceNotFoundCode } = protocolFeatures[session.caller.protocolVersion];
    throw new ProtocolError(resourceNotFoundCode, 'Resource not found', { uri });
  }
  if (session.subscriptions.size >= maxSubscriptions && !session.subscriptions.has(uri)) {
    throw invalidParams(`Too many subscriptions: at most ${maxSubscriptions}`);
  }
  session.subscribe(uri);
  return emptyBody;
}

/**
 * Serves `resources/unsubscribe`, even without a subscription.
 *
 * @throws ProtocolError -32602 without a URI.
 */
export function unsubscribe(
  _service: Service,
  session: LegacySession,
  { params }: Request,
  _exchange: Exchange,
): ResultBody {
  session.unsubscribe(readUri(params));
  return emptyBody;
}

function readUri({ uri }: JsonObject): string {
  if (typeof uri !== 'string') throw invalidParams('Invalid params: "uri" must be a string');
  return uri;
}
