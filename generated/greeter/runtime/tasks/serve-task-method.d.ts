import type { Caller } from '../features/call-context.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Serves the methods `tasks/…`.
 *
 * @throws ProtocolError -32601 for any other method and where no tool has tasks, -32021 for a client without the extension,
 * -32602 for a task that does not exist.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 */
export declare function serveTaskMethod(service: Service, { method, params }: Request, exchange: Exchange, { clientCapabilities }: Caller): Promise<ResultBody>;
