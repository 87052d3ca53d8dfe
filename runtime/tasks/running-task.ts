import type { TaskRecord, TaskStore } from '../api/task-store.js';
import type { JsonObject } from '../protocol/json-object.js';
import { allowedCode } from '../protocol/json-rpc.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';

/** Milliseconds for which progress messages of a task are collected before they are stored. */
const gatheringMs = 100;

/** The store of a running task, and callbacks. */
export interface TaskLinks {
  readonly store: TaskStore;
  /** Tells those who watch the task about a change that the store has kept. */
  readonly tell: (task: TaskRecord) => void;
  /** Stops the handler. */
  readonly stop: (reason: Error) => void;
  /** Called when the task has ended. */
  readonly leave: () => void;
  /** Reports a failure of the store to the operator. */
  readonly report: (message: string) => void;
}

/** A question of a task to the client. */
export interface TaskQuestion<Reading> {
  /** The key of the question, unless the task has used it before. */
  readonly name: string;
  /** JSON text of the request: its method and parameters. */
  readonly request: string;
  /** Milliseconds that the client has to answer. Default: as long as the task lives. */
  readonly timeoutMs?: number | undefined;
  /** Reads a response; `undefined`: the response does not count, and the question stays open. */
  readonly read: (response: unknown) => Reading | undefined;
}

/** A question that waits for its response. */
interface OpenQuestion {
  /** JSON text of the request. */
  readonly request: string;
  /** Takes a response and returns whether it counts. */
  readonly take: (response: unknown) => boolean;
  /** Ends the question without a response. */
  readonly abandon: () => void;
}

type TaskState = Pick<TaskRecord, 'status' | 'statusMessage' | 'detail'>;

/** A task whose handler runs in this process. */
export class RunningTask {
  readonly #links: TaskLinks;
  readonly #questions = new Map<string, OpenQuestion>();
  /** Keys of all questions so far. No key is used twice. */
  readonly #keys = new Set<string>();
  readonly #expiry: ReturnType<typeof setTimeout>;
  #record: TaskRecord;
  #isOver = false;
  /** The store could not keep a change: the last thing stored is that the task failed. */
  #isLost = false;
  /** Resolves when all changes so far are stored. */
  #written = Promise.resolve();
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(record: TaskRecord, links: TaskLinks) {
    this.#record = record;
    this.#links = links;
    this.#expiry = setTimeout(() => void this.cancel(new Error('The time of the task is up')), record.ttlMs);
    // On Node the timer would keep the process running.
    (this.#expiry as { unref?: () => void }).unref?.();
  }

  /** Sets the status message, for progress. */
  describe(statusMessage: string): void {
    if (this.#isOver) return;
    this.#record = { ...this.#record, statusMessage };
    this.#gathering ??= setTimeout(() => this.#put(this.#record), gatheringMs);
  }

  /**
   * Asks the client a question.
   *
   * @returns The reading of the response; `undefined` when none came in time, or the task has ended.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-update-requests
   */
  ask<Reading>({ name, request, timeoutMs, read }: TaskQuestion<Reading>): Promise<Reading | undefined> {
    if (this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const key = this.#issueKey(name);
      const settle = (reading: Reading | undefined): void => {
        clearTimeout(timer);
        resolve(reading);
      };
      const giveUp = (): void => {
        settle(undefined);
        this.#questions.delete(key);
        this.#showQuestions();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      const take = (response: unknown): boolean => {
        const reading = read(response);
        if (reading !== undefined) settle(reading);
        return reading !== undefined;
      };
      this.#questions.set(key, { request, take, abandon: () => settle(undefined) });
      this.#showQuestions();
    });
  }

  /** Takes responses by the keys of their questions. A response to no open question is ignored. */
  async answer(responses: JsonObject): Promise<void> {
    const taken = Object.entries(responses).filter(([key, response]) => {
      const isTaken = this.#questions.get(key)?.take(response) === true;
      return isTaken && this.#questions.delete(key);
    });
    if (taken.length > 0) this.#showQuestions();
    await this.#written;
  }

  /** @param result JSON text of the result of the call. */
  complete(result: string): Promise<void> {
    return this.#finish({ status: 'completed', statusMessage: undefined, detail: `"result":${result}` });
  }

  /** Ends the task with an error. */
  fail(error: ProtocolError): Promise<void> {
    return this.#finish(failureOf(error));
  }

  /** Ends the task and stops its handler. What the handler still returns is dropped. */
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

  #showQuestions(): void {
    const members = [...this.#questions].map(([key, { request }]) => `${JSON.stringify(key)}:${request}`);
    const { statusMessage } = this.#record;
    if (members.length === 0) this.#put({ status: 'working', statusMessage, detail: undefined });
    else this.#put({ status: 'input_required', statusMessage, detail: `"inputRequests":{${members.join(',')}}` });
  }

  async #finish(state: TaskState): Promise<void> {
    if (this.#end()) this.#put(state);
    await this.#written;
  }

  /** Returns false when the task has ended before: only the first end counts. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#expiry);
    for (const { abandon } of this.#questions.values()) abandon();
    this.#questions.clear();
    this.#links.leave();
    return true;
  }

  #put(state: TaskState): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const record = { ...this.#record, ...pickState(state), lastUpdatedAt: new Date().toISOString() };
    this.#record = record;
    this.#written = this.#written.then(() => this.#save(record));
  }

  async #save(record: TaskRecord): Promise<void> {
    if (this.#isLost) return;
    const { store, tell, stop, report } = this.#links;
    try {
      await store.replace(record);
      tell(record);
    } catch (reason) {
      // A task whose state cannot be kept cannot go on.
      report(messageOf(reason));
      this.#isLost = true;
      const error = new ProtocolError(-32603, reason instanceof ProtocolError ? reason.message : 'Internal error');
      if (this.#end()) stop(error);
      await this.#saveLast({ ...record, ...failureOf(error) });
    }
  }

  async #saveLast(record: TaskRecord): Promise<void> {
    try {
      await this.#links.store.replace(record);
      this.#links.tell(record);
    } catch (error) {
      this.#links.report(messageOf(error));
    }
  }
}

function pickState({ status, statusMessage, detail }: TaskState): TaskState {
  return { status, statusMessage, detail };
}

/**
 * JSON text of the members of a task, for results and notifications.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-status
 */
export function encodeTask(task: TaskRecord): string {
  const { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, detail } = task;
  const members = { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
  return `${JSON.stringify(members).slice(1, -1)}${detail === undefined ? '' : `,${detail}`}`;
}

/** The state of a task that failed. `data` that is not JSON is left out. */
function failureOf(failure: ProtocolError): TaskState {
  const { message, data } = failure;
  const error = { code: allowedCode(failure, true), message };
  let detail = `"error":${JSON.stringify(error)}`;
  try {
    detail = `"error":${JSON.stringify({ ...error, data })}`;
  } catch {
    // The error is kept without its data.
  }
  return { status: 'failed', statusMessage: message, detail };
}
