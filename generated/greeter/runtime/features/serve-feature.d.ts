import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Revision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';
/**
 * Answers the methods that are the same in all eras. Lists are answered even without their capability: they are empty.
 *
 * @returns `undefined` for what handlers may answer.
 * @throws ProtocolError -32601 for any other method.
 */
export declare function serveFeature(service: Service, { method, params }: Request, revision: Revision): ResultBody | Promise<ResultBody> | undefined;
