import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import { isJsonObject } from '../../../../../runtime/wire/json.js';
import { isModern, revisions, type Revision } from './revision.js';

/** Modern errors but that for an unknown version: they identify a modern server. */
const modernCodes = new Set([-32_020, -32_021]);

/**
 * The older revision in which a server is greeted that has refused `revision`; `undefined` when there is none. A server that lists what it
 * supports gets the newest of these; one that refuses `server/discover` in any other way, or does not answer it, is a legacy server.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions
 */
export function olderRevision(revision: Revision, error: unknown): Revision | undefined {
  if (!(error instanceof PeerError) || (error.code !== undefined && modernCodes.has(error.code))) return undefined;
  const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
  const older = revisions.filter((other) => other < revision);
  if (Array.isArray(supported)) return older.find((other) => supported.includes(other));
  const isAnswered =
    error.code !== undefined || error.data !== undefined || (error.status !== undefined && !error.isOfHttp);
  return isAnswered && isModern(revision) ? older.find((other) => !isModern(other)) : undefined;
}
