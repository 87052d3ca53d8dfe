import type { LogEntry, Store } from '../../../core/api/store.js';
import type { MessageText } from '../../../wire/json-rpc.js';

/** Maximum number of events that the log of a stream keeps. */
const maxEvents = 256;
/**
 * Maximum number of characters that the log of a stream keeps. The latest event is kept regardless of its size, because
 * it may be the response.
 */
const maxCharacters = 1024 * 1024;
/** Maximum length of the request ids that are kept with each event, in characters. */
const maxIds = 1000;

/** Time in milliseconds for which the events of a completed stream can still be fetched. */
export const completedMs = 5 * 60_000;

/** Entry of the log of a stream. */
export interface StreamEntry {
  readonly position: number;
  /** Message of the event; `undefined` for an entry that only marks a position. */
  readonly message: string | undefined;
  /** Whether the stream ends with this entry. */
  readonly isLast: boolean;
  /** IDs of the requests that the stream responds to: JSON text of one ID, or of a list of IDs for a batch. */
  readonly ids: string;
}

/**
 * Events of one stream in the store, for clients that reconnect to any process.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 * @see docs/decisions/0040-stream-events-are-logged-before-they-are-sent.md
 */
export class StreamLog {
  /** Unique in the session. */
  readonly id: string;
  readonly #store: Store;
  readonly #key: string;
  readonly #ttlMs: number;
  readonly #sizes: number[] = [];

  /** @param ttlMs Time to live of an open stream after its latest event, in milliseconds. */
  constructor(store: Store, session: string, id: string, ttlMs: number) {
    this.id = id;
    this.#store = store;
    this.#key = `events:${session}:${id}`;
    this.#ttlMs = ttlMs;
  }

  /** Appends an entry and returns its position. Rejects with a StoreError. */
  append(entry: Omit<StreamEntry, 'position'>): Promise<number> {
    const text = encodeEntry(entry);
    this.#sizes.push(text.length);
    while (this.#sizes.length > maxEvents) this.#sizes.shift();
    let sum = this.#sizes.reduce((total, size) => total + size, 0);
    while (sum > maxCharacters && this.#sizes.length > 1) sum -= this.#sizes.shift() ?? 0;
    return this.#store.append(this.#key, text, entry.isLast ? completedMs : this.#ttlMs, this.#sizes.length);
  }

  /** Ends the stream of another process with a message; its entries stay. Rejects with a StoreError. */
  async end(message: string | undefined, ids: string): Promise<void> {
    await this.#store.append(this.#key, encodeEntry({ message, isLast: true, ids }), completedMs, maxEvents);
  }

  /** Reads the entries after a position; `undefined` if some are no longer kept. Rejects with a StoreError. */
  async read(after: number): Promise<readonly StreamEntry[] | undefined> {
    const entries = (await this.#store.readLog(this.#key, after))?.map(parseEntry);
    // A process that was presumed dead may respond after another process has ended its stream.
    const end = entries?.findIndex(({ isLast }) => isLast) ?? -1;
    return end < 0 ? entries : entries?.slice(0, end + 1);
  }

  /**
   * Finds an event after which a client wants to continue. Its IDs are `'null'` if the event has already been dropped. Returns
   * `undefined` if the client cannot continue there because the event was not sent or later events were dropped.
   * Rejects with a StoreError.
   */
  async find(position: number): Promise<Pick<StreamEntry, 'ids' | 'isLast'> | undefined> {
    const [entry] = (await this.read(position - 1)) ?? [];
    if (entry !== undefined) return entry;
    const later = await this.read(position);
    return later && { ids: later[0]?.ids ?? 'null', isLast: false };
  }

  /** Renews the time to live. */
  async extend(): Promise<void> {
    await this.#store.extend(this.#key, this.#ttlMs);
  }

  async remove(): Promise<void> {
    await this.#store.remove(this.#key);
  }

  /** Returns the id of the event at a position. */
  eventId(position: number): string {
    return `${this.id}_${position}`;
  }
}

function encodeEntry({ message, isLast, ids }: Omit<StreamEntry, 'position'>): string {
  return `${isLast ? '=' : '+'}${ids.length > maxIds ? 'null' : ids}\n${message ?? ''}`;
}

function parseEntry({ position, text }: LogEntry): StreamEntry {
  const end = text.indexOf('\n');
  return {
    position,
    message: text.slice(end + 1) || undefined,
    isLast: text.startsWith('='),
    ids: text.slice(1, end),
  };
}

/** Returns the stream, its writing process and the position of an event ID; `undefined` for an invalid event ID. */
export function parseEventId(
  text: string,
): { readonly stream: string; readonly node: string; readonly position: number } | undefined {
  const [, stream, node, position] = /^(([\da-f]{12})\.\d{1,9})_(\d{1,9})$/u.exec(text) ?? [];
  return stream === undefined || node === undefined ? undefined : { stream, node, position: Number(position) };
}

const decoder = new TextDecoder();

/** Joins the parts of a message into one string. */
export function joinMessage(message: MessageText): string {
  if (typeof message === 'string') return message;
  return message.map((part) => (typeof part === 'string' ? part : decoder.decode(part))).join('');
}
