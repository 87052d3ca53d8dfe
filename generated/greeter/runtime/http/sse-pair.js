import { Connection } from '../connection/connection.js';
import { HttpError } from './http-error.js';
/** Path of the endpoint that opens a stream. */
export const streamPath = '/sse';
/** Path of the endpoint that receives messages. */
export const messagePath = '/messages';
/**
 * The two endpoints of revision 2024-11-05: a GET opens an event stream with all messages of the server, and POSTs carry
 * the messages of the client.
 *
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export class SsePair {
    #service;
    #streams;
    #ordered;
    #peers = new Map();
    constructor(service, streams, ordered) {
        this.#service = service;
        this.#streams = streams;
        this.#ordered = ordered;
    }
    /**
     * Answers a GET with a new stream.
     *
     * @throws HttpError 406 for a client that accepts no stream, 503 when too many are open.
     */
    open(post) {
        const { reply, auth } = post;
        const writer = this.#streams.require(post);
        const id = crypto.randomUUID();
        const send = (message) => writer.event(message);
        const ask = (message) => {
            send(message);
            return writer.isOpen;
        };
        const channel = { send, ask, respond: (answer) => answer !== undefined && send(answer), peer: id };
        const connection = new Connection(this.#service, { channel, revision: '2024-11-05', ordered: this.#ordered });
        this.#peers.set(id, { connection, writer, channel, principal: auth?.principal });
        reply.onDisconnect(() => {
            this.#peers.delete(id);
            connection.close(new Error('The client closed the connection'));
        });
        writer.endpoint(`${messagePath}?sessionId=${id}`);
    }
    /**
     * Serves the message of a POST; the answer is sent on the stream.
     *
     * @throws HttpError 404 when the stream is not open or belongs to another principal.
     */
    receive({ request, reply, headers, auth }, message) {
        const id = new URL(request.url, 'http://localhost').searchParams.get('sessionId') ?? '';
        const peer = this.#peers.get(id);
        if (peer === undefined || peer.principal !== auth?.principal)
            throw new HttpError(404, 'Session not found');
        reply.send(202, headers);
        peer.connection.receive(message, { ...peer.channel, http: request, auth });
    }
    /** Ends the input of all connections: their clients' answers are no longer waited for. */
    endInput() {
        for (const { connection } of this.#peers.values())
            connection.endInput();
    }
    /** Resolves when all requests are answered. */
    async whenIdle() {
        await Promise.all([...this.#peers.values()].map(({ connection }) => connection.whenIdle()));
    }
    /** Cancels running requests and ends the streams. */
    close() {
        for (const { connection, writer } of this.#peers.values()) {
            connection.close(new Error('The server is shutting down'));
            writer.end();
        }
        this.#peers.clear();
    }
}
