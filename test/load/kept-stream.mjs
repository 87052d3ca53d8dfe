import { setTimeout as sleep } from 'node:timers/promises';
import { CutError } from './http-clients.mjs';

/** Reconnection delay that the server demands of clients, in milliseconds. */
const retryMs = 1000;

/**
 * Event stream that a client keeps open: when it ends, it is continued after the last event.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class KeptStream {
  /** Times without a connection, in milliseconds since 1970. */
  aways = [];
  /** Errors that say that the stream cannot be continued. */
  failures = [];
  /** Called with each message. */
  onMessage = () => {};
  #open;
  #lastEventId;

  /** @param open Opens a connection as `listenLegacy` does. */
  constructor(open) {
    this.#open = open;
  }

  /** Opens the first connection. Rejects with its error. */
  async connect() {
    await this.#open({
      lastEventId: this.#lastEventId,
      onEvent: ({ id, message }) => {
        this.#lastEventId = id ?? this.#lastEventId;
        if (message !== undefined) this.onMessage(message);
      },
      onEnd: () => void this.#reconnect(),
    });
  }

  async #reconnect() {
    const away = { from: Date.now(), to: Number.POSITIVE_INFINITY };
    this.aways.push(away);
    while (away.to === Number.POSITIVE_INFINITY) {
      await sleep(retryMs);
      try {
        await this.connect();
        away.to = Date.now();
      } catch (error) {
        if (error instanceof CutError) continue;
        this.failures.push(error.message);
        return;
      }
    }
  }
}
