import type { MessageText } from '../protocol/json-rpc.js';
import type { Framing } from './framing.js';

const encoder = new TextEncoder();

/**
 * Frames a message for a byte stream. Message text never holds a raw line end, as JSON text without white space does
 * not.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function frameMessage(message: MessageText, framing: Framing): MessageText {
  if (framing === 'newline') return typeof message === 'string' ? `${message}\n` : [...message, '\n'];
  const parts = (typeof message === 'string' ? [message] : message).map((part) =>
    typeof part === 'string' ? encoder.encode(part) : part,
  );
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [`Content-Length: ${length}\r\n\r\n`, ...parts];
}
