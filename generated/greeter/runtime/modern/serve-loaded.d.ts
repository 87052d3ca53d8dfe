import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import type { Served } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Serves a request of the modern era, whose code is loaded by the first of them: a server on stdio mostly speaks one era
 * only.
 *
 * @throws ProtocolError for what becomes an error response.
 */
export declare function serveLoaded(service: Service, request: Request, exchange: Exchange): Served;
