import type { Channel } from '../../../core/exchange/exchange.js';
import type { MessageText } from '../../../wire/json-rpc.js';
import { persist } from '../../../core/sharing/persist.js';
import type { Post } from '../post-reply.js';
import type { SseWriter } from '../sse-writer.js';
import { SharedSession, type SessionMessage, type SharedSessionOptions, type SharingParts } from './shared-session.js';
import { joinMessage } from './stream-log.js';

/**
 * Session on the two endpoints of protocol version 2024-11-05 that several processes share. One process holds the
 * stream; the others pass it their messages for the client. The session lasts as long as the stream.
 *
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export class SharedSseSession extends SharedSession {
  #writer: SseWriter | undefined;
  readonly #channel: Channel;
  /** Messages on their way to the process that holds the stream. */
  #sending: Promise<unknown> = Promise.resolve();
  /** Responses that wait until their changes are stored. */
  #responding: Promise<void> = Promise.resolve();

  constructor(parts: SharingParts, options: SharedSessionOptions) {
    // Each process receives changes, but only the holder notifies the client.
    super(parts, options, { send: (message) => this.#writer?.event(message), respond: () => {} });
    this.#channel = {
      send: (message) => this.#send(message),
      ask: (message) => {
        this.#send(message);
        return !this.isClosed;
      },
      respond: (response) => response !== undefined && this.#send(response),
    };
  }

  /** Makes this process the holder of the client's stream. Its first event is the path for the client's messages. */
  hold(writer: SseWriter, path: string): void {
    this.#writer = writer;
    writer.endpoint(path);
  }

  /** Whether this process holds the stream. */
  get isHolder(): boolean {
    return this.#writer?.isOpen === true;
  }

  get isIdle(): boolean {
    return !this.isHolder && this.connection.isIdle;
  }

  /** Serves the message of a POST whose status was already sent. Resolves when the response is sent. */
  receive({ request, auth, caller, prepared }: Post, message: unknown): Promise<void> {
    return new Promise((resolve) => {
      const respond = (response: MessageText | undefined): void => {
        const saved = this.save() ?? Promise.resolve();
        // Changes that could not be saved are saved with the next changes, because this protocol cannot reject them
        // now.
        const responded = saved.catch(() => {}).then(() => this.#channel.respond(response));
        void responded.then(resolve);
        this.#responding = this.#responding.then(() => responded);
      };
      this.connection.receive(message, { ...this.#channel, respond, http: request, auth, peer: caller, prepared });
    });
  }

  async whenWritten(): Promise<void> {
    await this.#responding;
    await this.#sending;
  }

  override close(): void {
    super.close();
    this.#writer?.end();
  }

  protected override take(message: SessionMessage): void {
    if ('out' in message && this.#writer !== undefined) this.#writer.event(message.out);
  }

  #send(message: MessageText): void {
    if (this.#writer !== undefined) {
      this.#writer.event(message);
      return;
    }
    const out = joinMessage(message);
    this.#sending = this.#sending.then(() =>
      persist(
        () => this.say({ out }),
        () => this.isClosed,
      ),
    );
  }
}
