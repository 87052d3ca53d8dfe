import type { MessageText } from '../protocol/json-rpc.js';
import type { ReplyStream } from './post-reply.js';
import type { SseWriter } from './sse-writer.js';
/** Limit for the events that all streams of a server keep together. */
export declare class EventBudget {
    #private;
    /** Reserves characters; returns false when there is no room. */
    take(characters: number): boolean;
    give(characters: number): void;
}
/**
 * Event stream that outlives its connection: the latest events are kept, and a client that reconnects gets those that it
 * has missed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export declare class EventStream implements ReplyStream {
    #private;
    readonly id: number;
    /**
     * @param id Unique in the session.
     * @param isPrimed Whether the stream begins with an empty event that the client can resume from.
     * @param budget Shared by all streams; an event that does not fit in is not kept.
     */
    constructor(id: number, isPrimed: boolean, budget: EventBudget);
    /** True while a client is connected. */
    get isLive(): boolean;
    /** True after `complete`. */
    get isComplete(): boolean;
    /**
     * Connects a client and sends it the kept events after a position.
     *
     * @param position Of the client's last event; `undefined` for a new client, which gets new events only.
     */
    attach(writer: SseWriter, position?: number): void;
    /** Ends the connection; the stream stays. */
    detach(): void;
    /** Sends an event, or keeps it until the client reconnects. */
    send(message: MessageText): void;
    /** Drops the kept events. */
    discard(): void;
    /** Ends the stream; the kept events can still be fetched. */
    complete(): void;
}
/** Stream and position of an event id; `undefined` for a text that is no event id. */
export declare function parseEventId(text: string): {
    readonly stream: number;
    readonly position: number;
} | undefined;
