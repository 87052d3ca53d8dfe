import type { Caller } from '../features/call-context.js';
import type { Exchange } from '../exchange/exchange.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Serves `subscriptions/listen`: says what was agreed on, then tells of every change until the client has had enough or
 * the server stops.
 *
 * @returns Resolves when the server stops.
 * @throws ProtocolError -32602 for a filter that is none, -32021 when it takes an extension that the client does not have.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export declare function listen(service: Service, params: JsonObject, exchange: Exchange, { clientCapabilities }: Caller): Promise<ResultBody>;
