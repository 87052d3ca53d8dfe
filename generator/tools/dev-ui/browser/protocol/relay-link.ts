import { parseMessages } from '../../../../../runtime/wire/peer/json-message.js';
import type { Link, LinkEvents, LinkHeaders } from '../../../../../runtime/wire/peer/link.js';
import type { HostClient } from './host-client.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';

interface Outgoing {
  readonly text: string;
  readonly headers: LinkHeaders;
}

/**
 * Creates a link through the host, which opens the connection with the first message. Messages from one event loop turn
 * are sent as a batch, and batches are sent one by one, because the browser may reorder parallel requests.
 *
 * @param connection Number of the connection for the host.
 */
export function openRelayLink(host: HostClient, connection: number, events: LinkEvents): Link {
  let lastPost: Promise<unknown> = Promise.resolve();
  let outbox: Outgoing[] = [];
  let isOpened = false;
  const post = (path: string, bodyOf: () => JsonObject): Promise<unknown> => {
    lastPost = lastPost.catch(() => {}).then(() => host.post(path, { connection, ...bodyOf() }));
    return lastPost;
  };
  const sendAll = async (): Promise<void> => {
    let sent: readonly Outgoing[] = [];
    const bodyOf = (): JsonObject => {
      const opens = !isOpened;
      isOpened = true;
      sent = outbox;
      outbox = [];
      return { messages: sent, ...(opens && { opens }) };
    };
    await post('messages', bodyOf).catch(({ message }: Error) => {
      for (const { id, method } of sent.flatMap(({ text }) => parseMessages(text))) {
        if (method !== undefined) events.failed(id, message);
      }
    });
  };
  return {
    send(text, headers) {
      outbox.push({ text, headers });
      if (outbox.length === 1) void sendAll();
      return undefined;
    },
    close: () => void post('disconnections', () => ({})).catch(() => {}),
  };
}
