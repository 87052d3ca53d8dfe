import type { JsonObject } from '../../../wire/json-object.js';
import type { MessageText } from '../../../wire/json-rpc.js';
import { modernRevisions } from '../../../wire/revisions.js';
import { wrapMembers, type ResultBody } from '../../results/result-body.js';
import { describeServer } from '../../service/describe-server.js';
import { perService } from '../../service/per-service.js';
import type { Service } from '../../service/service.js';

const serverKey = 'io.modelcontextprotocol/serverInfo';
/** Name, title and version of each server in `_meta`, and the end of `_meta`. Icons alone can be larger than a result. */
const serverMetaOf = perService(({ identity }) => {
  const { name, title, version } = describeServer(identity, modernRevisions[0]);
  return encodeServer({ name, title, version });
});
/** The end of a result that has nothing else in `_meta`, and no cache hints. */
const plainEndOf = perService((service) => `,"_meta":{${serverMetaOf(service)}}`);

/**
 * JSON text of a modern result: its type, its members, cache hints where it can be cached, and the server in `_meta`.
 * `server/discover` alone carries the whole description of the server.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function encodeResult(service: Service, body: ResultBody): MessageText {
  const { members, meta, cache, serverInfo, resultType = 'complete' } = body;
  // The usual result, from few parts: 4 % less time for a call.
  if (typeof members === 'string' && members !== '' && meta === undefined && cache === undefined) {
    if (resultType === 'complete') return `{"resultType":"complete",${members}${plainEndOf(service)}`;
  }
  const hints = cache === undefined ? '' : `,"ttlMs":${cache.ttlMs},"cacheScope":"${cache.scope}"`;
  return wrapMembers(
    `"resultType":"${resultType}"${members.length === 0 ? '' : ','}`,
    members,
    `${hints},"_meta":{${encodeOwnMeta(meta)}${serverInfo === undefined ? serverMetaOf(service) : encodeServer(serverInfo)}`,
  );
}

function encodeServer(serverInfo: JsonObject): string {
  return `"${serverKey}":${JSON.stringify(serverInfo)}}`;
}

/** Members of the handler's `_meta`, without the key that belongs to the protocol. */
function encodeOwnMeta(meta: ResultBody['meta']): string {
  if (meta === undefined) return '';
  const text = JSON.stringify({ ...meta, [serverKey]: undefined }).slice(1, -1);
  return text === '' ? '' : `${text},`;
}
