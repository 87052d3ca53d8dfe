import type { MessageText } from '../../../wire/json-rpc.js';
import { wrapMembers, type ResultBody } from '../../results/result-body.js';

/**
 * JSON text of a result. Legacy results have no envelope and no cache hints.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic#responses
 */
export function encodeResult({ members, meta }: ResultBody): MessageText {
  return wrapMembers('', members, meta === undefined ? '' : `,"_meta":${JSON.stringify(meta)}`);
}
