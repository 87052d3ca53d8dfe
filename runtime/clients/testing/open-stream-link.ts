import type { AuthInfo } from '../../core/api/request-context.js';
import { Connection } from '../../core/connection/connection.js';
import type { Service } from '../../core/service/service.js';
import type { TextSink } from '../../wire/framing/frame-reader.js';
import * as headers from '../../wire/framing/content-length-reader.js';
import { Decoder, frameLine, parseInto, type Framing } from '../../wire/framing/framing.js';
import { joinBytes } from '../../wire/join-bytes.js';
import type { MessageText } from '../../wire/json-rpc.js';
import { parseJson } from '../../wire/parse-json.js';
import type { Link, LinkEvents } from '../../wire/peer/link.js';
import { defaultStdioProtocolVersion } from '../../wire/protocol-versions.js';

/** Options of a link to a server in memory. */
export interface LinkOptions {
  readonly service: Service;
  readonly maxMessageBytes: number;
  readonly sequential: boolean;
  /** Identity of the client; `undefined` for a server without authentication. */
  readonly auth: AuthInfo | undefined;
}

/**
 * Opens a link over the bytes of stdin and stdout.
 *
 * @param framing Framing of the client and of the server's responses.
 */
export function openStreamLink(options: LinkOptions, framing: Framing, { received }: LinkEvents): Link {
  const { service, maxMessageBytes, sequential, auth } = options;
  const input = new Decoder(maxMessageBytes, headers);
  const output = new Decoder(maxMessageBytes, headers);
  const frame = framing === 'newline' ? frameLine : headers.frameWithLength;
  // The client refuses invalid messages.
  const clientSink: TextSink = { text: (text) => received(text), malformed: (reason) => received(reason) };
  const send = (message: MessageText): boolean => {
    output.push(joinBytes(input.frame(message)), clientSink);
    return true;
  };
  const respond = (message: MessageText | undefined): unknown => message !== undefined && send(message);
  const channel = { send, ask: send, respond, auth };
  const connection = new Connection(service, {
    channel,
    protocolVersion: defaultStdioProtocolVersion,
    sequential,
  });
  const messages = {
    message: (value: unknown): void => connection.receive(value),
    malformed: (reason: string): void => connection.receiveMalformed(reason),
  };
  const serverSink = parseInto(messages, parseJson);
  return {
    send(text) {
      input.push(joinBytes(frame(text)), serverSink);
      return undefined;
    },
    close() {
      connection.endInput();
      connection.close('The run is over');
    },
  };
}
