import type { CallContext } from './call-context.js';
import { type JsonObject } from '../protocol/json-object.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Answers `tools/call`. As long as nothing has to be awaited the answer is there at once, without a promise.
 *
 * @throws ProtocolError -32602 for a tool that does not exist and for parameters that are none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#calling-tools
 */
export declare function callTool(service: Service, params: JsonObject, context: CallContext): ResultBody | Promise<ResultBody>;
