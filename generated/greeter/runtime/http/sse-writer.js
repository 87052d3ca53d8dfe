/** Bytes that a client may leave unread before its connection is closed. */
const maxPendingBytes = 16 * 1024 * 1024;
/**
 * Writer of server-sent events on one connection. A client that does not read is disconnected.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class SseWriter {
    #sink;
    #onClosed;
    #isOpen = true;
    /** Bytes that were unread at the last tick. */
    #pendingBefore = 0;
    /** @param onClosed Called once, when the stream has ended or the client is gone. */
    constructor(sink, onClosed) {
        this.#sink = sink;
        this.#onClosed = onClosed;
    }
    get isOpen() {
        return this.#isOpen;
    }
    /** Sends a message, with an event id where the stream can be resumed. */
    event(message, id) {
        if (!this.#isOpen)
            return;
        if (this.#sink.pendingBytes > maxPendingBytes) {
            this.#abort();
            return;
        }
        const head = `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: `;
        this.#sink.write(typeof message === 'string' ? `${head}${message}\n\n` : [head, ...message, '\n\n']);
    }
    /** Sends the first event of a stream of revision 2024-11-05: the path for the client's messages. */
    endpoint(path) {
        this.#sink.write(`event: endpoint\ndata: ${path}\n\n`);
    }
    /**
     * Sends an empty event with an id to resume from, and the time after which a client reconnects.
     *
     * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
     */
    prime(id, retryMs) {
        this.#sink.write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
    }
    /** Sends a keep-alive comment. Disconnects a client that has read nothing since the last tick. */
    tick() {
        const pending = this.#sink.pendingBytes;
        if (pending > 0 && pending >= this.#pendingBefore && this.#pendingBefore > 0)
            this.#abort();
        else
            this.#sink.write(':\n\n');
        this.#pendingBefore = this.#sink.pendingBytes;
    }
    /** Ends the response. */
    end() {
        if (this.#isOpen)
            this.#sink.end();
        this.close();
    }
    /** Marks the stream as closed, without a further write. */
    close() {
        if (!this.#isOpen)
            return;
        this.#isOpen = false;
        this.#onClosed();
    }
    #abort() {
        this.#sink.abort();
        this.close();
    }
}
