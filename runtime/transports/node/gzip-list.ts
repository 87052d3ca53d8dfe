import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MessageText } from '../../wire/json-rpc.js';

/**
 * Minimum size of a compressed list, in bytes. Shorter lists fit into one packet, so compression would not speed them
 * up.
 */
const minBytes = 1400;
/** Maximum number of characters around a list, such as the request ID; it bounds the size of the cache. */
const maxAround = 4096;
/** Maximum number of compressed responses that are cached for each list. */
const maxKept = 8;

/** Compressed responses of each list, by the text around the list. Most clients send the same few request ids. */
const cache = new WeakMap<Uint8Array, Map<string, Promise<Uint8Array>>>();

const compress = promisify(gzip);
const gzipCoding = /(?:^|,)[ \t]*(?:x-)?gzip[ \t]*(?:;[ \t]*q=([\d.]+)[ \t]*)?(?=,|$)/giu;

/**
 * Returns whether an `Accept-Encoding` header contains gzip with a weight above 0.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function acceptsGzip(header = ''): boolean {
  const weights = [...header.matchAll(gzipCoding)].map(([, weight = '1']) => Number(weight));
  return weights.length > 0 && weights.every((weight) => weight > 0);
}

/**
 * Compresses a response that contains one list, in the thread pool. Returns `undefined` for batches and for handler
 * results, which stay uncompressed because they may contain a secret next to attacker-controlled text (BREACH).
 */
export function gzipList(response: Exclude<MessageText, string>): Promise<Uint8Array> | undefined {
  const [list, ...others] = response.filter((part) => typeof part !== 'string');
  const around = response.filter((part) => typeof part === 'string').join('\n');
  if (response[0] === '[' || list === undefined || others.length > 0) return undefined;
  if (list.length < minBytes || around.length > maxAround) return undefined;
  const compressedByText = cache.get(list) ?? new Map<string, Promise<Uint8Array>>();
  cache.set(list, compressedByText);
  let compressed = compressedByText.get(around);
  if (compressed === undefined) {
    compressed = compress(Buffer.concat(response.map((part) => Buffer.from(part))));
    compressedByText.set(around, compressed);
    for (const oldest of compressedByText.keys()) if (compressedByText.size > maxKept) compressedByText.delete(oldest);
  }
  return compressed;
}
