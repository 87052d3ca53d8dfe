import type { MessageText } from '../protocol/json-rpc.js';
import { modernRevisions } from '../protocol/revisions.js';
import { wrapMembers, type ResultBody } from '../results/result-body.js';
import { describeServer } from '../service/describe-server.js';
import { perService } from '../service/per-service.js';
import type { Service } from '../service/service.js';

const serverKey = 'io.modelcontextprotocol/serverInfo';
/** JSON text of each server's `serverInfo`. All modern revisions know the same fields of it. */
const serverTextOf = perService(({ identity }) => JSON.stringify(describeServer(identity, modernRevisions[0])));

/**
 * JSON text of a modern result: its type, its members, cache hints where it can be cached, and the server in `_meta`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function encodeResult(service: Service, { members, meta, cache, resultType }: ResultBody): MessageText {
  const hints = cache === undefined ? '' : `,"ttlMs":${cache.ttlMs},"cacheScope":"${cache.scope}"`;
  return wrapMembers(
    `"resultType":"${resultType ?? 'complete'}"${members.length === 0 ? '' : ','}`,
    members,
    `${hints},"_meta":{${encodeOwnMeta(meta)}"${serverKey}":${serverTextOf(service)}}`,
  );
}

/** Members of the handler's `_meta`, without the key that belongs to the protocol. */
function encodeOwnMeta(meta: ResultBody['meta']): string {
  if (meta === undefined) return '';
  const text = JSON.stringify({ ...meta, [serverKey]: undefined }).slice(1, -1);
  return text === '' ? '' : `${text},`;
}
