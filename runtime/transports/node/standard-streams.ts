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
 * Reserves standard output for protocol messages: everything else that is written to it, by `console.log` or by a library,
 * goes to standard error. A second call changes nothing.
 *
 * @returns The function that writes to standard output.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function claimStdout(): Write {
  if (protocolWrite !== undefined) return protocolWrite;
  const { stdout, stderr } = process;
  protocolWrite = bindWrite(stdout);
  stdout.write = stderr.write.bind(stderr);
  // Without a listener the process would end when standard error is closed.
  stderr.on('error', () => {});
  return protocolWrite;
}

/** Returns the `write` method of a stream as a function. */
export function bindWrite(stream: Writable): Write {
  return stream.write.bind(stream) as Write;
}

/** Writes a line for the operator to standard error. */
export function writeReport(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Reports to standard error, as text. */
export function reportPlainly(line: ReportLine): void {
  writeReport(printReport(line));
}
