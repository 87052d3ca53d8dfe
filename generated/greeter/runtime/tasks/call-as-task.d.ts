import type { Caller } from '../features/call-context.js';
import type { TaskOptions } from '../api/definition.js';
import type { Exchange } from '../exchange/exchange.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { TaskStart } from './task-start.js';
/** A call of a tool that has tasks. */
interface TaskCall {
    readonly service: Service;
    readonly exchange: Exchange;
    readonly caller: Caller;
}
/**
 * Serves a call that may become a task. When it does, the request is answered with the task and the call goes on; what it
 * comes to is kept with the task. A call that is over before is answered plainly, such as one with wrong arguments.
 *
 * @param serve Serves the call; what is absent makes it a plain one.
 * @throws ProtocolError -32021 for a client without the extension where there is no way without, and as any call.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#capability-negotiation
 */
export declare function callAsTask({ service, exchange, caller }: TaskCall, options: TaskOptions, serve: (start?: TaskStart) => ResultBody | Promise<ResultBody>): Promise<ResultBody>;
export {};
