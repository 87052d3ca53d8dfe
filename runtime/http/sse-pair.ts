import { Connection } from '../connection/connection.js';
import type { MessageText } from '../protocol/json-rpc.js';
import type { Channel } from '../exchange/exchange.js';
import type { Service } from '../service/service.js';
import { HttpError } from './http-error.js';
import type { Post } from './post-reply.js';
import type { SseWriter } from './sse-writer.js';
import { noStream, type StreamPool } from './stream-pool.js';

/** The endpoint that opens a stream. */
export const streamPath = '/sse';
/** The endpoint that takes messages. */
export const messagePath = '/messages';

interface Peer {
  readonly connection: Connection;
  readonly writer: SseWriter;
  readonly channel: Channel;
  readonly principal: string | undefined;
}

/**
 * The two endpoints of revision 2024-11-05: one opens a stream for everything that the server says, the other takes what
 * the client says.
 *
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export class SsePair {
  readonly #service: Service;
  readonly #streams: StreamPool;
  readonly #ordered: boolean;
  readonly #peers = new Map<string, Peer>();

  constructor(service: Service, streams: StreamPool, ordered: boolean) {
    this.#service = service;
    this.#streams = streams;
    this.#ordered = ordered;
  }

  /**
   * Opens a stream.
   *
   * @throws HttpError
   */
  open({ reply, headers, accepted, auth }: Post): void {
    const writer = accepted.stream ? this.#streams.open(reply, headers) : undefined;
    if (writer === undefined) throw noStream(accepted);
    const id = crypto.randomUUID();
    const send = (message: MessageText): void => writer.event(message);
    const ask = (message: MessageText): boolean => {
      send(message);
      return writer.isOpen;
    };
    const channel: Channel = { send, ask, respond: (answer) => answer !== undefined && send(answer), peer: id };
    const connection = new Connection(this.#service, {
      channel,
      revision: '2024-11-05',
      ordered: this.#ordered,
    });
    this.#peers.set(id, { connection, writer, channel, principal: auth?.principal });
    reply.onDisconnect(() => {
      this.#peers.delete(id);
      connection.close(new Error('The client closed the connection'));
    });
    writer.endpoint(`${messagePath}?sessionId=${id}`);
  }

  /**
   * Takes a message; what there is to answer goes to the stream.
   *
   * @throws HttpError 404 for a stream that is not open.
   */
  receive({ request, reply, headers, auth }: Post, message: unknown): void {
    const id = new URL(request.url, 'http://localhost').searchParams.get('sessionId') ?? '';
    const peer = this.#peers.get(id);
    if (peer === undefined || peer.principal !== auth?.principal) throw new HttpError(404, 'Session not found');
    reply.send(202, headers);
    peer.connection.receive(message, { ...peer.channel, http: request, auth });
  }

  /** Clients say nothing more that counts. */
  endInput(): void {
    for (const { connection } of this.#peers.values()) connection.endInput();
  }

  /** Resolves when nothing is being served. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.#peers.values()].map(({ connection }) => connection.whenIdle()));
  }

  /** Stops what is still running and ends the streams. */
  close(): void {
    for (const { connection, writer } of this.#peers.values()) {
      connection.close(new Error('The server is shutting down'));
      writer.end();
    }
    this.#peers.clear();
  }
}
