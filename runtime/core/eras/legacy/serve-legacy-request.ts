import { isLogLevel, type Exchange } from '../../exchange/exchange.js';
import type * as Features from '../../calls/serve-feature.js';
import { serveList } from '../../calls/serve-list.js';
import type { MessageText, Request } from '../../../wire/json-rpc.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../../results/result-body.js';
import type { Service } from '../../service/service.js';
import { initialize } from './initialize.js';
import type { LegacySession } from './session.js';

type ServeMethod = (
  service: Service,
  session: LegacySession,
  request: Request,
  exchange: Exchange,
) => ResultBody | Promise<ResultBody>;

/** Loaded by the first request that a handler serves: lists are served faster without it. */
let serveCall: typeof Features.serveLegacyCall | undefined;

/** Methods that only the legacy era has. */
const legacyMethods: ReadonlyMap<string, ServeMethod> = new Map<string, ServeMethod>([
  ['initialize', (service, session, { params }) => initialize(service, session, params)],
  ['ping', () => emptyBody],
  ['logging/setLevel', setLogLevel],
  ['resources/subscribe', async (...args) => (await import('./subscribe.js')).subscribe(...args)],
  ['resources/unsubscribe', async (...args) => (await import('./subscribe.js')).unsubscribe(...args)],
]);

/**
 * Serves a request of the legacy era, in the protocol version that `initialize` negotiated, if any.
 *
 * @throws ProtocolError for every failure that becomes a JSON-RPC error.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic
 */
export function serveLegacyRequest(
  service: Service,
  session: LegacySession,
  request: Request,
  exchange: Exchange,
): ResultBody | Promise<ResultBody> {
  const { method, params } = request;
  const row = service.parts.inEra.legacy.get(method);
  if (row === undefined) throw new ProtocolError(-32601, 'Method not found');
  const { list } = row;
  const { caller } = session;
  if (list !== undefined) return serveList(service, exchange, caller.protocolVersion, list, params['cursor']);
  const serveLegacy = legacyMethods.get(method);
  if (serveLegacy !== undefined) return serveLegacy(service, session, request, exchange);
  const openRequester = async () => (await session.loadRequests()).openRequester(exchange);
  const call = { service, request, exchange, caller, openRequester };
  if (serveCall !== undefined) return serveCall(call);
  return import('../../calls/serve-feature.js').then(({ serveLegacyCall }) => {
    serveCall = serveLegacyCall;
    return serveLegacyCall(call);
  });
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level */
function setLogLevel(_service: Service, session: LegacySession, { params: { level } }: Request): ResultBody {
  if (!isLogLevel(level)) throw invalidParams('Invalid params: "level" must be a log level');
  session.setLogLevel(level);
  return emptyBody;
}

/**
 * Encodes a result. Legacy results have neither an envelope nor cache hints.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#responses
 */
export function encodeResult({ members, meta }: ResultBody): MessageText {
  const end = meta === undefined ? '}' : `,"_meta":${JSON.stringify(meta)}}`;
  return typeof members === 'string' ? `{${members}${end}` : ['{', members, end];
}
