import type { MessageText } from '../../../wire/json-rpc.js';
import type { SseWriter } from '../sse-writer.js';
import { retryMs } from './shared-stream.js';

/** Name of the stream of changes in messages between processes. */
export const changeStream = 'main';

/** Maximum number of messages that are kept for a client that is not connected. */
const maxKept = 100;

/** Where a client's connection begins. */
export interface ChangeStreamStart {
  /** Whether the client accepts an event without data. */
  readonly isPrimed: boolean;
  /** Position up to which the client has the changes, or gets them with `sendAgain`. Absent: unknown. */
  readonly position: number | undefined;
  /** Position of the client's last event. Default: `position`. */
  readonly from?: number | undefined;
}

/**
 * The client's stream for messages that belong to no request: notifications of changes. The ids of its events are
 * positions in the log of changes that all processes share, so that each process can continue it.
 *
 * @see docs/decisions/0068-streams-of-changes-continue-from-the-log-of-changes.md
 */
export class ChangeStream {
  #writer: SseWriter | undefined;
  /** Position up to which the client has been told everything. */
  #start = 0;
  /** Messages about changes of this process alone, which no log has. */
  readonly #kept = new Set<MessageText>();

  /** Whether a client is connected to this process. */
  get isLive(): boolean {
    return this.#writer?.isOpen === true;
  }

  /** Connects a client, and sends it the kept messages. */
  attach(writer: SseWriter, { isPrimed, position, from = position }: ChangeStreamStart): void {
    this.end();
    this.#writer = writer;
    this.#start = position ?? 0;
    if (isPrimed && from !== undefined) writer.prime(formatId(from), retryMs);
    else writer.begin();
    for (const message of this.#kept) writer.event(message);
    this.#kept.clear();
  }

  /** Sends the message about a change that is announced now, unless the client has it. */
  send(message: MessageText, position: number | undefined): void {
    if (position !== undefined && position <= this.#start) return;
    if (this.isLive) this.sendAgain(message, position);
    else if (position === undefined && this.#kept.size < maxKept) this.#kept.add(message);
  }

  /** Sends the message about a change that was announced while the client was away. */
  sendAgain(message: MessageText, position: number | undefined): void {
    this.#writer?.event(message, position === undefined ? undefined : formatId(position));
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
