import type { MessageText } from '../protocol/json-rpc.js';
import type { EventBudget } from './event-budget.js';
import type { SseWriter } from './sse-writer.js';
/**
 * A stream of events that outlives its connection: what is sent is kept for a while, and a client that comes back gets what
 * it has missed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export declare class EventStream {
    #private;
    readonly id: number;
    /**
     * @param id Unique in the session.
     * @param isPrimed The client can resume before it has had a message.
     * @param budget What all streams share; an event for which there is no room is not kept.
     */
    constructor(id: number, isPrimed: boolean, budget: EventBudget);
    /** A client is connected to it. */
    get isLive(): boolean;
    /** Nothing more comes. */
    get isComplete(): boolean;
    /**
     * Connects a client, which gets what was sent behind a position.
     *
     * @param position Of the last event that it has; `undefined` for a new client, which gets what comes from now on.
     */
    attach(writer: SseWriter, position?: number): void;
    /** Ends the connection, not the stream. */
    detach(): void;
    /** Sends an event, now or when the client comes back. */
    send(message: MessageText): void;
    /** Nobody comes back for what was kept. */
    discard(): void;
    /** Nothing more comes; what was kept can still be fetched. */
    complete(): void;
}
/** The stream and the position that an event id names; `undefined` for what is no event id. */
export declare function parseEventId(text: string): {
    readonly stream: number;
    readonly position: number;
} | undefined;
