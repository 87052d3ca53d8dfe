import type { MessageText } from '../../wire/json-rpc.js';
import type { ByteSink } from './http-message.js';
import type { KeepAliveTarget } from './keep-alive-timer.js';

/** Maximum number of unread bytes before the client's connection is closed. */
const maxPendingBytes = 16 * 1024 * 1024;

/** Options of an `SseWriter`. */
export interface SseOptions {
  /** Whether the response head waits for the first bytes. Default: `false`. */
  readonly isDelayed?: boolean;
  /** Expiry of the client's access token, in milliseconds since 1970, and a function that then ends the stream. */
  readonly expiry?: { readonly at: number; readonly end: () => void } | undefined;
}

/**
 * Writer of server-sent events on one connection. Clients that do not read are disconnected.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class SseWriter implements KeepAliveTarget {
  readonly #sink: ByteSink;
  readonly #onClosed: () => void;
  #isOpen = true;
  /** Whether the response head waits for the first bytes; if it does, the next tick, which can come immediately, sends nothing. */
  #isDelayed: boolean;
  #expiry: SseOptions['expiry'];
  /** Number of bytes that were unread at the last tick. */
  #pendingBefore = 0;

  /** @param onClosed Called once, when the stream has ended or the client has disconnected. */
  constructor(sink: ByteSink, onClosed: () => void, { isDelayed = false, expiry }: SseOptions = {}) {
    this.#sink = sink;
    this.#isDelayed = isDelayed;
    this.#expiry = expiry;
    this.#onClosed = onClosed;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a message, with an event ID if the stream can be resumed. */
  event(message: MessageText, id?: string): void {
    if (!this.#isOpen) return;
    if (this.#sink.pendingBytes > maxPendingBytes) {
      this.#abort();
      return;
    }
    const head = `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: `;
    this.#sink.write(typeof message === 'string' ? `${head}${message}\n\n` : [head, ...message, '\n\n']);
  }

  /** Sends the first event of a stream of protocol version 2024-11-05: the path for the client's messages. */
  endpoint(path: string): void {
    this.#sink.write(`event: endpoint\ndata: ${path}\n\n`);
  }

  /**
   * Sends an empty event with an ID to resume from, and the client's reconnection delay.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   */
  prime(id: string, retryMs: number): void {
    this.#sink.write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
  }

  /** Sends the response head, if it waits for the first bytes. */
  begin(): void {
    if (this.#isDelayed) this.#sink.write(':\n\n');
    this.#isDelayed = false;
  }

  /**
   * Sends a keep-alive comment. Ends a stream whose access token has expired. Disconnects a client that has read
   * nothing since the last tick.
   */
  tick(): void {
    if (this.#expiry !== undefined && Date.now() >= this.#expiry.at) {
      const { end } = this.#expiry;
      this.#expiry = undefined;
      end();
      return;
    }
    if (this.#isDelayed) {
      this.#isDelayed = false;
      return;
    }
    const pending = this.#sink.pendingBytes;
    if (pending > 0 && pending >= this.#pendingBefore && this.#pendingBefore > 0) this.#abort();
    else this.#sink.write(':\n\n');
    this.#pendingBefore = this.#sink.pendingBytes;
  }

  /** Ends the response. */
  end(): void {
    if (this.#isOpen) this.#sink.end();
    this.close();
  }

  /** Marks the stream as closed without writing. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#onClosed();
  }

  #abort(): void {
    this.#sink.abort();
    this.close();
  }
}
