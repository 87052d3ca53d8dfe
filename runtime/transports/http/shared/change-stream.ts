import type { MessageText } from '../../../wire/json-rpc.js';
import type { SseWriter } from '../sse-writer.js';
import { retryMs } from './shared-stream.js';

/** Name of the stream of changes in messages between processes. */
export const changeStream = 'main';

/** Number of changes after which a client gets a new position to continue from. */
const markEvery = 250;

/** Maximum number of messages that are kept for a client that is not connected. */
const maxKept = 100;

/**
 * The client's stream for messages that belong to no request: notifications of changes. The ids of its events are
 * positions in the log of changes that all processes share, so that each process can continue it.
 *
 * @see docs/decisions/0068-streams-of-changes-continue-from-the-log-of-changes.md
 */
export class ChangeStream {
  #writer: SseWriter | undefined;
  /** Position of the client's last event; `undefined` if it cannot continue from one. */
  #marked: number | undefined;
  /** Messages about changes of this process alone, which no log has. */
  readonly #kept = new Set<MessageText>();

  /** Whether a client is connected to this process. */
  get isLive(): boolean {
    return this.#writer?.isOpen === true;
  }

  /**
   * Connects a client, and sends it the kept messages.
   *
   * @param from Position of the client's last event, or of the latest change; `undefined` if the client accepts no event
   *   without data, or the position is unknown.
   */
  attach(writer: SseWriter, from: number | undefined): void {
    this.end();
    this.#writer = writer;
    this.#marked = from;
    if (from === undefined) writer.begin();
    else writer.prime(formatId(from), retryMs);
    for (const message of this.#kept) writer.event(message);
    this.#kept.clear();
  }

  /** Sends the message about a change that is announced now. */
  send(message: MessageText, position: number | undefined): void {
    if (this.isLive) this.sendAgain(message, position);
    else if (position === undefined && this.#kept.size < maxKept) this.#kept.add(message);
  }

  /** Sends the message about a change that was announced while the client was away. */
  sendAgain(message: MessageText, position: number | undefined): void {
    this.#writer?.event(message, position === undefined ? undefined : formatId(position));
    if (this.#marked !== undefined) this.#marked = position ?? this.#marked;
  }

  /** Sends the client a position to continue from if its last one is far behind, so that little has to be repeated. */
  mark(position: number | undefined): void {
    if (position === undefined || this.#marked === undefined || position - this.#marked < markEvery) return;
    this.#marked = position;
    this.#writer?.prime(formatId(position), retryMs);
  }

  /** Ends the connection. */
  end(): void {
    this.#writer?.end();
    this.#writer = undefined;
  }
}

function formatId(position: number): string {
  return `changes_${position}`;
}

/**
 * Returns the position of an event of the stream of changes: `undefined` if the event comes from a former version,
 * which had other positions. Returns `null` for events of other streams.
 */
export function parseChangeId(text: string): number | undefined | null {
  const [, stream, position] = /^(changes|main)_(\d{1,15})$/u.exec(text) ?? [];
  if (stream === undefined) return null;
  return stream === 'main' ? undefined : Number(position);
}
