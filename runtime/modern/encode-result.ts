import { describeServer } from '../service/describe-server.js';
import type { MessageText } from '../protocol/json-rpc.js';
import { wrapMembers, type ResultBody } from '../results/result-body.js';
import type { Revision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';

const serverKey = 'io.modelcontextprotocol/serverInfo';
const encoders = new WeakMap<Service, Map<Revision, Encode>>();
const plainHead = '{"resultType":"complete",';

type Encode = (body: ResultBody) => MessageText;

/**
 * What writes the results of a service: with their type, with the server in `_meta` and, where it can be cached, how long.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function resultEncoder(service: Service, revision: Revision): Encode {
  return encoders.get(service)?.get(revision) ?? createEncoder(service, revision);
}

function createEncoder(service: Service, revision: Revision): Encode {
  const server = `"${serverKey}":${JSON.stringify(describeServer(service.identity, revision))}}`;
  const plainTail = `,"_meta":{${server}}`;
  const encode = ({ members, meta, cache, resultType }: ResultBody): MessageText => {
    // As most results are: few pieces are put together faster than many.
    if (
      typeof members === 'string' &&
      members !== '' &&
      meta === undefined &&
      cache === undefined &&
      resultType === undefined
    ) {
      return `${plainHead}${members}${plainTail}`;
    }
    const hints = cache === undefined ? '' : `,"ttlMs":${cache.ttlMs},"cacheScope":"${cache.scope}"`;
    return wrapMembers(
      `"resultType":"${resultType ?? 'complete'}"${members.length === 0 ? '' : ','}`,
      members,
      `${hints},"_meta":{${encodeOwnMeta(meta)}${server}`,
    );
  };
  const known = encoders.get(service) ?? new Map<Revision, Encode>();
  encoders.set(service, known.set(revision, encode));
  return encode;
}

/** Members of the handler's `_meta`; the key that the protocol owns is not the handler's to set. */
function encodeOwnMeta(meta: { readonly [key: string]: unknown } | undefined): string {
  if (meta === undefined) return '';
  const text = JSON.stringify({ ...meta, [serverKey]: undefined }).slice(1, -1);
  return text === '' ? '' : `${text},`;
}
