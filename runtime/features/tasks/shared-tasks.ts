import type { Store } from '../../core/api/store.js';
import type { TaskRecord } from '../../core/api/task-store.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { seal, unseal } from '../../core/sharing/state-seal.js';
import type { Service } from '../../core/service/service.js';
import { clockOf, type StoreClock } from '../../core/sharing/store-clock.js';

/** Maximum number of tasks of one principal, and of all callers without a principal together. */
const maxTasksOfPrincipal = 250;
const maxAnonymousTasks = 1000;
/**
 * Maximum length of the details of one task, in characters, and the length above which details are long: only {@link
 * maxLongTasks} tasks of a principal can have long details.
 */
const maxDetail = 4 * 1024 * 1024;
const longDetail = 256 * 1024;
const maxLongTasks = 64;
/** Maximum length of a client response, in characters. */
const maxResponseCharacters = 1024 * 1024;
/** Tolerated clock difference between processes before a task is deleted, in milliseconds. */
const clockSlackMs = 60_000;

/** Task in the store that processes share. */
export interface SharedRecord extends TaskRecord {
  /** Process that runs the task. Absent for a durable task, which any worker can run. */
  readonly node?: string;
}

/** Task as read from the store, or written to it. */
export interface KeptTask {
  readonly record: SharedRecord;
  /** JSON text of the record, to detect later changes. */
  readonly text: string;
}

/** Response of a client to a task's client request. */
export interface KeptResponse {
  readonly response: JsonObject;
  /** Span of the request that delivered the response. Absent without telemetry. */
  readonly traceparent: string | undefined;
}

/**
 * Message about a task: it has changed or ended, a client has responded, or another process checks whether the task's process is alive.
 */
export type TaskMessage = 'changed' | 'ended' | 'answered' | 'alive?';

/** Whether a task has not ended. */
export function isOpen({ status }: TaskRecord): boolean {
  return status === 'working' || status === 'input_required';
}

/** Returns the time until a task expires, in milliseconds: at most its time to live, and at least the clock slack. */
function timeLeft({ createdAt, ttlMs }: TaskRecord, now: number): number {
  const left = Date.parse(createdAt) + ttlMs - now;
  return Math.min(ttlMs, Math.max(left, clockSlackMs));
}

/**
 * Tasks in the store that processes share. A task is replaced only if it is unchanged since it was read, so that only
 * one of several concurrent changes succeeds.
 *
 * @see docs/decisions/0036-shared-tasks-change-by-comparison.md
 */
export class SharedTasks {
  readonly #service: Service;
  readonly store: Store;
  /** Clock for all task times. */
  readonly clock: StoreClock;

  constructor(service: Service, store: Store) {
    this.#service = service;
    this.store = store;
    this.clock = clockOf(store);
  }

  /**
   * Returns the time until a task expires, in milliseconds, by the clock of the store.
   *
   * @throws StoreError if the store cannot be reached.
   */
  async timeLeft(record: TaskRecord): Promise<number> {
    await this.clock.compare();
    return timeLeft(record, this.clock.now());
  }

  /** @throws ProtocolError 429 if there are too many tasks. */
  async add(record: SharedRecord): Promise<KeptTask> {
    const { principal, ttlMs, taskId } = record;
    const max = principal === undefined ? maxAnonymousTasks : maxTasksOfPrincipal;
    if (!(await this.store.enter(ownerKey('tasks', principal), taskId, ttlMs, max))) {
      throw new ProtocolError(429, 'Too many tasks');
    }
    const text = JSON.stringify(record);
    await this.store.write(taskKey(taskId), text, ttlMs);
    return { record, text };
  }

  async read(taskId: string): Promise<KeptTask | undefined> {
    const text = await this.store.read(taskKey(taskId));
    return text === undefined ? undefined : { record: JSON.parse(text) as SharedRecord, text };
  }

  /**
   * Replaces a task, unless it has changed, and notifies its watchers.
   *
   * @returns `undefined` if the task has changed or expired. @throws ProtocolError 429 if there is no room for it.
   */
  async replace(former: KeptTask, record: SharedRecord): Promise<KeptTask | undefined> {
    const { taskId } = record;
    const key = taskKey(taskId);
    const text = JSON.stringify(record);
    await this.#makeRoom(record);
    const isReplaced =
      (await this.store.replace(key, former.text, text, await this.timeLeft(record))) ||
      // The command was retried after the store had executed it.
      (await this.store.read(key)) === text;
    if (!isReplaced) return undefined;
    await this.tell(taskId, isOpen(record) ? 'changed' : 'ended');
    return { record, text };
  }

  /**
   * Ends a task if it is open, even while it changes concurrently. Only the first end counts.
   *
   * @param change Members that change.
   * @returns The task after the change; `undefined` if it has expired.
   */
  async end(taskId: string, change: Partial<SharedRecord>): Promise<SharedRecord | undefined> {
    for (;;) {
      const kept = await this.read(taskId);
      if (kept === undefined || !isOpen(kept.record)) return kept?.record;
      const lastUpdatedAt = this.clock.text();
      // Members that are `undefined` are removed.
      const replaced = await this.replace(kept, { ...kept.record, lastUpdatedAt, ...change });
      if (replaced !== undefined) return replaced.record;
    }
  }

  /** Deletes a task that was not announced yet. */
  async forget({ taskId, principal }: SharedRecord): Promise<void> {
    await this.store.remove(taskKey(taskId));
    await this.store.leave(ownerKey('tasks', principal), taskId);
  }

  /**
   * Stores the responses to pending client requests, each once. Other responses are ignored.
   *
   * @param traceparent Span of the request that delivered the responses, if any.
   * @returns Whether any pending request now has a response.
   * @throws ProtocolError 429 for a response that is too long.
   */
  async keepResponses(record: SharedRecord, responses: JsonObject, traceparent?: string): Promise<boolean> {
    const open = openKeys(record);
    const accepted = Object.entries(responses).filter(
      ([key, response]) => open.includes(key) && isJsonObject(response),
    );
    for (const [key, response] of accepted) {
      const sealed = await seal(this.#service, JSON.stringify([record.taskId, key, response, traceparent]));
      if (sealed.length > maxResponseCharacters) throw new ProtocolError(429, 'The response is too large');
      await this.store.add(responseKey(record.taskId, key), sealed, await this.timeLeft(record));
    }
    return accepted.length > 0;
  }

  /**
   * Reads the response to a client request; `undefined` if there is none yet.
   *
   * @throws Error for a response that this process cannot decrypt.
   */
  async readResponse(taskId: string, key: string): Promise<KeptResponse | undefined> {
    const sealed = await this.store.read(responseKey(taskId, key));
    if (sealed === undefined) return undefined;
    const content = JSON.parse(await unseal(this.#service, sealed)) as [string, string, JsonObject, string | null];
    const [owner, name, response, traceparent] = content;
    if (owner !== taskId || name !== key) throw new Error('The response belongs to a different request');
    return { response, traceparent: traceparent ?? undefined };
  }

  /** Deletes a response that was used, or cannot be used. */
  async dropResponse(taskId: string, key: string): Promise<void> {
    await this.store.remove(responseKey(taskId, key));
  }

  tell(taskId: string, message: TaskMessage): Promise<void> {
    return this.store.publish(taskKey(taskId), message);
  }

  /** @param onGap Called when messages may have been lost. */
  listen(taskId: string, listener: (message: TaskMessage) => void, onGap: () => void): Promise<() => void> {
    return this.store.subscribe(taskKey(taskId), (message) => listener(message as TaskMessage), onGap);
  }

  /** @throws ProtocolError 429 if the task's state is too large, or there are too many tasks with long states. */
  async #makeRoom({ taskId, principal, ttlMs, detail = '' }: SharedRecord): Promise<void> {
    if (detail.length <= longDetail) return;
    if (detail.length > maxDetail) throw new ProtocolError(429, 'The state of the task is too large');
    if (!(await this.store.enter(ownerKey('long-tasks', principal), taskId, ttlMs, maxLongTasks)))
      throw new ProtocolError(429, 'Too many tasks');
  }
}

/** Lists the keys of the pending client requests. */
function openKeys({ status, detail }: TaskRecord): readonly string[] {
  if (status !== 'input_required' || detail === undefined) return [];
  const { inputRequests } = JSON.parse(`{${detail}}`) as { readonly inputRequests?: JsonObject };
  return Object.keys(inputRequests ?? {});
}

/** Returns the key of a task, which is also its channel. */
function taskKey(taskId: string): string {
  return `task:${taskId}`;
}

function responseKey(taskId: string, key: string): string {
  return `task:${taskId}:answer:${key}`;
}

function ownerKey(set: string, principal: string | undefined): string {
  return principal === undefined ? set : `${set}:of:${principal}`;
}
