import type { Writable } from 'node:stream';

/** Writes to standard output what belongs to the protocol; the shape of a stream's `write`. */
export type Write = (
  chunk: string | Uint8Array,
  encoding?: BufferEncoding,
  callback?: (error?: Error | null) => void,
) => boolean;

let protocolWrite: Write | undefined;

/**
 * Takes standard output for the protocol: from now on whatever else is written to it, by `console.log` or by a library,
 * goes to standard error. Doing it again changes nothing.
 *
 * @returns What still writes to standard output.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function guardStdout(): Write {
  if (protocolWrite !== undefined) return protocolWrite;
  const { stdout, stderr } = process;
  protocolWrite = bindWrite(stdout);
  stdout.write = stderr.write.bind(stderr);
  // Nobody may be reading it; that must not end the server.
  stderr.on('error', () => {});
  return protocolWrite;
}

/** The `write` of a stream as a function of its own. */
export function bindWrite(stream: Writable): Write {
  return stream.write.bind(stream) as Write;
}
