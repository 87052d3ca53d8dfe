import { StoreError, type Store } from '../../../core/api/store.js';
import type { Change } from '../../../core/service/enabled-entries.js';
import { Connection } from '../../../core/connection/connection.js';
import type { Channel } from '../../../core/exchange/exchange.js';
import { listEverything } from '../../../core/sharing/shared-changes.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { classify, isRequestId } from '../../../wire/json-rpc.js';
import type { LegacyProtocolVersion } from '../../../wire/protocol-versions.js';
import type { Service } from '../../../core/service/service.js';
import { Feed } from '../../../core/sharing/feed.js';
import { HttpError } from '../http-error.js';
import type { Session } from '../session-store.js';
import { SharedState, type SessionState } from './shared-state.js';

/**
 * Maximum number of messages that a session's log keeps for processes that are temporarily disconnected from the store.
 */
const maxMessages = 256;
/** Maximum length of a message in the log, in characters. A longer message is stored separately for `longMessageMs`. */
const maxLogged = 100_000;
const longMessageMs = 60_000;

/** Pattern of IDs of client requests with shared stores; the group identifies the process. */
const clientRequestId = /^(?:elicit|sample|roots)_([\da-f]{12})_\d{1,9}$/u;

/** Methods that change the state of a session. */
const changing: ReadonlySet<unknown> = new Set([
  'initialize',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'notifications/initialized',
]);

/** Whether a message or batch changes state that must be stored before the response. */
export function isChanging(message: unknown): boolean {
  return (Array.isArray(message) ? message : [message]).some(
    (each: unknown) => isJsonObject(each) && changing.has(each['method']),
  );
}

/** Stored form of a session. */
export interface SessionRecord {
  readonly principal?: string | undefined;
  /** Key of the caller that opened the session, for limits. */
  readonly caller?: string | undefined;
  /** Time of last use in milliseconds since 1970, accurate to a quarter of the session's time to live. */
  readonly renewed: number;
  readonly state: SessionState;
}

/** Dependencies of shared sessions. */
export interface SharingParts {
  readonly service: Service;
  readonly store: Store;
  /** Id of this process. */
  readonly node: string;
  readonly sequential: boolean;
}

/** Identity of a session. */
export interface SharedSessionOptions {
  readonly id: string;
  readonly principal: string | undefined;
  readonly caller: string | undefined;
  /** Time to live of an unused session in the store, in milliseconds. */
  readonly ttlMs: number;
  readonly protocolVersion: LegacyProtocolVersion;
}

/** A message between the processes that share a session. */
export type SessionMessage =
  /** A response to a client request of another process. */
  | { readonly response: JsonObject }
  /** Parameters for cancelling a request that another process may be serving. */
  | { readonly cancelled: JsonObject }
  | { readonly isChanged: true }
  | { readonly isClosed: true }
  /** A client continues a stream in the sender's process. */
  | { readonly taken: string }
  /** The log of a stream has new entries. */
  | { readonly more: string }
  /** A message for the client, whose only stream is held by another process. */
  | { readonly out: string };

/** Returns the key of a session in the store. */
export const recordKey = (id: string): string => `session:${id}`;

/** Channel for messages from other processes: it sends nothing, because those processes send the responses. */
const silent: Channel = { send: () => {}, respond: () => {} };

/**
 * A session that several processes share. Its state is a record in the store. A request is served by the process that
 * received it; client responses and cancellations are passed to the process that waits for them.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 * @see docs/decisions/0039-processes-that-share-a-store-are-peers.md
 */
export abstract class SharedSession implements Session {
  readonly id: string;
  readonly principal: string | undefined;
  readonly caller: string | undefined;
  readonly connection: Connection;
  protected readonly parts: SharingParts;
  protected readonly ttlMs: number;
  readonly #feed: Feed;
  readonly #state: SharedState;
  /** Serializes reads and writes of the record. */
  #work: Promise<unknown> = Promise.resolve();
  /** Long messages that are being read, and their successors. */
  #taking: Promise<void> | undefined;
  #renewedAt = performance.now();
  #stopFollowing = (): void => {};
  #isClosed = false;

  constructor(
    parts: SharingParts,
    { id, principal, caller, ttlMs, protocolVersion }: SharedSessionOptions,
    channel: Channel,
  ) {
    const { service, store, node, sequential } = parts;
    this.id = id;
    this.principal = principal;
    this.caller = caller;
    this.parts = parts;
    this.ttlMs = ttlMs;
    this.#feed = openFeed(store, id, ttlMs);
    this.#state = new SharedState(protocolVersion, { id, idMark: node });
    this.connection = new Connection(service, { channel, protocolVersion, sequential, session: this.#state });
  }

  abstract get isIdle(): boolean;

  /** Resolves when all previous responses are sent or logged for the client. */
  abstract whenWritten(): Promise<void>;

  /** Whether the session was closed in this process. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Writes a new session to the store. Rejects with a StoreError. */
  async create(): Promise<void> {
    const { store } = this.parts;
    await store.write(recordKey(this.id), this.#encode(this.#state.takeNew()), this.ttlMs);
    await this.#follow();
  }

  /** Joins a stored session. Resolves to `false` if it has ended; rejects with a StoreError. */
  async join(): Promise<boolean> {
    await this.#follow();
    const isFound = await this.#refresh();
    if (!isFound) this.#stopFollowing();
    return isFound;
  }

  /**
   * Stores the client's changes; returns `undefined` if there are none.
   *
   * @returns Resolves when other processes are notified. Rejects with a StoreError; the next call retries.
   */
  save(): Promise<void> | undefined {
    return this.#state.hasChanges ? this.#enqueue(() => this.#write()) : undefined;
  }

  /** Renews the session in the store, at most once per fifth of its time to live. Returns whether renewal was due. */
  renew(): boolean {
    const now = performance.now();
    if (now - this.#renewedAt < this.ttlMs / 5) return false;
    this.#renewedAt = now;
    this.#enqueue(async () => {
      await this.#write();
      await this.#feed.extend();
    }).catch(() => {
      this.#renewedAt = -Infinity;
    });
    return true;
  }

  /**
   * Passes a client's messages on to the other processes that they concern; returns `undefined` if there are none.
   * Rejects with a StoreError.
   */
  passOn(message: unknown): Promise<unknown> | undefined {
    const found = (Array.isArray(message) ? message : [message]).flatMap((each: unknown) => this.#findForeign(each));
    return found.length === 0 ? undefined : Promise.all(found.map((each) => this.say(each)));
  }

  /** Sends a message to the other processes. Rejects with a StoreError. */
  protected async say(message: SessionMessage): Promise<void> {
    const { node: from, store } = this.parts;
    const text = JSON.stringify({ from, ...message });
    if (text.length <= maxLogged) return this.#feed.send(text);
    const long = `message:${crypto.randomUUID()}`;
    await store.write(long, text, longMessageMs);
    return this.#feed.send(JSON.stringify({ from, long }));
  }

  /** Sends a message that may be lost, because receivers also poll. */
  protected hint(message: SessionMessage): void {
    this.#feed.hint(JSON.stringify({ from: this.parts.node, ...message })).catch(() => {});
  }

  /** Ends the session for all processes. Rejects with a StoreError. */
  remove(): Promise<void> {
    return removeSession(this.parts, this.id);
  }

  /** Ends the session in this process, including its requests and streams. */
  end(): void {
    this.close();
  }

  /** Removes the session from this process without ending it for others. */
  close(): void {
    this.#isClosed = true;
    this.#stopFollowing();
    this.connection.close('The session was closed');
  }

  /** Tells the client again about changes: the given ones, or if they are unknown, any that it may have missed. */
  protected tellAgain(changes: readonly Change[] | undefined, channel: Pick<Channel, 'send'>): void {
    for (const change of changes ?? listEverything(this.parts.service)) this.#state.tell(change, channel);
  }

  /** Handles a message from another process that is not about the state. */
  protected abstract take(message: SessionMessage): void;

  /**
   * Called when this process's own message about a continued stream has been read, so that later messages from other processes count again.
   */
  protected noticeTaken(_stream: string): void {}

  /** Called after the connection to the store was interrupted. */
  protected onGap(): void {
    this.#refresh().catch(() => {});
    this.save()?.catch(() => {});
  }

  async #follow(): Promise<void> {
    const stop = await this.#feed.follow({
      take: (text) => this.#receive(text),
      hint: (text) => this.#receive(text),
      onGap: () => this.onGap(),
      onRead: (reading) => this.#defer(reading),
    });
    if (this.#isClosed) stop();
    else this.#stopFollowing = stop;
  }

  #receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isJsonObject(message)) return;
    const { from, long, taken } = message;
    if (from === this.parts.node) {
      if (typeof taken === 'string') this.noticeTaken(taken);
      return;
    }
    if (typeof long !== 'string') {
      if (this.#taking === undefined) this.#handle(message);
      else this.#taking = this.#taking.then(() => this.#handle(message));
      return;
    }
    const reading = this.parts.store.read(long).catch(() => undefined);
    const taking = (this.#taking ?? Promise.resolve()).then(async () => {
      const content: unknown = JSON.parse((await reading) ?? 'null');
      if (isJsonObject(content)) this.#handle(content);
      if (this.#taking === taking) this.#taking = undefined;
    });
    this.#taking = taking;
  }

  #handle(message: JsonObject): void {
    const { response, cancelled, isChanged, isClosed } = message;
    if (this.#isClosed) return;
    if (isJsonObject(response)) this.connection.receive(response, silent);
    else if (isJsonObject(cancelled)) {
      const params = cancelled;
      this.connection.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, silent);
    } else if (isClosed === true) this.end();
    else if (isChanged === true) this.#refresh().catch(() => {});
    else this.take(message as SessionMessage);
  }

  #findForeign(message: unknown): SessionMessage[] {
    const incoming = classify(message);
    if (incoming.kind === 'response') {
      const mark = clientRequestId.exec(String(incoming.id))?.[1] ?? this.parts.node;
      return mark === this.parts.node || !isJsonObject(message) ? [] : [{ response: message }];
    }
    if (incoming.kind !== 'notification' || incoming.method !== 'notifications/cancelled') return [];
    const { requestId } = incoming.params;
    const isForeign = isRequestId(requestId) && !this.connection.isServing(requestId);
    return isForeign ? [{ cancelled: incoming.params }] : [];
  }

  /**
   * Reads the state from the store. If it is no longer stored, ends the session in this process and resolves to
   * `false`.
   */
  #refresh(): Promise<boolean> {
    const reading = this.#enqueue(async () => {
      const text = await this.parts.store.read(recordKey(this.id));
      if (text === undefined) this.end();
      else this.#adopt((JSON.parse(text) as SessionRecord).state);
      return text !== undefined;
    });
    this.#defer(reading);
    return reading;
  }

  /** Delays change notifications, because the subscriptions may change. */
  #defer(work: Promise<unknown>): void {
    const updating = Promise.allSettled([this.#state.updating, work]).then(() => {
      if (this.#state.updating === updating) this.#state.updating = undefined;
    });
    this.#state.updating = updating;
  }

  /**
   * Writes the record, and notifies the other processes of changes. Ends the session in this process if it is no longer
   * stored.
   */
  async #write(): Promise<void> {
    const { store } = this.parts;
    const key = recordKey(this.id);
    const { hasChanges } = this.#state;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until no other process interferes
      const former = await store.read(key);
      if (former === undefined) {
        this.end();
        return;
      }
      const { state, confirm } = this.#state.merge((JSON.parse(former) as SessionRecord).state);
      // oxlint-disable-next-line no-await-in-loop
      if (!(await store.replace(key, former, this.#encode(state), this.ttlMs))) continue;
      if (hasChanges) await this.say({ isChanged: true });
      confirm();
      this.#adopt(state);
      return;
    }
  }

  #adopt(state: SessionState): void {
    if (this.#isClosed) return;
    this.#state.adopt(state);
    if (state.isReady) this.connection.listen();
  }

  #encode(state: SessionState): string {
    const { principal, caller } = this;
    return JSON.stringify({ principal, caller, renewed: Date.now(), state } satisfies SessionRecord);
  }

  #enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(task);
    this.#work = result.catch(() => {});
    return result;
  }
}

function openFeed(store: Store, id: string, ttlMs: number): Feed {
  return new Feed(store, `session-log:${id}`, ttlMs, maxMessages);
}

/** Ends a session for all processes. Rejects with a StoreError. */
export async function removeSession({ store, node: from }: SharingParts, id: string): Promise<void> {
  await store.remove(recordKey(id));
  await openFeed(store, id, longMessageMs).send(JSON.stringify({ from, isClosed: true }));
}

/** Creates the error for a request that needs the unreachable store. */
export function storeAway(): HttpError {
  const message = 'Service Unavailable: the store that the processes of this server share cannot be reached';
  return new HttpError(503, message, { 'Retry-After': '2' }, -32603);
}

/** Converts a StoreError to the error for the client; returns other errors unchanged. */
export function explainStore(error: unknown): unknown {
  return error instanceof StoreError ? storeAway() : error;
}
