import type { Exchange } from '../exchange/exchange.js';
import { type Request } from '../protocol/json-rpc.js';
import type { LegacySession } from '../legacy/caller.js';
import type { Service } from '../service/service.js';
/**
 * Serves a request and answers it with what comes of that: a result, or an error when it fails. It may be answered when
 * this returns; its exchange is closed when it is.
 *
 * @param session That of a request of the legacy era; absent, it is of the modern one.
 */
export declare function answerRequest(service: Service, request: Request, exchange: Exchange, session?: LegacySession): void;
