import { Connection } from '../connection/connection.js';
import { HttpError } from './http-error.js';
import { noStream } from './stream-pool.js';
/** The endpoint that opens a stream. */
export const streamPath = '/sse';
/** The endpoint that takes messages. */
export const messagePath = '/messages';
/**
 * The two endpoints of revision 2024-11-05: one opens a stream for everything that the server says, the other takes what
 * the client says.
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
     * Opens a stream.
     *
     * @throws HttpError
     */
    open({ reply, headers, accepted, auth }) {
        const writer = accepted.stream ? this.#streams.open(reply, headers) : undefined;
        if (writer === undefined)
            throw noStream(accepted);
        const id = crypto.randomUUID();
        const send = (message) => writer.event(message);
        const ask = (message) => {
            send(message);
            return writer.isOpen;
        };
        const channel = { send, ask, respond: (answer) => answer !== undefined && send(answer), peer: id };
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
    receive({ request, reply, headers, auth }, message) {
        const id = new URL(request.url, 'http://localhost').searchParams.get('sessionId') ?? '';
        const peer = this.#peers.get(id);
        if (peer === undefined || peer.principal !== auth?.principal)
            throw new HttpError(404, 'Session not found');
        reply.send(202, headers);
        peer.connection.receive(message, { ...peer.channel, http: request, auth });
    }
    /** Clients say nothing more that counts. */
    endInput() {
        for (const { connection } of this.#peers.values())
            connection.endInput();
    }
    /** Resolves when nothing is being served. */
    async whenIdle() {
        await Promise.all([...this.#peers.values()].map(({ connection }) => connection.whenIdle()));
    }
    /** Stops what is still running and ends the streams. */
    close() {
        for (const { connection, writer } of this.#peers.values()) {
            connection.close(new Error('The server is shutting down'));
            writer.end();
        }
        this.#peers.clear();
    }
}
