import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import { isJsonObject } from '../../../../../runtime/wire/json.js';
import { isModern, protocolVersions, type ProtocolVersion } from './protocol-version.js';

/** Error codes that identify a modern server, except the code for an unsupported version. */
const modernCodes = new Set([-32_020, -32_021]);

/**
 * Returns the older protocol version to use for the handshake with a server that has refused `protocolVersion`;
 * `undefined` if there is none. For a server that lists its supported versions, this is the newest older version that
 * both support; a server that refuses `server/discover` in any other way, or does not respond to it, is a legacy
 * server.
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
