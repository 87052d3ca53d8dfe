import type { Ask } from '../protocol/interact.js';
import { interact } from '../protocol/interact.js';
import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import type { Connection } from '../protocol/connection.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { textAt } from '../protocol/json-object.js';
import { Observable } from './observable.js';
import type { Entry } from './server-entries.js';
import type { TimelineEntry } from './timeline.js';

/** Log messages of one call that are shown at most. */
const maxLogs = 200;

let callCount = 0;

/** Request of the user about one entry, while it runs and after that. */
export class Call extends Observable {
  /** Number that no other call has. */
  readonly number: number;
  readonly entry: Entry;
  readonly method: string;
  readonly params: JsonObject;
  readonly connection: Connection;
  /** Milliseconds since 1970. */
  readonly time = Date.now();
  /** Last progress of the server. */
  progress: JsonObject | undefined;
  readonly logs: JsonObject[] = [];
  /** Last state of the task that the call has become. */
  task: JsonObject | undefined;
  /** Responses of the user to the client requests of the call, in order. */
  readonly answers: JsonObject[] = [];
  result: JsonObject | undefined;
  error: PeerError | undefined;
  /** Milliseconds from the first message to the result. */
  duration: number | undefined;
  readonly #ids = new Set<unknown>();
  /** Ids of the client requests that the server has asked with requests of its own. */
  readonly #clientRequestIds = new Set<unknown>();
  readonly #cancelling = new AbortController();

  constructor(entry: Entry, method: string, params: JsonObject, connection: Connection) {
    super();
    callCount += 1;
    this.number = callCount;
    this.entry = entry;
    this.method = method;
    this.params = params;
    this.connection = connection;
  }

  get isRunning(): boolean {
    return this.result === undefined && this.error === undefined;
  }

  /** Whether the tool reports a failure, or the request has failed. */
  get hasFailed(): boolean {
    return this.error !== undefined || this.result?.['isError'] === true;
  }

  /** Whether the user has cancelled the call. */
  get isCancelled(): boolean {
    return this.#cancelling.signal.aborted;
  }

  /** Makes the request. Resolves when it has ended; errors are in {@link error}. */
  async run(ask: Ask, headers: { readonly [name: string]: string }): Promise<void> {
    const begin = performance.now();
    try {
      this.result = await interact(this.connection, this.method, this.params, {
        ask,
        headers,
        signal: this.#cancelling.signal,
        onId: (id) => void this.#ids.add(id),
        onNotification: (method, params = {}) => this.#notice(method, params),
        onTask: (task) => {
          this.task = task;
          this.changed();
        },
      });
    } catch (error) {
      this.error = error instanceof PeerError ? error : new PeerError(String(error));
    }
    this.duration = performance.now() - begin;
    this.changed();
  }

  cancel(): void {
    this.#cancelling.abort();
    this.changed();
  }

  /** Whether the call has made the request with this id. */
  hasRequest(id: unknown): boolean {
    return this.#ids.has(id);
  }

  /** Takes the news that the server has asked a client request for this call, with a request of its own. */
  noteClientRequest(id: string | number): void {
    this.#clientRequestIds.add(id);
  }

  /** Whether a message was sent or received for this call. */
  owns({ connection, direction, message, request }: TimelineEntry): boolean {
    if (connection !== this.connection.number) return false;
    if (request !== undefined) return this.#ids.has(request);
    const { id, params, method } = message;
    if (typeof method === 'string' && id === undefined) {
      const about = (params ?? {}) as JsonObject;
      const own = direction === 'received' && method === 'notifications/cancelled' ? this.#clientRequestIds : this.#ids;
      return own.has(about['progressToken'] ?? about['requestId']);
    }
    // Both sides number their requests: a response that was sent has the id of a client request.
    const isOwnRequest = (typeof method === 'string') === (direction === 'sent');
    return (isOwnRequest ? this.#ids : this.#clientRequestIds).has(id);
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') this.progress = params;
    else if (this.logs.length < maxLogs) this.logs.push(params);
    this.changed();
  }
}

/** State of a call in a few words. */
export function describeCall(call: Call): string {
  const { task, error } = call;
  if (call.isRunning) {
    if (call.isCancelled) return 'Canceling…';
    return task === undefined ? 'Waiting for the result…' : `Task: ${textAt(task, 'status') ?? 'working'}…`;
  }
  const time = describeDuration(call.duration ?? 0);
  if (call.isCancelled) return `Canceled after ${time}`;
  if (error !== undefined) return `Request failed after ${time}`;
  return call.hasFailed ? `Tool error after ${time}` : `Completed in ${time}`;
}

/** A duration in milliseconds as text, in seconds from one second on. */
export function describeDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
