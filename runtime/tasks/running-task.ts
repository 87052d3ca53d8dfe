import type { TaskRecord, TaskStore } from '../api/task-store.js';
import type { JsonObject } from '../protocol/json-object.js';
import { allowedCode } from '../protocol/json-rpc.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';

/** Milliseconds for which news of how far a task is are gathered. */
const gatheringMs = 100;

/** What a running task has to do with others. */
export interface TaskLinks {
  readonly store: TaskStore;
  /** Tells those who watch it what it has become; called when the store knows. */
  readonly tell: (task: TaskRecord) => void;
  /** Stops the handler. */
  readonly stop: (reason: Error) => void;
  /** Called when it is over. */
  readonly leave: () => void;
  /** Called with what nobody else is told. */
  readonly report: (message: string) => void;
}

/** What a task asks the client. */
export interface TaskQuestion<Worth> {
  /** Becomes the key of the request, unless the task has had one of that name. */
  readonly name: string;
  /** JSON text of the request: its method and parameters. */
  readonly request: string;
  /** How long the client has to answer, in milliseconds. Default: as long as the task lives. */
  readonly timeoutMs?: number | undefined;
  /** What a response is worth; `undefined`: nothing, as if it had not come. */
  readonly read: (response: unknown) => Worth | undefined;
}

/** A request to the client that waits for its response. */
interface OpenRequest {
  /** JSON text. */
  readonly request: string;
  /** @returns Whether the response counts; the request stays open until one does. */
  readonly take: (response: unknown) => boolean;
  /** There will be no response. */
  readonly abandon: () => void;
}

type TaskState = Pick<TaskRecord, 'status' | 'statusMessage' | 'detail'>;

/** A task whose handler runs in this process. */
export class RunningTask {
  readonly #links: TaskLinks;
  readonly #requests = new Map<string, OpenRequest>();
  /** Keys of all requests so far: none may come twice. */
  readonly #keys = new Set<string>();
  readonly #expiry: ReturnType<typeof setTimeout>;
  #record: TaskRecord;
  #isOver = false;
  /** The store has no room for it: what is said of it last is that it failed. */
  #isLost = false;
  /** Resolves when the store knows all changes so far. */
  #written = Promise.resolve();
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(record: TaskRecord, links: TaskLinks) {
    this.#record = record;
    this.#links = links;
    this.#expiry = setTimeout(() => void this.cancel(new Error('The time of the task is up')), record.ttlMs);
    // On Node a timer would keep the process.
    (this.#expiry as { unref?: () => void }).unref?.();
  }

  /** Says how far the work is. */
  describe(statusMessage: string): void {
    if (this.#isOver) return;
    this.#record = { ...this.#record, statusMessage };
    this.#gathering ??= setTimeout(() => this.#put(this.#record), gatheringMs);
  }

  /**
   * Asks the client something.
   *
   * @returns What the response was worth; `undefined` when none came in time, or the task is over.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
   */
  ask<Worth>({ name, request, timeoutMs, read }: TaskQuestion<Worth>): Promise<Worth | undefined> {
    return new Promise((resolve) => {
      if (this.#isOver) {
        resolve(undefined);
        return;
      }
      const key = this.#issueKey(name);
      const giveUp = (): void => {
        settle(undefined);
        this.#requests.delete(key);
        this.#showRequests();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      const settle = (worth: Worth | undefined): void => {
        clearTimeout(timer);
        resolve(worth);
      };
      const take = (response: unknown): boolean => {
        const worth = read(response);
        if (worth !== undefined) settle(worth);
        return worth !== undefined;
      };
      this.#requests.set(key, { request, take, abandon: () => settle(undefined) });
      this.#showRequests();
    });
  }

  /** Takes responses by the keys of their requests; what belongs to no open one is ignored. */
  async answer(responses: JsonObject): Promise<void> {
    const taken = Object.entries(responses).filter(([key, response]) => {
      const isTaken = this.#requests.get(key)?.take(response) === true;
      return isTaken && this.#requests.delete(key);
    });
    if (taken.length > 0) this.#showRequests();
    await this.#written;
  }

  /** @param result JSON text of what the call is answered with. */
  complete(result: string): Promise<void> {
    return this.#finish({ status: 'completed', statusMessage: undefined, detail: `"result":${result}` });
  }

  /** The call is answered with an error. */
  fail(error: ProtocolError): Promise<void> {
    return this.#finish({ status: 'failed', statusMessage: error.message, detail: encodeFailure(error) });
  }

  /** Stops it; what its handler still comes to counts no more. */
  cancel(reason: Error): Promise<void> {
    const isRunning = !this.#isOver;
    const written = this.#finish({ status: 'cancelled', statusMessage: reason.message, detail: undefined });
    if (isRunning) this.#links.stop(reason);
    return written;
  }

  #issueKey(name: string): string {
    let key = name;
    for (let number = 2; this.#keys.has(key); number += 1) key = `${name}#${number}`;
    this.#keys.add(key);
    return key;
  }

  #showRequests(): void {
    const members = [...this.#requests].map(([key, { request }]) => `${JSON.stringify(key)}:${request}`);
    const { statusMessage } = this.#record;
    if (members.length === 0) this.#put({ status: 'working', statusMessage, detail: undefined });
    else this.#put({ status: 'input_required', statusMessage, detail: `"inputRequests":{${members.join(',')}}` });
  }

  async #finish(state: TaskState): Promise<void> {
    if (this.#end()) this.#put(state);
    await this.#written;
  }

  /** @returns Whether it had not been over: the first end is the only one. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#expiry);
    for (const { abandon } of this.#requests.values()) abandon();
    this.#requests.clear();
    this.#links.leave();
    return true;
  }

  #put({ status, statusMessage, detail }: TaskState): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const lastUpdatedAt = new Date().toISOString();
    const record = { ...this.#record, status, statusMessage, detail, lastUpdatedAt };
    this.#record = record;
    this.#written = this.#written.then(() => this.#save(record));
  }

  async #save(record: TaskRecord): Promise<void> {
    if (this.#isLost) return;
    try {
      await this.#links.store.replace(record);
    } catch (error) {
      await this.#saveFailure(record, error);
      return;
    }
    this.#links.tell(record);
  }

  /** What cannot be kept cannot go on. */
  async #saveFailure(record: TaskRecord, reason: unknown): Promise<void> {
    const { store, tell, stop, report } = this.#links;
    report(messageOf(reason));
    this.#isLost = true;
    const error = new ProtocolError(-32603, reason instanceof ProtocolError ? reason.message : 'Internal error');
    if (this.#end()) stop(error);
    const failed = { ...record, status: 'failed', statusMessage: error.message, detail: encodeFailure(error) } as const;
    try {
      await store.replace(failed);
      tell(failed);
    } catch (again) {
      report(messageOf(again));
    }
  }
}

/**
 * JSON text of the members of a task: what a result or a notification says of it.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status
 */
export function encodeTask(task: TaskRecord): string {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, detail } = task;
  const members = { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
  return `${JSON.stringify(members).slice(1, -1)}${detail === undefined ? '' : `,${detail}`}`;
}

/** JSON text of the `error` member of a task that failed; `data` that is not JSON is left out. */
export function encodeFailure(failure: ProtocolError): string {
  const { message, data } = failure;
  const error = { code: allowedCode(failure, true), message };
  try {
    return `"error":${JSON.stringify({ ...error, data })}`;
  } catch {
    return `"error":${JSON.stringify(error)}`;
  }
}
