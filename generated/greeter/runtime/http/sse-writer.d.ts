import type { MessageText } from '../protocol/json-rpc.js';
import type { ByteSink } from './http-message.js';
import type { KeepAliveTarget } from './keep-alive-timer.js';
/**
 * Writer of server-sent events on one connection. A client that does not read is disconnected.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export declare class SseWriter implements KeepAliveTarget {
    #private;
    /** @param onClosed Called once, when the stream has ended or the client is gone. */
    constructor(sink: ByteSink, onClosed: () => void);
    get isOpen(): boolean;
    /** Sends a message, with an event id where the stream can be resumed. */
    event(message: MessageText, id?: string): void;
    /** Sends the first event of a stream of revision 2024-11-05: the path for the client's messages. */
    endpoint(path: string): void;
    /**
     * Sends an empty event with an id to resume from, and the time after which a client reconnects.
     *
     * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
     */
    prime(id: string, retryMs: number): void;
    /** Sends a keep-alive comment. Disconnects a client that has read nothing since the last tick. */
    tick(): void;
    /** Ends the response. */
    end(): void;
    /** Marks the stream as closed, without a further write. */
    close(): void;
}
