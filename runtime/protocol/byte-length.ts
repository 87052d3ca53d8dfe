import type { MessageText } from './json-rpc.js';

const encoder = new TextEncoder();

/** Number of bytes of a text as UTF-8, or of the parts of a message. */
export function byteLength(text: MessageText): number {
  if (typeof text !== 'string') {
    return text.reduce((sum, part) => sum + (typeof part === 'string' ? byteLength(part) : part.length), 0);
  }
  return /[^ -~]/u.test(text) ? encoder.encode(text).length : text.length;
}
