import { PassThrough } from 'node:stream';
import { start, type StartOptions } from '../../../runtime/transports/node/index.js';
import { Violation } from '../invariants.js';
import { fuzzDefinition, fuzzHandlers } from './fuzz-server.js';

/** Milliseconds that a session may take after its input has ended. */
const patienceMs = 3000;
/** Turns of the event loop without output after which the input is ended. */
const quietTurns = 4;

/** Options of the server, and the client of a session. */
export interface SessionOptions {
  readonly start?: StartOptions;
  /** Gives the bytes that answer what the server has just sent. Absent: the input ends at once. */
  readonly react?: (output: string) => string | undefined;
}

/** Feeds chunks to a new server over streams and returns all that it answers, until it has stopped. */
export async function runSession(chunks: readonly Uint8Array[], options: SessionOptions = {}): Promise<string> {
  const input = new PassThrough({ highWaterMark: 2 ** 24 });
  const output = new PassThrough({ highWaterMark: 2 ** 24 });
  const answered: Buffer[] = [];
  let quiet = 0;
  output.on('data', (chunk: Buffer) => {
    answered.push(chunk);
    quiet = 0;
    const reply = options.react?.(chunk.toString());
    if (reply !== undefined) input.write(reply);
  });
  const done = start(fuzzDefinition, fuzzHandlers, {
    input,
    output,
    shutdownTimeoutMs: 2 * patienceMs,
    ...options.start,
  });
  for (const chunk of chunks) input.write(chunk);
  while (options.react !== undefined && quiet < quietTurns) {
    quiet += 1;
    await new Promise(setImmediate);
  }
  input.end();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation('bounded time', 'the session does not end')), patienceMs);
  });
  await Promise.race([done, late]).finally(() => clearTimeout(timer));
  return Buffer.concat(answered).toString();
}

/** Parses the messages of a server, one per line. */
export function readLines(output: string): readonly unknown[] {
  const lines = output.split('\n');
  if (lines.pop() !== '') throw new Violation('only legal messages', `the last line has no end: ${output.slice(-200)}`);
  return lines.map(parseLegal);
}

/** @throws Violation when a text is no JSON. */
export function parseLegal(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Violation('only legal messages', text);
  }
}
