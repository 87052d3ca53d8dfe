import type { MessageText } from '../../../wire/json-rpc.js';
import { persist } from '../../../core/sharing/persist.js';
import type { EventBudget } from '../event-stream.js';
import type { ResumableStream } from '../http-session.js';
import type { SseWriter } from '../sse-writer.js';
import { joinMessage, type StreamEntry, type StreamLog } from './stream-log.js';

/** Reconnection delay for clients, in milliseconds. */
export const retryMs = 1000;

/** Maximum number of event characters that wait for the store. Beyond this limit, the stream is not kept. */
const maxWaiting = 8 * 1024 * 1024;

/** Options of a `SharedStream`. */
export interface SharedStreamOptions {
  readonly log: StreamLog;
  /** JSON text of the IDs of the requests that the stream responds to. */
  readonly ids: string;
  /** Whether the stream begins with an empty event that the client can resume from. */
  readonly isPrimed: boolean;
  /** Budget for events. Without room, the stream is not kept, so its client cannot resume it. */
  readonly budget: EventBudget;
  /** Called when the log has new entries and no client is connected to this process. */
  readonly onMore: () => void;
}

/**
 * Event stream of this process whose events are kept in the store. Each event is in the log before it is sent, so that
 * the client can continue on any process. While the store is unreachable, a connected client gets events without IDs.
 */
export class SharedStream implements ResumableStream {
  readonly #options: SharedStreamOptions;
  #work: Promise<unknown> = Promise.resolve();
  /** Number of queued events. */
  #waiting = 0;
  #waitingCharacters = 0;
  #writer: SseWriter | undefined;
  #keptCharacters = 0;
  #isKept = true;
  #isComplete = false;
  #isAbandoned = false;
  #completedAt = Infinity;

  constructor(options: SharedStreamOptions) {
    this.#options = options;
  }

  /** Whether a client is connected to this process. */
  get isLive(): boolean {
    return this.#writer?.isOpen === true;
  }

  /** Whether `complete` was called. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Time at which the stream was completed, from `performance.now`. */
  get completedAt(): number {
    return this.#completedAt;
  }

  /**
   * Connects a client and sends it the kept events after a position.
   *
   * @param start Position of the client's last event. Default: the latest event.
   */
  attach(writer: SseWriter, start?: number): void {
    this.#drop();
    this.#enqueue(() => (start === undefined ? this.#begin(writer) : this.#resume(writer, start)));
  }

  /**
   * Ends the connection after all previous events have been sent. The process in which the client continues the stream reads the log.
   */
  detach(): void {
    this.#enqueue(async () => {
      this.#drop();
      this.#options.onMore();
    });
  }

  send(message: MessageText): void {
    this.#deliver(joinMessage(message));
  }

  complete(): void {
    if (this.#isComplete) return;
    this.#isComplete = true;
    this.#completedAt = performance.now();
    if (this.#waiting === 0) this.#deliver(undefined);
  }

  /** Resolves when all previous messages are logged and sent. */
  async whenWritten(): Promise<void> {
    await this.#work;
  }

  /** Stops writing, because this process is ending. The log is kept. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#options.budget.release(this.#keptCharacters);
    this.#keptCharacters = 0;
    this.#drop();
  }

  /** Drops the kept events. */
  discard(): void {
    this.abandon();
    this.#options.log.remove().catch(() => {});
  }

  #drop(): void {
    const writer = this.#writer;
    this.#writer = undefined;
    writer?.end();
  }

  #enqueue(task: () => Promise<void>): void {
    this.#work = this.#work.then(() => (this.#isAbandoned ? undefined : task()));
  }

  async #begin(writer: SseWriter): Promise<void> {
    const { log, isPrimed } = this.#options;
    const position = isPrimed ? await this.#append(undefined, false, writer) : undefined;
    if (position !== undefined) writer.prime(log.eventId(position), retryMs);
    else if (this.#waiting === 0) writer.begin();
    this.#connect(writer);
  }

  async #resume(writer: SseWriter, start: number): Promise<void> {
    const { log, isPrimed } = this.#options;
    const entries = await log.read(start).catch(() => undefined);
    if (entries === undefined) {
      // The client retries.
      writer.end();
      return;
    }
    if (isPrimed) writer.prime(log.eventId(start), retryMs);
    writeEntries(writer, log, entries);
    this.#connect(writer);
    if (entries.at(-1)?.isLast === true) this.#drop();
  }

  #connect(writer: SseWriter): void {
    if (this.#isAbandoned) writer.end();
    else this.#writer = writer;
  }

  /** Sends a message, or ends the stream with `undefined`. The last message also ends the stream. */
  #deliver(message: string | undefined): void {
    const size = (message?.length ?? 0) + 100;
    if (this.#waiting > 0 && this.#waitingCharacters + size > maxWaiting) this.#isKept = false;
    this.#waiting += 1;
    this.#waitingCharacters += size;
    this.#enqueue(async () => {
      this.#waiting -= 1;
      this.#waitingCharacters -= size;
      const isLast = this.#isComplete && this.#waiting === 0;
      const position = await this.#append(message, isLast);
      const { log, onMore } = this.#options;
      if (!this.isLive) onMore();
      else if (message !== undefined) {
        this.#writer?.event(message, position === undefined ? undefined : log.eventId(position));
      }
      if (isLast) this.#drop();
    });
  }

  /**
   * Appends to the log.
   *
   * @returns The position; `undefined` if the entry was not logged.
   */
  async #append(message: string | undefined, isLast: boolean, writer = this.#writer): Promise<number | undefined> {
    const { log, ids, budget } = this.#options;
    // 100 characters for the memory overhead of an entry.
    const size = (message?.length ?? 0) + ids.length + 100;
    if (!this.#isKept || !budget.take(size)) {
      await this.#forget();
      return undefined;
    }
    this.#keptCharacters += size;
    const isOver = (): boolean => this.#isAbandoned || !this.#isKept;
    const append = (): Promise<number> => log.append({ message, isLast, ids });
    // Without a client, only the log can keep the event.
    if (writer?.isOpen !== true) return persist(append, isOver);
    return append().catch(() => (writer.isOpen ? undefined : persist(append, isOver)));
  }

  /** Drops the kept events, because without all of them a client cannot continue the stream. */
  async #forget(): Promise<void> {
    const { log, budget } = this.#options;
    this.#isKept = false;
    if (this.#keptCharacters === 0) return;
    budget.release(this.#keptCharacters);
    this.#keptCharacters = 0;
    await log.remove().catch(() => {});
  }
}

/** Sends the events of entries to a client. */
export function writeEntries(writer: SseWriter, log: StreamLog, entries: readonly StreamEntry[]): void {
  for (const { position, message } of entries) {
    if (message !== undefined) writer.event(message, log.eventId(position));
  }
}
