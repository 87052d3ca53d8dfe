import type { Request } from './json-rpc.js';
import type { ResultBody } from './results/result-body.js';
import type { Revision } from './revisions.js';
import type { Service } from './service.js';
/**
 * Answers the methods that are the same in all eras. Lists are answered even without their capability: they are empty.
 *
 * @param serveCall Answers what handlers may answer; loaded when it is first needed.
 * @throws ProtocolError -32601 for any other method.
 */
export declare function serveFeature(service: Service, { method, params }: Request, revision: Revision, serveCall: () => ResultBody | Promise<ResultBody>): ResultBody | Promise<ResultBody>;
