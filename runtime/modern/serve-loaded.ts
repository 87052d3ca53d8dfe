import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody, Served } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type * as Era from './serve-request.js';

let era: typeof Era | undefined;

/**
 * Serves a request of the modern era, whose code is loaded by the first of them: a server on stdio mostly speaks one era
 * only.
 *
 * @throws ProtocolError for what becomes an error response.
 */
export function serveLoaded(service: Service, request: Request, exchange: Exchange): Served {
  if (era !== undefined) return era.serveRequest(service, request, exchange);
  let served: Served | undefined;
  const load = async (): Promise<ResultBody> => {
    era = await import('./serve-request.js');
    // Cancelled in the meantime.
    if (exchange.isClosed) return { members: '' };
    served = era.serveRequest(service, request, exchange);
    return served.body;
  };
  return { body: load(), encode: (body) => served?.encode(body) ?? '{}' };
}
