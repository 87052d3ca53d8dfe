import type { TaskRecord } from '../../core/api/task-store.js';
import { limitWait, type ClientRequest, type Reading } from '../../core/exchange/client-requester.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { allowedCode } from '../../wire/json-rpc.js';
import { messageOf, ProtocolError } from '../../wire/protocol-error.js';

/** Time for which progress messages of a task are batched before they are stored, in milliseconds. */
const gatheringMs = 100;

/** Callbacks of a running task. */
export interface TaskLinks {
  /** Stores the task and notifies its watchers. Resolves to `false` if another process has ended the task. */
  readonly save: (task: TaskRecord) => Promise<boolean>;
  /** Stops the handler. */
  readonly stop: (reason: Error) => void;
  /** Called when the task has ended. */
  readonly leave: () => void;
  /** Reports a failure to the operator. */
  readonly report: (message: string) => void;
  /** Returns the time as ISO 8601. Default: the clock of the process. */
  readonly now?: () => string;
}

/** A client request that waits for its response. */
interface PendingRequest {
  /** JSON text of the request: its method and parameters. */
  readonly request: string;
  readonly read: ClientRequest['read'];
  /** Ends the request; `undefined` means that there was no response. */
  readonly settle: (reading: Reading) => void;
}

/** Status of a task, with its message and detail. */
export type TaskState = Pick<TaskRecord, 'status' | 'statusMessage' | 'detail'>;

/**
 * A task whose handler runs in this process.
 *
 * @see docs/decisions/0035-a-task-is-a-call-whose-channel-changes.md
 */
export class RunningTask {
  /** Called once, with the final state of the task. */
  onEnd: ((state: TaskState) => void) | undefined;
  readonly #links: TaskLinks;
  readonly #pending = new Map<string, PendingRequest>();
  /** Keys of all client requests that were sent. No key is reused. */
  readonly #keys = new Set<string>();
  readonly #expiry: ReturnType<typeof setTimeout>;
  #record: TaskRecord;
  #isOver = false;
  /** Whether the store failed to save a change, so that the last stored state is a failure. */
  #isLost = false;
  /** Resolves when all previous changes are stored. */
  #written = Promise.resolve();
  #gathering: ReturnType<typeof setTimeout> | undefined;

  /** @param leftMs Time until the task expires, in milliseconds. */
  constructor(record: TaskRecord, links: TaskLinks, leftMs = record.ttlMs) {
    this.#record = record;
    this.#links = links;
    this.#expiry = setTimeout(() => void this.cancel(new Error('The task has expired')), leftMs);
    // On Node the timer would keep the process running.
    (this.#expiry as { unref?: () => void }).unref?.();
  }

  /**
   * @see
   *   https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status-notifications
   */
  showProgress(progress: number, total?: number, message?: string): void {
    const isProgress = Number.isFinite(progress);
    const shown = Number.isFinite(total) ? { progress, total } : { progress };
    if (isProgress && !this.#isOver) this.#record = { ...this.#record, progress: shown };
    // Handlers may not be type-checked, so a message that is not a string is ignored.
    if (typeof message === 'string') this.describe(message);
    else if (isProgress) this.describe(shown.total === undefined ? `${progress}` : `${progress} of ${shown.total}`);
  }

  /** Sets the status message. */
  describe(statusMessage: string): void {
    if (this.#isOver) return;
    this.#record = { ...this.#record, statusMessage };
    this.#gathering ??= setTimeout(() => this.#put(this.#record), gatheringMs);
  }

  /**
   * Sends a request to the client. Unreadable responses are ignored.
   *
   * @returns The parsed response; `undefined` if none arrived before the timeout or the end of the task.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
   */
  request({ key, method, params, timeoutMs, read }: ClientRequest): Promise<Reading> {
    if (this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const name = this.#issueKey(key);
      const expire = (): void => {
        settle(undefined);
        this.#showPending();
      };
      // The maximum wait does not apply to a task: its time to live limits its requests.
      const timer = timeoutMs < limitWait() ? setTimeout(expire, timeoutMs) : undefined;
      const settle = (reading: Reading): void => {
        clearTimeout(timer);
        this.#pending.delete(name);
        resolve(reading);
      };
      this.#pending.set(name, { request: JSON.stringify({ method, params }), read, settle });
      this.#showPending();
    });
  }

  /** Takes responses by the keys of their requests. Responses without a pending request are ignored. */
  async takeResponses(responses: JsonObject): Promise<void> {
    const before = this.#pending.size;
    for (const [key, response] of Object.entries(responses)) {
      const pending = this.#pending.get(key);
      const reading = isJsonObject(response) ? pending?.read(response) : undefined;
      if (reading !== undefined) pending?.settle(reading);
    }
    if (this.#pending.size < before) this.#showPending();
    await this.#written;
  }

  /** Resolves when all previous changes are stored. */
  whenStored(): Promise<void> {
    return this.#written;
  }

  /** @param result JSON text of the result of the call. */
  complete(result: string): Promise<void> {
    return this.#finish({ status: 'completed', statusMessage: undefined, detail: `"result":${result}` });
  }

  /**
   * Ends the task with an error. The message of a `ProtocolError` is sent to the client; other error messages are only
   * reported to the operator.
   */
  fail(error: unknown): Promise<void> {
    if (!(error instanceof ProtocolError)) this.#links.report(messageOf(error));
    return this.#finish(failureOf(error));
  }

  /** Ends the task and stops its handler. A later return value of the handler is dropped. */
  cancel(reason: Error): Promise<void> {
    const isRunning = !this.#isOver;
    const written = this.#finish({ status: 'cancelled', statusMessage: reason.message, detail: undefined });
    if (isRunning) this.#links.stop(reason);
    return written;
  }

  /**
   * Ends the run in this process without ending the task, which another run will continue.
   *
   * @param requests JSON text of the pending client requests, by key; `undefined`: none.
   * @returns `false` if the task has already ended.
   */
  async leave(requests?: ReadonlyMap<string, string>): Promise<boolean> {
    if (!this.#end()) return false;
    if (requests === undefined) this.#put({ ...this.#record, status: 'working', detail: undefined });
    else this.#put(this.#askingState(requests));
    await this.#written;
    return !this.#isLost;
  }

  /** Stops the handler and stores nothing more, because another process has ended the task. */
  drop(): void {
    this.#isLost = true;
    if (this.#end()) this.#links.stop(new Error('The task was ended by another process'));
  }

  /** Keys of the pending client requests. */
  get openKeys(): readonly string[] {
    return [...this.#pending.keys()];
  }

  #issueKey(name: string): string {
    let key = name;
    for (let number = 2; this.#keys.has(key); number += 1) key = `${name}#${number}`;
    this.#keys.add(key);
    return key;
  }

  #showPending(): void {
    this.#put(this.#askingState(new Map([...this.#pending].map(([key, { request }]) => [key, request]))));
  }

  #askingState(requests: ReadonlyMap<string, string>): TaskState {
    const members = [...requests].map(([key, request]) => `${JSON.stringify(key)}:${request}`);
    const { statusMessage } = this.#record;
    if (members.length === 0) return { status: 'working', statusMessage, detail: undefined };
    return { status: 'input_required', statusMessage, detail: `"inputRequests":{${members.join(',')}}` };
  }

  async #finish(state: TaskState): Promise<void> {
    if (this.#end()) {
      this.onEnd?.(state);
      this.#put(state);
    }
    await this.#written;
  }

  /** Ends the task. Returns `false` if it has already ended; only the first end counts. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#expiry);
    for (const { settle } of this.#pending.values()) settle(undefined);
    this.#links.leave();
    return true;
  }

  #put({ status, statusMessage, detail }: TaskState): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const lastUpdatedAt = this.#links.now?.() ?? new Date().toISOString();
    const record = { ...this.#record, status, statusMessage, detail, lastUpdatedAt };
    this.#record = record;
    this.#written = this.#written.then(() => this.#save(record));
  }

  async #save(record: TaskRecord): Promise<void> {
    if (this.#isLost) return;
    const { save, stop, report } = this.#links;
    try {
      if (!(await save(record))) this.drop();
    } catch (reason) {
      // A task whose state cannot be stored cannot continue.
      report(messageOf(reason));
      this.#isLost = true;
      const { message } = toProtocolError(reason);
      const error = new ProtocolError(-32603, message);
      const failure = failureOf(error);
      if (this.#end()) {
        this.onEnd?.(failure);
        stop(error);
      }
      await save({ ...record, ...failure }).catch((again: unknown) => report(messageOf(again)));
    }
  }
}

/**
 * Encodes the members of a task as JSON text, for results and notifications.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status
 */
export function encodeTask(task: TaskRecord): string {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, detail } = task;
  const members = { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
  return `${JSON.stringify(members).slice(1, -1)}${detail === undefined ? '' : `,${detail}`}`;
}

/** Converts an error to the error for clients. */
function toProtocolError(error: unknown): ProtocolError {
  return error instanceof ProtocolError ? error : new ProtocolError(-32603, 'Internal error');
}

/** Returns the state of a failed task. `data` that is not JSON is omitted. */
function failureOf(reason: unknown): TaskState {
  const failure = toProtocolError(reason);
  const message = messageOf(failure);
  const { data } = failure;
  const error = { code: allowedCode(failure, true), message };
  let detail = `"error":${JSON.stringify(error)}`;
  try {
    detail = `"error":${JSON.stringify({ ...error, data })}`;
  } catch {
    // The error is stored without its data.
  }
  return { status: 'failed', statusMessage: message, detail };
}
