import type { MessageText } from '../protocol/json-rpc.js';
import { type ResultBody } from '../results/result-body.js';
import type { Revision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';
type Encode = (body: ResultBody) => MessageText;
/**
 * What writes the results of a service: with their type, with the server in `_meta` and, where it can be cached, how long.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#result-responses
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export declare function resultEncoder(service: Service, revision: Revision): Encode;
export {};
