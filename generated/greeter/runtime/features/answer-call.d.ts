import type { CallContext } from './call-context.js';
import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
/**
 * Answers what handlers may answer.
 *
 * @throws ProtocolError -32601 for any other method, 429 for too many calls.
 */
export declare function answerCall(service: Service, { method, params }: Request, context: CallContext): ResultBody | Promise<ResultBody>;
