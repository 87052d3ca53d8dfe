import type { Readable, Writable } from 'node:stream';
import type { TextSink } from '../../../runtime/wire/framing/frame-reader.js';
import { NewlineReader } from '../../../runtime/wire/framing/framing.js';
import { toLine } from '../../../runtime/wire/peer/json-message.js';
import type { Link, LinkEvents } from '../../../runtime/wire/peer/link.js';
import { decodeLossily } from './decode-lossily.js';

/** Maximum number of bytes in a server message. */
export const maxMessageBytes = 64 * 1024 * 1024;

/** Called with the size of each piece of output; returns a reason to end the connection. */
export type StreamLimit = (bytes: number) => string | undefined;

/**
 * Opens a connection over a pair of streams, with one message per line.
 *
 * @param close Called when the connection is closed or the server has exceeded a limit.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function openStreamLink(
  input: Writable,
  output: Readable,
  events: LinkEvents,
  close: () => Promise<void> | void,
  limit: StreamLimit = () => undefined,
): Link {
  let isClosed = false;
  const reader = new NewlineReader(maxMessageBytes, decodeLossily);
  const refuse = (reason: string): void => {
    if (isClosed) return;
    isClosed = true;
    events.ended(reason);
    void close();
  };
  const sink: TextSink = {
    text(text) {
      if (!isClosed) events.received(toLine(text));
    },
    malformed: () => refuse(`A message from the server is longer than ${maxMessageBytes} bytes.`),
  };
  output.on('data', (chunk: Buffer) => {
    const reason = isClosed ? undefined : limit(chunk.length);
    if (reason !== undefined) refuse(reason);
    if (!isClosed) reader.push(chunk, sink);
  });
  // The server may end before it has read all its input.
  input.on('error', () => {});
  return {
    send(text) {
      if (!isClosed) input.write(`${text}\n`);
      return undefined;
    },
    close() {
      isClosed = true;
      return close();
    },
  };
}
