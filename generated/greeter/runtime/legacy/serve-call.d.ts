import { type Caller } from '../features/call-context.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { type LegacySession } from './caller.js';
/**
 * Serves a request whose handler may ask the client something; the request stays open meanwhile.
 *
 * @throws ProtocolError for what becomes an error response.
 */
export declare function serveCall(service: Service, request: Request, exchange: Exchange, caller: Caller, session: LegacySession): ResultBody | Promise<ResultBody>;
