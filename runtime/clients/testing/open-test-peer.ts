import type { JsonObject } from '../../wire/json.js';
import { jsonCodec } from '../../wire/peer/json-codec.js';
import type { Link, LinkEvents } from '../../wire/peer/link.js';
import { Peer } from '../../wire/peer/peer.js';
import { messageOf } from '../../wire/protocol-error.js';

/** Callbacks of a test client for the server's own requests, notifications and errors. */
export interface ClientEvents {
  /** Returns the result of a request that the server sends. */
  readonly respond: (clientRequest: JsonObject) => Promise<JsonObject>;
  /** Called with each notification. */
  readonly noticed?: (method: string, params: JsonObject) => void;
  /** Called if the server violates the protocol, and for a client request without a response. */
  readonly fail: (reason: string) => void;
}

/** Opens the client of a server in memory, which reports protocol violations. */
export function openTestPeer(
  open: (events: LinkEvents) => Link,
  { respond, noticed, fail }: ClientEvents,
): Peer<JsonObject> {
  return new Peer<JsonObject>({
    open,
    codec: {
      read(text) {
        const messages = jsonCodec.read(text);
        if (messages.length === 0) fail(`The server sent an invalid message: ${text}`);
        return messages;
      },
      write: (message) => JSON.stringify(message),
    },
    nameId: (number) => `request-${number}`,
    cancellation: (requestId, reason) => ({ requestId, reason: messageOf(reason) }),
    async asked({ method, params = {} }) {
      try {
        return await respond({ method, params });
      } catch (error) {
        fail(messageOf(error));
        // So that the handler does not wait forever.
        throw error;
      }
    },
    notified: (method, params = {}) => noticed?.(method, params),
    strayed: (text) => fail(`The server sent a response that matches no request: ${text}`),
  });
}
