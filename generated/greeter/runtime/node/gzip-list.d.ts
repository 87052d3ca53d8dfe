import type { MessageText } from '../protocol/json-rpc.js';
/**
 * Returns whether an `Accept-Encoding` header names gzip with a weight above 0.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export declare function acceptsGzip(header?: string): boolean;
/**
 * Compresses an answer that holds one list, in the thread pool. Returns `undefined` for batches and for answers of
 * handlers, which stay uncompressed: they may hold a secret next to text that an attacker chose (BREACH).
 */
export declare function gzipList(answer: Exclude<MessageText, string>): Promise<Uint8Array> | undefined;
