import type { MessageText } from '../../wire/json-rpc.js';
import type { ReplyStream } from './post-reply.js';
import type { SseWriter } from './sse-writer.js';

/** Reconnection delay for clients, in milliseconds. */
const retryMs = 1000;
/** Maximum number of events and characters that one stream keeps for a reconnecting client. */
const maxEvents = 256;
const maxCharacters = 1024 * 1024;

/** Budget for the event characters that a stream can keep. */
export interface EventBudget {
  /** Returns `false` if there is no room. */
  take(size: number): boolean;
  release(size: number): void;
}

interface KeptEvent {
  readonly position: number;
  readonly message: MessageText;
  readonly size: number;
}

/**
 * Event stream that outlives its connection: the latest events are kept, and a reconnecting client receives the events
 * that it missed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class EventStream implements ReplyStream {
  readonly id: number;
  readonly #isPrimed: boolean;
  readonly #budget: EventBudget;
  #kept: KeptEvent[] = [];
  #keptCharacters = 0;
  #position = 0;
  /** Position of the latest event that is not kept; 0: all events are kept. */
  #lost = 0;
  #writer: SseWriter | undefined;
  #isComplete = false;

  /**
   * @param id Id that is unique in the session.
   * @param isPrimed Whether the stream begins with an empty event from which the client can resume.
   * @param budget Budget for kept events. An event that exceeds it is not kept.
   */
  constructor(id: number, isPrimed: boolean, budget: EventBudget) {
    this.id = id;
    this.#budget = budget;
    this.#isPrimed = isPrimed;
  }

  /** Whether a client is connected. */
  get isLive(): boolean {
    return this.#writer?.isOpen === true;
  }

  /** Whether `complete` was called. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Returns whether a client can resume the stream after an event: the event was sent, and all later events are kept.
   */
  keepsAllAfter(position: number): boolean {
    return position >= this.#lost && position <= this.#position;
  }

  /**
   * Connects a client and sends it the kept events after a position.
   *
   * @param start Position of the client's last event. Default: the latest event; the client gets new events only.
   */
  attach(writer: SseWriter, start = this.#position): void {
    this.#writer?.end();
    this.#writer = writer;
    if (this.#isPrimed) writer.prime(this.#eventId(start), retryMs);
    for (const event of this.#kept) {
      if (event.position > start) writer.event(event.message, this.#eventId(event.position));
    }
    if (this.#isComplete) this.detach();
  }

  /** Ends the connection but keeps the stream. */
  detach(): void {
    const writer = this.#writer;
    this.#writer = undefined;
    writer?.end();
  }

  /** Sends an event, or keeps it until the client reconnects. */
  send(message: MessageText): void {
    this.#position += 1;
    this.#keep(message);
    this.#writer?.event(message, this.#eventId(this.#position));
  }

  /** Drops the kept events. */
  discard(): void {
    while (this.#kept.length > 0) this.#dropFirst();
  }

  /** Ends the stream; the kept events can still be fetched. */
  complete(): void {
    this.#isComplete = true;
    this.detach();
  }

  #keep(message: MessageText): void {
    const length = typeof message === 'string' ? message.length : message.reduce((sum, part) => sum + part.length, 0);
    // 100 characters for the memory overhead of an event.
    const size = length + 100;
    while (!this.#budget.take(size)) {
      if (this.#kept.length === 0) {
        this.#lost = this.#position;
        return;
      }
      this.#dropFirst();
    }
    this.#kept.push({ position: this.#position, message, size });
    this.#keptCharacters += size;
    // The latest event is kept regardless of its size, because it may be the response.
    while (this.#kept.length > maxEvents || (this.#keptCharacters > maxCharacters && this.#kept.length > 1)) {
      this.#dropFirst();
    }
  }

  #dropFirst(): void {
    const { size, position } = this.#kept.shift() ?? { size: 0, position: this.#lost };
    this.#lost = position;
    this.#keptCharacters -= size;
    this.#budget.release(size);
  }

  #eventId(position: number): string {
    return `${this.id}_${position}`;
  }
}

/** Returns the stream and position of an event ID; `undefined` for an invalid event ID. */
export function parseEventId(text: string): { readonly stream: number; readonly position: number } | undefined {
  const [, stream, position] = /^(\d{1,9})_(\d{1,9})$/u.exec(text) ?? [];
  return stream === undefined ? undefined : { stream: Number(stream), position: Number(position) };
}
