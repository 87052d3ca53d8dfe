import type { Exchange } from '../exchange/exchange.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { respondInOrder } from './response-order.js';
import { limitCalls } from './limit-calls.js';

/**
 * Serves a list request, and counts it against `callsPerSecond` unless it was counted on arrival.
 *
 * @throws ProtocolError 429 when the caller sends too many requests.
 */
export function countList(
  service: Service,
  exchange: Exchange,
  page: () => ResultBody | Promise<ResultBody>,
): ResultBody | Promise<ResultBody> {
  const { auth, peer = '', prepared } = exchange.channel;
  const counting = prepared?.isCounted === true ? undefined : limitCalls(service, auth?.principal ?? peer);
  if (counting === undefined) return page();
  return respondInOrder(exchange, () => counting.then(() => (exchange.isClosed ? emptyBody : page())));
}
