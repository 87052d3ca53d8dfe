import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import type { TaskStart } from '../tasks/task-start.js';
import type { ModernCaller } from './caller.js';
/** What a request is made of, apart from who sends it. */
interface Call {
    readonly service: Service;
    readonly request: Request;
    readonly exchange: Exchange;
    readonly caller: ModernCaller;
    /** Present when the call may become a task. */
    readonly start?: TaskStart;
}
/**
 * Serves a request whose handler may ask the client something: that ends the request, and the next one goes on with it.
 *
 * @throws ProtocolError -32602 for a state that does not belong to the request, and for answers that are none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export declare function serveCall(call: Call): ResultBody | Promise<ResultBody>;
export {};
