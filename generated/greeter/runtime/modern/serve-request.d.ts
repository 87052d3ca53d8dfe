import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import type { Served } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Serves a request of the modern era: all there is to know about its sender stands in the request.
 *
 * @throws ProtocolError for what becomes an error response.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export declare function serveRequest(service: Service, request: Request, exchange: Exchange): Served;
