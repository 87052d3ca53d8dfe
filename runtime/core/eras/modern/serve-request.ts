import type { Exchange } from '../../exchange/exchange.js';
import { serveList } from '../../calls/serve-list.js';
import type { Request } from '../../../wire/json-rpc.js';
import { modernRevisions, type ModernRevision } from '../../../wire/revisions.js';
import type { ResultBody } from '../../results/result-body.js';
import { describeCapabilities, describeServer } from '../../service/describe-server.js';
import { listCacheHints } from '../../service/lists.js';
import type { Service } from '../../service/service.js';
import { readCaller } from './caller.js';
import type * as Calls from './serve-call.js';

export { encodeResult } from './encode-result.js';

/** Loaded by the first request that handlers serve: a server that is only asked what it has starts faster without it. */
let calls: typeof Calls | undefined;

/**
 * Serves a request of the modern era. The request itself says everything about its sender.
 *
 * @throws ProtocolError for every failure that is answered with a JSON-RPC error.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function serveRequest(service: Service, request: Request, exchange: Exchange): ResultBody | Promise<ResultBody> {
  const { method, params } = request;
  const caller = readCaller(params);
  const { list } = service.parts.method('modern', method);
  if (list !== undefined) return serveList(service, exchange, caller.revision, list, params['cursor']);
  if (method === 'server/discover') return discover(service, caller.revision);
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
 * Serves `server/discover`. Names the modern versions only: clients can claim no others in `_meta`.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
function discover(service: Service, revision: ModernRevision): ResultBody {
  const { definition, identity } = service;
  const result = JSON.stringify({
    supportedVersions: modernRevisions,
    capabilities: describeCapabilities(service, revision),
    instructions: identity.instructions || undefined,
  });
  const serverInfo = describeServer(identity, revision);
  return { members: result.slice(1, -1), cache: listCacheHints(definition, 'discover'), serverInfo };
}
