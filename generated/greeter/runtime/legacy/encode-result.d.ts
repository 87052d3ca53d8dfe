import type { MessageText } from '../protocol/json-rpc.js';
import { type ResultBody } from '../results/result-body.js';
/**
 * JSON text of a result. Legacy results have no envelope and no cache hints.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#responses
 */
export declare function encodeResult({ members, meta }: ResultBody): MessageText;
