import type { Writable } from 'node:stream';
import { printReport, type ReportLine } from '../../core/service/report.js';

/** The `write` method of a stream. */
export type Write = (
  chunk: string | Uint8Array,
  encoding?: BufferEncoding,
  callback?: (error?: Error | null) => void,
) => boolean;

let protocolWrite: Write | undefined;

/**
 * Reserves stdout for protocol messages. Other output to it, by `console.log` or by a library, goes to stderr.
 * Idempotent.
 *
 * @returns The function that writes to stdout.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function claimStdout(): Write {
  if (protocolWrite !== undefined) return protocolWrite;
  const { stdout, stderr } = process;
  protocolWrite = bindWrite(stdout);
  stdout.write = stderr.write.bind(stderr);
  // Without a listener, a closed stderr would end the process.
  stderr.on('error', () => {});
  return protocolWrite;
}

/** Returns the `write` method of a stream as a function. */
export function bindWrite(stream: Writable): Write {
  return stream.write.bind(stream) as Write;
}

/** Writes a line for the operator to stderr. */
export function writeReport(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Reports to stderr, as text. */
export function reportPlainly(line: ReportLine): void {
  writeReport(printReport(line));
}
