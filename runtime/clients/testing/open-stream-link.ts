import { Connection } from '../../core/connection/connection.js';
import { Decoder } from '../../wire/framing/decoder.js';
import { frameMessage, parseInto, type Framing } from '../../wire/framing/framing.js';
import { isJsonObject } from '../../wire/json-object.js';
import { joinBytes } from '../../wire/join-bytes.js';
import type { MessageText } from '../../wire/json-rpc.js';
import { defaultStdioRevision } from '../../wire/revisions.js';
import type { Link, LinkOptions } from './test-client.js';

/**
 * Opens a link with the bytes that standard input and output would carry.
 *
 * @param framing Framing of the client; the server answers in the same framing.
 */
export function openStreamLink(options: LinkOptions, framing: Framing): Link {
  const { service, maxMessageBytes, ordered, auth, receive, fail } = options;
  const input = new Decoder(maxMessageBytes);
  const output = new Decoder(maxMessageBytes);
  const clientSink = parseInto({
    message: (value) =>
      isJsonObject(value) ? receive(value) : fail('The server sent something that is not a message'),
    malformed: (reason) => fail(`The server sent something that is not a message: ${reason}`),
  });
  const send = (message: MessageText): boolean => {
    output.push(joinBytes(frameMessage(message, input.framing)), clientSink);
    return true;
  };
  const respond = (answer: MessageText | undefined): unknown => answer !== undefined && send(answer);
  const channel = { send, ask: send, respond, auth };
  const connection = new Connection(service, { channel, revision: defaultStdioRevision, ordered });
  const serverSink = parseInto({
    message: (value) => connection.receive(value),
    malformed: (reason) => connection.receiveMalformed(reason),
  });
  return {
    send: (message) => input.push(joinBytes(frameMessage(JSON.stringify(message), framing)), serverSink),
    close: () => {
      connection.endInput();
      connection.close(new Error('The run is over'));
    },
  };
}
