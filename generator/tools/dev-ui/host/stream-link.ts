import type { Readable, Writable } from 'node:stream';
import { maximalMessage, type Link, type LinkEvents } from './link.js';

/**
 * Connection over a pair of streams with one message per line.
 *
 * @param close Called when the page closes the connection, or when a message is too long.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function openStreamLink(input: Writable, output: Readable, events: LinkEvents, close: () => void): Link {
  let pieces: Buffer[] = [];
  let size = 0;
  let isClosed = false;
  const emit = (end: Buffer): void => {
    const line = Buffer.concat([...pieces, end])
      .toString()
      .trim();
    pieces = [];
    size = 0;
    if (line !== '' && !isClosed) events.received(line);
  };
  const receive = (chunk: Buffer): void => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      emit(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    pieces.push(rest);
    size += rest.length;
    if (size <= maximalMessage || isClosed) return;
    isClosed = true;
    pieces = [];
    events.ended(`A message of the server is longer than ${maximalMessage} bytes.`);
    close();
  };
  output.on('data', (chunk: Buffer) => {
    if (!isClosed) receive(chunk);
  });
  // The server may end before it has read everything.
  input.on('error', () => {});
  return {
    send(text) {
      if (!isClosed) input.write(`${text}\n`);
      return undefined;
    },
    close() {
      isClosed = true;
      close();
    },
  };
}
