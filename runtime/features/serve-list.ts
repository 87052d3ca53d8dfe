import type { Exchange } from '../exchange/exchange.js';
import type { Method } from '../protocol/methods.js';
import type { Request } from '../protocol/json-rpc.js';
import type { Revision } from '../protocol/revisions.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { answerInOrder } from './answer-order.js';
import { limitCalls } from './limit-calls.js';

/**
 * Serves a page of a list that no handler makes, and counts it against `callsPerSecond` unless that was done when it arrived.
 *
 * @throws ProtocolError 429 when the caller sends too many requests; -32602 for a cursor that is not one of this list.
 */
export function serveList(
  {
    service,
    exchange,
    revision,
  }: { readonly service: Service; readonly exchange: Exchange; readonly revision: Revision },
  list: NonNullable<Method['list']>,
  { params }: Request,
): ResultBody | Promise<ResultBody> {
  const { auth, peer = '', isCounted } = exchange.channel;
  const page = () => service.lists.page(list, params['cursor'], revision);
  const counting = isCounted === true ? undefined : limitCalls(service, auth?.principal ?? peer);
  if (counting === undefined) return page();
  return answerInOrder(exchange, () => counting.then(() => (exchange.isClosed ? emptyBody : page())));
}
