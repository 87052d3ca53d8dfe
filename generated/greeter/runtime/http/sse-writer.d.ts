import type { MessageText } from '../protocol/json-rpc.js';
import type { ByteSink } from './http-message.js';
/**
 * Writes server-sent events, and breaks off with a client that does not take them.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export declare class SseWriter {
    #private;
    /** @param onClosed Called once, when the stream has ended or the client is gone. */
    constructor(sink: ByteSink, onClosed: () => void);
    get isOpen(): boolean;
    /** Sends a message, with an id where the stream can be resumed behind it. */
    event(message: MessageText, id?: string): void;
    /** Tells the client where to send its messages: the first event of a stream of revision 2024-11-05. */
    endpoint(path: string): void;
    /**
     * Gives the client an id to resume from before there is any message, and says when to come back.
     *
     * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
     */
    prime(id: string, retryMs: number): void;
    /** Shows that the stream is alive; a client that has taken nothing since the last time is cut off. */
    beat(): void;
    end(): void;
    /** The client is gone. */
    close(): void;
}
