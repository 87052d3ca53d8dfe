import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import { loadLazily } from '../service/load-lazily.js';
import { invalidParams, ProtocolError } from '../protocol/protocol-error.js';
import { isLogLevel } from '../exchange/read-client.js';
import type { ResultBody, Served } from '../results/result-body.js';
import { serveFeature } from '../features/serve-feature.js';
import type { Service } from '../service/service.js';
import type { LegacySession } from './caller.js';
import { encodeResult } from './encode-result.js';
import { introduce } from './introduce.js';

const calls = loadLazily(() => import('./serve-call.js'));
const nothing: ResultBody = { members: '' };

/**
 * Serves a request of the legacy era: in the revision that `initialize` settled, which need not have come.
 *
 * @throws ProtocolError for what becomes an error response.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic
 */
export function serveRequest(service: Service, session: LegacySession, request: Request, exchange: Exchange): Served {
  const { method, params } = request;
  switch (method) {
    case 'initialize':
      return { body: introduce(service, session, params), encode: encodeResult };
    case 'ping':
      return { body: nothing, encode: encodeResult };
    case 'logging/setLevel':
      if (!isLogLevel(params['level'])) throw invalidParams('Invalid params: "level" must be a log level');
      session.logLevel = params['level'];
      return { body: nothing, encode: encodeResult };
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      if (service.definition.capabilities.subscribe === true) {
        return { body: changeSubscription(service, session, request), encode: encodeResult };
      }
      throw new ProtocolError(-32601, 'Method not found');
    default: {
      const { caller } = session;
      const body =
        serveFeature(service, request, caller.revision) ??
        calls.loaded?.serveCall(service, request, exchange, caller, session) ??
        calls.load(({ serveCall }) => serveCall(service, request, exchange, caller, session));
      return { body, encode: encodeResult };
    }
  }
}

async function changeSubscription(
  service: Service,
  session: LegacySession,
  { method, params }: Request,
): Promise<ResultBody> {
  const { subscribe, unsubscribe } = await import('./subscribe.js');
  if (method === 'resources/subscribe') subscribe(service, session, params);
  else unsubscribe(session, params);
  return nothing;
}
