import { Connection } from '../connection/connection.js';
import { Decoder } from '../framing/decoder.js';
import { frameMessage } from '../framing/framing.js';
import type { DecoderSink, Framing } from '../framing/framing.js';
import { isJsonObject } from '../protocol/json-object.js';
import type { MessageText } from '../protocol/json-rpc.js';
import { defaultStdioRevision } from '../protocol/revisions.js';
import type { Link, LinkOptions } from './link.js';

const encoder = new TextEncoder();

/**
 * Connects a client as standard input and output would.
 *
 * @param framing That of the client; the server answers in kind.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function openStreamLink(options: LinkOptions, framing: Framing): Link {
  const { service, maxMessageBytes, ordered, auth, receive, fail } = options;
  const input = new Decoder(maxMessageBytes);
  const output = new Decoder(maxMessageBytes);
  const clientSink: DecoderSink = {
    message: (value) => (isJsonObject(value) ? receive(value) : fail('The server sent what is no message')),
    malformed: (reason) => fail(`The server sent what is no message: ${reason}`),
  };
  const send = (message: MessageText): void => {
    for (const chunk of toBytes(frameMessage(message, input.framing))) output.push(chunk, clientSink);
  };
  const ask = (message: MessageText): boolean => {
    send(message);
    return true;
  };
  const respond = (answer: MessageText | undefined): void => {
    if (answer !== undefined) send(answer);
  };
  const channel = { send, ask, respond, auth };
  const connection = new Connection(service, { channel, revision: defaultStdioRevision, ordered });
  const serverSink: DecoderSink = {
    message: (value) => connection.receive(value),
    malformed: (reason) => connection.receiveMalformed(reason),
  };
  return {
    send: (message) => {
      for (const chunk of toBytes(frameMessage(JSON.stringify(message), framing))) input.push(chunk, serverSink);
    },
    close: () => {
      connection.endInput();
      connection.close(new Error('The run is over'));
    },
  };
}

function toBytes(message: MessageText): readonly Uint8Array[] {
  const parts = typeof message === 'string' ? [message] : message;
  return parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part));
}
