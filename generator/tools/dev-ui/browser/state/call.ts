import type { Ask } from '../protocol/interact.js';
import { interact } from '../protocol/interact.js';
import { PeerError } from '../../../../../runtime/wire/peer/peer.js';
import type { Connection } from '../protocol/connection.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { textAt } from '../protocol/json-object.js';
import { Observable } from './observable.js';
import type { Entry } from './server-entries.js';
import type { TimelineEntry } from './timeline.js';

/** Maximum number of displayed log messages per call. */
const maxLogs = 200;

let callCount = 0;

/** Running or finished request of the user about one entry. */
export class Call extends Observable {
  /** Unique call number. */
  readonly number: number;
  readonly entry: Entry;
  readonly method: string;
  readonly params: JsonObject;
  readonly connection: Connection;
  /** Unix time in milliseconds. */
  readonly time = Date.now();
  /** Last progress notification. */
  progress: JsonObject | undefined;
  readonly logs: JsonObject[] = [];
  /** Last state of the task, if the call became a task. */
  task: JsonObject | undefined;
  /** Responses of the user to the client requests of the call, in order. */
  readonly answers: JsonObject[] = [];
  result: JsonObject | undefined;
  error: PeerError | undefined;
  /** Time from the first message to the result, in milliseconds. */
  duration: number | undefined;
  readonly #ids = new Set<unknown>();
  /** IDs of client requests that the server sent as JSON-RPC requests. */
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

  /** Whether the tool returned an error, or the request failed. */
  get hasFailed(): boolean {
    return this.error !== undefined || this.result?.['isError'] === true;
  }

  /** Whether the user has canceled the call. */
  get isCancelled(): boolean {
    return this.#cancelling.signal.aborted;
  }

  /** Sends the request. Resolves when it has ended; errors are in {@link error}. */
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

  /** Returns whether the call sent the request with an ID. */
  hasRequest(id: unknown): boolean {
    return this.#ids.has(id);
  }

  /** Records a client request that the server sent for this call as a JSON-RPC request. */
  noteClientRequest(id: string | number): void {
    this.#clientRequestIds.add(id);
  }

  /** Returns whether a message belongs to this call. */
  owns({ connection, direction, message, request }: TimelineEntry): boolean {
    if (connection !== this.connection.number) return false;
    if (request !== undefined) return this.#ids.has(request);
    const { id, params, method } = message;
    if (typeof method === 'string' && id === undefined) {
      const about = (params ?? {}) as JsonObject;
      const own = direction === 'received' && method === 'notifications/cancelled' ? this.#clientRequestIds : this.#ids;
      return own.has(about['progressToken'] ?? about['requestId']);
    }
    // Both sides number their requests: a sent response has the ID of a client request.
    const isOwnRequest = (typeof method === 'string') === (direction === 'sent');
    return (isOwnRequest ? this.#ids : this.#clientRequestIds).has(id);
  }

  #notice(method: string, params: JsonObject): void {
    if (method === 'notifications/progress') this.progress = params;
    else if (this.logs.length < maxLogs) this.logs.push(params);
    this.changed();
  }
}

/** Returns the state of a call in a few words. */
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

/** Formats a duration in milliseconds; durations of one second or more are shown in seconds. */
export function describeDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
