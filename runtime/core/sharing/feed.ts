import type { LogEntry, Store } from '../api/store.js';

/** Delay before a failed read of the log is repeated, in milliseconds. */
const retryMs = 1000;

/** Listener of a feed. */
export interface FeedListener {
  /** Receives each later message once, in the order of the log. */
  take(message: string): void;
  /** Receives a hint: a message that is not in the log and may be lost. */
  hint?(message: string): void;
  /**
   * The connection to the store was interrupted.
   *
   * @param hasLost Whether messages were dropped from the log before this process read them.
   */
  onGap?(hasLost: boolean): void;
  /** Called before a message is delivered, and when the position changes without one. */
  onPosition?(position: number): void;
  /** Called when the log is read because messages are missing. They have been delivered when the promise resolves. */
  onRead?(reading: Promise<void>): void;
}

/**
 * Messages from each process of a server to all of them: a log in the store, and a channel on which new entries are
 * published. A process that misses messages of the channel reads the log, so that no message is lost while it is in the
 * log.
 *
 * @see docs/decisions/0039-processes-that-share-a-store-are-peers.md
 */
export class Feed {
  readonly #store: Store;
  readonly #key: string;
  readonly #ttlMs: number;
  readonly #max: number;

  /**
   * @param ttlMs Time to live of the log after the latest message, in milliseconds.
   * @param max Maximum number of messages in the log.
   */
  constructor(store: Store, key: string, ttlMs: number, max: number) {
    this.#store = store;
    this.#key = key;
    this.#ttlMs = ttlMs;
    this.#max = max;
  }

  /**
   * Sends a message. Resolves when the message is in the log; processes that are temporarily disconnected get it later.
   *
   * @returns Rejects with a StoreError.
   */
  async send(message: string): Promise<void> {
    const position = await this.#append(message);
    // The message is in the log: listeners read it with the next one, or after a gap.
    await this.hint(message, position).catch(() => {});
  }

  /** Sends a message to current listeners only, without the log. */
  hint(message: string, position = 0): Promise<void> {
    return this.#store.publish(this.#key, `${position} ${message}`);
  }

  /**
   * Reads the messages after a position, the oldest first; some are empty.
   *
   * @returns `undefined` if not all of them are in the log. Rejects with a StoreError.
   */
  read(after: number): Promise<readonly LogEntry[] | undefined> {
    return this.#store.readLog(this.#key, after);
  }

  /** Renews the time to live of the log. */
  extend(ttlMs = this.#ttlMs): Promise<boolean> {
    return this.#store.extend(this.#key, ttlMs);
  }

  /**
   * Listens to all messages sent after this resolves.
   *
   * @returns A function that stops listening. Rejects with a StoreError.
   */
  async follow(listener: FeedListener): Promise<() => void> {
    const log = {
      // An empty entry: its position is the end of the log.
      findEnd: () => this.#append(''),
      read: (after: number) => this.read(after),
    };
    const reader = new FeedReader(log, listener);
    const stop = await this.#store.subscribe(
      this.#key,
      (text) => reader.receive(text),
      () => reader.catchUp(),
    );
    try {
      reader.begin(await log.findEnd());
    } catch (error) {
      stop();
      throw error;
    }
    return () => {
      reader.stop();
      stop();
    };
  }

  #append(message: string): Promise<number> {
    return this.#store.append(this.#key, message, this.#ttlMs, this.#max);
  }
}

/** The part of the log that a reader needs. */
interface FeedLog {
  /** Finds the position of the latest entry. */
  findEnd(): Promise<number>;
  read(after: number): Promise<readonly LogEntry[] | undefined>;
}

/**
 * Maximum number of messages that are read from the log before the channel delivers them, and of messages that are held
 * during a read.
 */
const maxKept = 256;

/** Orders the messages of a channel and its log. */
class FeedReader {
  readonly #log: FeedLog;
  readonly #listener: FeedListener;
  /** The latest delivered entry; `undefined` until `begin`. */
  #last: LogEntry | undefined;
  /** Channel messages that arrived while the log was read, or before `begin`. */
  #held: LogEntry[] = [];
  /**
   * Messages delivered from the log, by position, that are still expected on the channel: processes publish out of
   * order.
   */
  readonly #early = new Map<number, string>();
  #isReading = false;
  /** Whether the log must be read again because messages arrived while it was read. */
  #isAgain = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasStopped = false;

  constructor(log: FeedLog, listener: FeedListener) {
    this.#log = log;
    this.#listener = listener;
  }

  begin(last: number): void {
    this.#moveTo({ position: last, text: '' });
    this.#held = this.#held.filter(({ position }) => position > last);
    if (this.#isAgain || this.#held.length > 0) this.#read();
  }

  receive(text: string): void {
    const end = text.indexOf(' ');
    const message = { position: Number(text.slice(0, end)), text: text.slice(end + 1) };
    if (message.position === 0) {
      this.#listener.hint?.(message.text);
      return;
    }
    const isHeld = this.#isReading || this.#last === undefined;
    if (!isHeld && this.#place(message)) return;
    // If there is no room, the message is dropped: the log contains it and is read again.
    if (this.#held.length < maxKept) this.#held.push(message);
    else this.#isAgain = true;
    if (!isHeld) this.#read();
  }

  /** Reads the log after a possible loss of messages on the channel. */
  catchUp(): void {
    this.#early.clear();
    this.#listener.onGap?.(false);
    this.#read();
  }

  stop(): void {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
  }

  #read(): void {
    if (this.#hasStopped) return;
    this.#isAgain = true;
    if (this.#isReading || this.#last === undefined) return;
    this.#isReading = true;
    const reading = this.#readLog();
    this.#listener.onRead?.(reading);
  }

  async #readLog(): Promise<void> {
    try {
      while (this.#isAgain && !this.#hasStopped && this.#last !== undefined) {
        this.#isAgain = false;
        for (const entry of await this.#readAfter(this.#last)) {
          this.#deliver(entry);
          this.#expect(entry);
        }
        for (const message of this.#held.splice(0)) if (!this.#place(message)) this.#isAgain = true;
      }
    } catch {
      this.#retry();
    } finally {
      this.#isReading = false;
    }
  }

  /**
   * Reads the entries after the latest delivered one. If the log has dropped some of them, or was created anew, reads
   * it from its start.
   */
  async #readAfter({ position, text }: LogEntry): Promise<readonly LogEntry[]> {
    // Positions restart if the store loses the log: then another entry has the position of the latest one, or none.
    const [first, ...later] = (await this.#log.read(position - 1)) ?? [];
    if (first?.text === text) return later;
    this.#early.clear();
    const all = await this.#log.read(0);
    if (all !== undefined) return all;
    this.#moveTo({ position: await this.#log.findEnd(), text: '' });
    this.#listener.onGap?.(true);
    return [];
  }

  #retry(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), retryMs);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Delivers a message of the channel if it is the next one. Returns `false` if the log must be read. */
  #place(message: LogEntry): boolean {
    const { position, text } = message;
    // Positions restart if the store loses the log, so a message is the same only if its text is the same.
    if (this.#early.get(position) === text) return this.#early.delete(position);
    if (position !== (this.#last?.position ?? Infinity) + 1) return false;
    this.#deliver(message);
    return true;
  }

  /** Remembers a message that is expected on the channel. If a message is dropped here, the log must be read again. */
  #expect({ position, text }: LogEntry): void {
    // Entries that only mark the end are not published.
    if (text === '') return;
    this.#early.set(position, text);
    const [oldest] = this.#early.keys();
    if (this.#early.size > maxKept && oldest !== undefined) this.#early.delete(oldest);
  }

  #deliver(entry: LogEntry): void {
    this.#moveTo(entry);
    if (entry.text !== '' && !this.#hasStopped) this.#listener.take(entry.text);
  }

  #moveTo(entry: LogEntry): void {
    this.#last = entry;
    this.#listener.onPosition?.(entry.position);
  }
}
