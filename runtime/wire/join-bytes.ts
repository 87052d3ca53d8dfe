import { concatBytes } from './concat-bytes.js';
import type { MessageText } from './json-rpc.js';

const encoder = new TextEncoder();

/** Joins bytes and strings, which become UTF-8. The result is a copy, even of a single array. */
export function joinBytes(parts: MessageText): Uint8Array<ArrayBuffer> {
  if (typeof parts === 'string') return encoder.encode(parts);
  return concatBytes(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));
}
