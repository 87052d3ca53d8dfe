import { describeCapabilities, describeServer } from '../../service/describe-server.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { isClientIdentity } from '../../exchange/exchange.js';
import type { ResultBody } from '../../results/result-body.js';
import { legacyProtocolVersions, type LegacyProtocolVersion } from '../../../wire/protocol-versions.js';
import type { Service } from '../../service/service.js';
import type { LegacySession } from './session.js';

/**
 * Serves `initialize`. On stdio, a second `initialize` restarts the session. Over HTTP it is refused: the headers of
 * later requests repeat the negotiated protocol version.
 *
 * @throws ProtocolError -32600 for a second `initialize` in a session over HTTP; -32602 for missing or malformed
 *   parameters, and if negotiation is strict and every supported protocol version is newer.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export function initialize(service: Service, session: LegacySession, params: JsonObject): ResultBody {
  const { definition, identity } = service;
  if (session.id !== undefined && session.caller.client !== undefined) {
    throw new ProtocolError(-32600, 'Invalid Request: already initialized');
  }
  const { protocolVersion, capabilities, clientInfo } = params;
  if (typeof protocolVersion !== 'string' || !isJsonObject(capabilities) || !isClientIdentity(clientInfo)) {
    throw invalidParams('Invalid params: protocolVersion, capabilities or clientInfo is missing or malformed');
  }
  const negotiated = negotiate(protocolVersion, definition.negotiation === 'strict');
  session.restart(negotiated, clientInfo, capabilities);
  const result = JSON.stringify({
    protocolVersion: negotiated,
    capabilities: describeCapabilities(service, negotiated),
    serverInfo: describeServer(identity, negotiated),
    instructions: identity.instructions || undefined,
  });
  return { members: result.slice(1, -1) };
}

/**
 * Returns the negotiated protocol version. If the requested version is unknown, the result is the latest legacy version
 * or, with `negotiation: strict`, the latest version that is not newer than the requested one.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation
 */
function negotiate(requested: string, isStrict: boolean): LegacyProtocolVersion {
  const supported = legacyProtocolVersions.find((protocolVersion) => protocolVersion === requested);
  if (supported !== undefined) return supported;
  const fallback = isStrict
    ? legacyProtocolVersions.findLast((protocolVersion) => protocolVersion <= requested)
    : legacyProtocolVersions.at(-1);
  if (fallback === undefined) {
    throw invalidParams('Unsupported protocol version', { supported: legacyProtocolVersions, requested });
  }
  return fallback;
}
