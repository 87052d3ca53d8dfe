/** Milliseconds that a client is asked to wait before it reconnects. */
const retryMs = 1000;
/** Most events and characters that one stream keeps for a client that reconnects. */
const maxEvents = 256;
const maxCharacters = 1024 * 1024;
/** Most characters that all streams of a server keep together. */
const maxSharedCharacters = 64 * 1024 * 1024;
/** Limit for the events that all streams of a server keep together. */
export class EventBudget {
    #free = maxSharedCharacters;
    /** Reserves characters; returns false when there is no room. */
    take(characters) {
        if (characters > this.#free)
            return false;
        this.#free -= characters;
        return true;
    }
    give(characters) {
        this.#free += characters;
    }
}
/**
 * Event stream that outlives its connection: the latest events are kept, and a client that reconnects gets those that it
 * has missed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class EventStream {
    id;
    #isPrimed;
    #budget;
    #kept = [];
    #keptCharacters = 0;
    #position = 0;
    #writer;
    #isComplete = false;
    /**
     * @param id Unique in the session.
     * @param isPrimed Whether the stream begins with an empty event that the client can resume from.
     * @param budget Shared by all streams; an event that does not fit in is not kept.
     */
    constructor(id, isPrimed, budget) {
        this.id = id;
        this.#budget = budget;
        this.#isPrimed = isPrimed;
    }
    /** True while a client is connected. */
    get isLive() {
        return this.#writer?.isOpen === true;
    }
    /** True after `complete`. */
    get isComplete() {
        return this.#isComplete;
    }
    /**
     * Connects a client and sends it the kept events after a position.
     *
     * @param position Of the client's last event; `undefined` for a new client, which gets new events only.
     */
    attach(writer, position) {
        this.#writer?.end();
        this.#writer = writer;
        const start = Math.min(position ?? this.#position, this.#position);
        if (this.#isPrimed)
            writer.prime(this.#eventId(start), retryMs);
        for (const event of this.#kept) {
            if (event.position > start)
                writer.event(event.message, this.#eventId(event.position));
        }
        if (this.#isComplete)
            this.detach();
    }
    /** Ends the connection; the stream stays. */
    detach() {
        const writer = this.#writer;
        this.#writer = undefined;
        writer?.end();
    }
    /** Sends an event, or keeps it until the client reconnects. */
    send(message) {
        this.#position += 1;
        this.#keep(message);
        this.#writer?.event(message, this.#eventId(this.#position));
    }
    /** Drops the kept events. */
    discard() {
        while (this.#kept.length > 0)
            this.#dropFirst();
    }
    /** Ends the stream; the kept events can still be fetched. */
    complete() {
        this.#isComplete = true;
        this.detach();
    }
    #keep(message) {
        const length = typeof message === 'string' ? message.length : message.reduce((sum, part) => sum + part.length, 0);
        // 100 for the memory that an event takes besides its text.
        const size = length + 100;
        if (!this.#budget.take(size))
            return;
        this.#kept.push({ position: this.#position, message, size });
        this.#keptCharacters += size;
        // The latest event is kept whatever its size: it may be the answer.
        while (this.#kept.length > maxEvents || (this.#keptCharacters > maxCharacters && this.#kept.length > 1)) {
            this.#dropFirst();
        }
    }
    #dropFirst() {
        const { size } = this.#kept.shift() ?? { size: 0 };
        this.#keptCharacters -= size;
        this.#budget.give(size);
    }
    #eventId(position) {
        return `${this.id}_${position}`;
    }
}
/** Stream and position of an event id; `undefined` for a text that is no event id. */
export function parseEventId(text) {
    const [, stream, position] = /^(\d{1,9})_(\d{1,9})$/u.exec(text) ?? [];
    return stream === undefined ? undefined : { stream: Number(stream), position: Number(position) };
}
