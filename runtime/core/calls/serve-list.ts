import type { Exchange } from '../exchange/exchange.js';
import type { Method } from '../../wire/methods.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';

/**
 * Serves a page of a static list, and counts it if calls are limited.
 *
 * @throws ProtocolError 429 when the caller sends too many requests; -32602 for an invalid cursor.
 */
export function serveList(
  service: Service,
  exchange: Exchange,
  protocolVersion: ProtocolVersion,
  list: NonNullable<Method['list']>,
  cursor: unknown,
): ResultBody | Promise<ResultBody> {
  const page = () => service.lists.page(list, cursor, protocolVersion);
  if (service.callsPerSecond === undefined) return page();
  return import('./count-list.js').then(({ countList }) => countList(service, exchange, page));
}
