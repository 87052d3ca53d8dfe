import type { MessageText } from '../protocol/json-rpc.js';
import type { EventBudget } from './event-budget.js';
import type { SseWriter } from './sse-writer.js';

/** How long a client is asked to wait before it comes back, in milliseconds. */
const retryMs = 1000;
/** What one stream keeps for clients that come back. */
const maximalEvents = 256;
const maximalCharacters = 1024 * 1024;

interface KeptEvent {
  readonly position: number;
  readonly message: MessageText;
  readonly size: number;
}

/**
 * A stream of events that outlives its connection: what is sent is kept for a while, and a client that comes back gets what
 * it has missed.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export class EventStream {
  readonly id: number;
  readonly #isPrimed: boolean;
  readonly #budget: EventBudget;
  #kept: KeptEvent[] = [];
  #keptCharacters = 0;
  #position = 0;
  #writer: SseWriter | undefined;
  #isComplete = false;

  /**
   * @param id Unique in the session.
   * @param isPrimed The client can resume before it has had a message.
   * @param budget What all streams share; an event for which there is no room is not kept.
   */
  constructor(id: number, isPrimed: boolean, budget: EventBudget) {
    this.id = id;
    this.#budget = budget;
    this.#isPrimed = isPrimed;
  }

  /** A client is connected to it. */
  get isLive(): boolean {
    return this.#writer?.isOpen === true;
  }

  /** Nothing more comes. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Connects a client, which gets what was sent behind a position.
   *
   * @param position Of the last event that it has; `undefined` for a new client, which gets what comes from now on.
   */
  attach(writer: SseWriter, position?: number): void {
    this.#writer?.end();
    this.#writer = writer;
    const start = Math.min(position ?? this.#position, this.#position);
    if (this.#isPrimed) writer.prime(this.#eventId(start), retryMs);
    for (const event of this.#kept) {
      if (event.position > start) writer.event(event.message, this.#eventId(event.position));
    }
    if (this.#isComplete) this.detach();
  }

  /** Ends the connection, not the stream. */
  detach(): void {
    const writer = this.#writer;
    this.#writer = undefined;
    writer?.end();
  }

  /** Sends an event, now or when the client comes back. */
  send(message: MessageText): void {
    this.#position += 1;
    this.#keep(message);
    this.#writer?.event(message, this.#eventId(this.#position));
  }

  /** Nobody comes back for what was kept. */
  discard(): void {
    while (this.#kept.length > 0) this.#forgetFirst();
  }

  /** Nothing more comes; what was kept can still be fetched. */
  complete(): void {
    this.#isComplete = true;
    this.detach();
  }

  #keep(message: MessageText): void {
    const size = typeof message === 'string' ? message.length : message.reduce((sum, part) => sum + part.length, 0);
    // Small ones count for what they take, too.
    const characters = size + 100;
    if (!this.#budget.take(characters)) return;
    this.#kept.push({ position: this.#position, message, size: characters });
    this.#keptCharacters += characters;
    // The latest event stays, however large: it may be the answer.
    while (this.#kept.length > maximalEvents || (this.#keptCharacters > maximalCharacters && this.#kept.length > 1)) {
      this.#forgetFirst();
    }
  }

  #forgetFirst(): void {
    const { size } = this.#kept.shift() ?? { size: 0 };
    this.#keptCharacters -= size;
    this.#budget.give(size);
  }

  #eventId(position: number): string {
    return `${this.id}_${position}`;
  }
}

/** The stream and the position that an event id names; `undefined` for what is no event id. */
export function parseEventId(text: string): { readonly stream: number; readonly position: number } | undefined {
  const [, stream, position] = /^(\d{1,9})_(\d{1,9})$/u.exec(text) ?? [];
  return stream === undefined ? undefined : { stream: Number(stream), position: Number(position) };
}
