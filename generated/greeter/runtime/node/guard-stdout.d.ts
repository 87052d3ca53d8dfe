import type { Writable } from 'node:stream';
/** Writes to standard output what belongs to the protocol; the shape of a stream's `write`. */
export type Write = (chunk: string | Uint8Array, encoding?: BufferEncoding, callback?: (error?: Error | null) => void) => boolean;
/**
 * Takes standard output for the protocol: from now on whatever else is written to it, by `console.log` or by a library,
 * goes to standard error. Doing it again changes nothing.
 *
 * @returns What still writes to standard output.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export declare function guardStdout(): Write;
/** The `write` of a stream as a function of its own. */
export declare function bindWrite(stream: Writable): Write;
