import type { Exchange } from '../../exchange/exchange.js';
import { findEntries } from '../../calls/find-entries.js';
import { findSkillFile } from '../../../features/skills/find-skills.js';
import { findTemplate } from '../../calls/read-resource.js';
import { refuseScopes } from '../../calls/refuse-scopes.js';
import type { JsonObject } from '../../../wire/json-object.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { revisionFeatures } from '../../../wire/revisions.js';
import { emptyBody, type ResultBody } from '../../results/result-body.js';
import type { Service } from '../../service/service.js';
import type { LegacySession } from './session.js';

/** Maximum number of URIs that one client can subscribe to. */
const maximalSubscriptions = 1000;

/**
 * Serves `resources/subscribe`. A second subscription to a URI changes nothing.
 *
 * @throws ProtocolError -32602 without a URI and for too many, -32002 for a resource that the server does not have, 403 for a
 *   caller who lacks scopes.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export async function subscribe(
  service: Service,
  session: LegacySession,
  params: JsonObject,
  { channel }: Exchange,
): Promise<ResultBody> {
  const uri = readUri(params);
  const method = 'resources/subscribe';
  const lacking = service.access?.findLacking(findEntries(service, { method, params }), channel.auth);
  if (lacking !== undefined) return refuseScopes(method, lacking);
  const isKnown = service.resources.has(uri) && service.enabled.has('resources', uri);
  const isServed = isKnown || findTemplate(service, uri) !== undefined;
  if (!isServed && (await findSkillFile(service, uri)) === undefined) {
    const { resourceNotFoundCode } = revisionFeatures[session.caller.revision];
    throw new ProtocolError(resourceNotFoundCode, 'Resource not found', { uri });
  }
  if (session.subscriptions.size >= maximalSubscriptions && !session.subscriptions.has(uri)) {
    throw invalidParams(`Too many subscriptions: at most ${maximalSubscriptions}`);
  }
  session.subscribe(uri);
  return emptyBody;
}

/**
 * Serves `resources/unsubscribe`, also without a subscription.
 *
 * @throws ProtocolError -32602 without a URI.
 */
export function unsubscribe(
  _service: Service,
  session: LegacySession,
  params: JsonObject,
  _exchange: Exchange,
): ResultBody {
  session.unsubscribe(readUri(params));
  return emptyBody;
}

function readUri({ uri }: JsonObject): string {
  if (typeof uri !== 'string') throw invalidParams('Invalid params: "uri" must be a string');
  return uri;
}
