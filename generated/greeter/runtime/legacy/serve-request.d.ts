import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import type { Served } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type { LegacySession } from './caller.js';
/**
 * Serves a request of the legacy era: in the revision that `initialize` settled, which need not have come.
 *
 * @throws ProtocolError for what becomes an error response.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic
 */
export declare function serveRequest(service: Service, session: LegacySession, request: Request, exchange: Exchange): Served;
