import type { MessageText } from '../protocol/json-rpc.js';
import type { Framing } from './framing.js';
/**
 * Frames a message for a byte stream. Message text never holds a raw line end, as JSON text without white space does
 * not.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export declare function frameMessage(message: MessageText, framing: Framing): MessageText;
