import type { Exchange } from '../../exchange/exchange.js';
import { serveList } from '../../calls/serve-list.js';
import type { JsonObject } from '../../../wire/json.js';
import type { MessageText, Request } from '../../../wire/json-rpc.js';
import { ProtocolError } from '../../../wire/protocol-error.js';
import { modernProtocolVersions, type ModernProtocolVersion } from '../../../wire/protocol-versions.js';
import type { ResultBody } from '../../results/result-body.js';
import { describeCapabilities, describeServer } from '../../service/describe-server.js';
import { listCacheHints } from '../../service/lists.js';
import { perService } from '../../service/per-service.js';
import type { Service } from '../../service/service.js';
import { readModernCaller } from './caller.js';
import type * as Calls from './serve-call.js';

/** Loaded by the first request that a handler serves: lists are served faster without it. */
let calls: typeof Calls | undefined;

/**
 * Serves a request of the modern era. Its `_meta` describes the sender.
 *
 * @throws ProtocolError for every failure that becomes a JSON-RPC error.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function serveModernRequest(
  service: Service,
  request: Request,
  exchange: Exchange,
): ResultBody | Promise<ResultBody> {
  const { method, params } = request;
  const caller = readModernCaller(params);
  const row = service.parts.inEra.modern.get(method);
  if (row === undefined) throw new ProtocolError(-32601, 'Method not found');
  const { list } = row;
  if (list !== undefined) return serveList(service, exchange, caller.protocolVersion, list, params['cursor']);
  if (method === 'server/discover') return discover(service, caller.protocolVersion);
  if (method === 'subscriptions/listen') {
    return import('./listen.js').then(({ listen }) => listen(service, params, exchange, caller));
  }
  if (calls !== undefined) return calls.serveCall({ service, request, exchange, caller });
  return import('./serve-call.js').then((loaded) => {
    calls = loaded;
    return loaded.serveCall({ service, request, exchange, caller });
  });
}

/**
 * Serves `server/discover`. Lists only modern versions, because clients can declare no others in `_meta`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
function discover(service: Service, protocolVersion: ModernProtocolVersion): ResultBody {
  const { definition, identity } = service;
  const result = JSON.stringify({
    supportedVersions: modernProtocolVersions,
    capabilities: describeCapabilities(service, protocolVersion),
    instructions: identity.instructions || undefined,
  });
  const serverInfo = describeServer(identity, protocolVersion);
  return { members: result.slice(1, -1), cache: listCacheHints(definition, 'discover'), serverInfo };
}

const serverKey = 'io.modelcontextprotocol/serverInfo';
/**
 * End of `_meta`, with name, title and version of the server. Without icons, which can be larger than a result.
 */
const serverMetaOf = perService(({ identity }) => {
  const { name, title, version } = describeServer(identity, modernProtocolVersions[0]);
  return encodeServer({ name, title, version });
});
/** End of a result without handler `_meta` and cache hints. */
const plainEndOf = perService((service) => `,"_meta":{${serverMetaOf(service)}}`);

/**
 * Encodes a modern result: its type, its members, cache hints, and the server in `_meta`. Only `server/discover`
 * returns the complete server description.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function encodeResult(service: Service, body: ResultBody): MessageText {
  const { members, meta, cache, serverInfo, resultType = 'complete' } = body;
  // Fast path for common results: 4% less time per call.
  if (typeof members === 'string' && members !== '' && meta === undefined && cache === undefined) {
    if (resultType === 'complete') return `{"resultType":"complete",${members}${plainEndOf(service)}`;
  }
  const hints = cache === undefined ? '' : `,"ttlMs":${cache.ttlMs},"cacheScope":"${cache.scope}"`;
  const head = `{"resultType":"${resultType}"${members.length === 0 ? '' : ','}`;
  const end = `${hints},"_meta":{${encodeOwnMeta(meta)}${serverInfo === undefined ? serverMetaOf(service) : encodeServer(serverInfo)}}`;
  return typeof members === 'string' ? head + members + end : [head, members, end];
}

function encodeServer(serverInfo: JsonObject): string {
  return `"${serverKey}":${JSON.stringify(serverInfo)}}`;
}

/** Encodes the members of the handler's `_meta`, without the protocol's own key. */
function encodeOwnMeta(meta: ResultBody['meta']): string {
  if (meta === undefined) return '';
  const text = JSON.stringify({ ...meta, [serverKey]: undefined }).slice(1, -1);
  return text === '' ? '' : `${text},`;
}
