import type { MessageText } from '../protocol/json-rpc.js';
import type { ByteSink } from './http-message.js';

/** Bytes that a client may be behind before it is cut off. */
const maximalPendingBytes = 16 * 1024 * 1024;

/**
 * Writes server-sent events, and breaks off with a client that does not take them.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class SseWriter {
  readonly #sink: ByteSink;
  readonly #onClosed: () => void;
  #isOpen = true;
  /** What the client had not taken at the last beat. */
  #pendingBefore = 0;

  /** @param onClosed Called once, when the stream has ended or the client is gone. */
  constructor(sink: ByteSink, onClosed: () => void) {
    this.#sink = sink;
    this.#onClosed = onClosed;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a message, with an id where the stream can be resumed behind it. */
  event(message: MessageText, id?: string): void {
    if (!this.#isOpen) return;
    if (this.#sink.pendingBytes > maximalPendingBytes) {
      this.#abort();
      return;
    }
    const head = `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: `;
    this.#sink.write(typeof message === 'string' ? `${head}${message}\n\n` : [head, ...message, '\n\n']);
  }

  /** Tells the client where to send its messages: the first event of a stream of revision 2024-11-05. */
  endpoint(path: string): void {
    this.#sink.write(`event: endpoint\ndata: ${path}\n\n`);
  }

  /**
   * Gives the client an id to resume from before there is any message, and says when to come back.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   */
  prime(id: string, retryMs: number): void {
    this.#sink.write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
  }

  /** Shows that the stream is alive; a client that has taken nothing since the last time is cut off. */
  beat(): void {
    const pending = this.#sink.pendingBytes;
    if (pending > 0 && pending >= this.#pendingBefore && this.#pendingBefore > 0) this.#abort();
    else this.#sink.write(':\n\n');
    this.#pendingBefore = this.#sink.pendingBytes;
  }

  end(): void {
    if (this.#isOpen) this.#sink.end();
    this.close();
  }

  /** The client is gone. */
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
