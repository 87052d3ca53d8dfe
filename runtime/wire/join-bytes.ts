import type { MessageText } from './json-rpc.js';

const encoder = new TextEncoder();

/** Joins bytes and texts, which become UTF-8. The result is a copy, also of a single array. */
export function joinBytes(parts: MessageText): Uint8Array<ArrayBuffer> {
  if (typeof parts === 'string') return encoder.encode(parts);
  const pieces = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    joined.set(piece, offset);
    offset += piece.length;
  }
  return joined;
}
