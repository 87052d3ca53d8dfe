import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import { isJsonObject } from '../../../../../runtime/wire/json.js';
import { isModern, protocolVersions, type ProtocolVersion } from './protocol-version.js';

/** Error codes that identify a modern server, except the code for an unsupported version. */
const modernCodes = new Set([-32_020, -32_021]);

/**
 * The older protocol version in which a server is greeted that has refused `protocol version`; `undefined` when there is none. A server that lists what it
 * supports gets the newest of these; one that refuses `server/discover` in any other way, or does not answer it, is a legacy server.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function olderVersion(protocolVersion: ProtocolVersion, error: unknown): ProtocolVersion | undefined {
  if (!(error instanceof PeerError) || (error.code !== undefined && modernCodes.has(error.code))) return undefined;
  const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
  const older = protocolVersions.filter((other) => other < protocolVersion);
  if (Array.isArray(supported)) return older.find((other) => supported.includes(other));
  const isAnswered =
    error.code !== undefined || error.data !== undefined || (error.status !== undefined && !error.isOfHttp);
  return isAnswered && isModern(protocolVersion) ? older.find((other) => !isModern(other)) : undefined;
}
