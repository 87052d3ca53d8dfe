import type { TaskOptions } from '../api/definition.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { perService } from '../service/per-service.js';
import type { Service } from '../service/service.js';
import { RunningTask } from './running-task.js';
import { MemoryTaskStore } from './memory-task-store.js';
import { readRecord } from './read-record.js';
import type { TaskRecord, TaskStore } from '../api/task-store.js';

const defaultTtlMs = 60 * 60 * 1000;
const defaultPollIntervalMs = 1000;

/** The tasks of a server: their store, those that run in this process, and their watchers. */
export class TaskBoard {
  readonly #service: Service;
  readonly #store: TaskStore;
  /** The tasks that run in this process, by id. */
  readonly running = new Map<string, RunningTask>();
  readonly #watchers = new Set<(task: TaskRecord) => void>();
  readonly #report: (message: string) => void;

  constructor(service: Service) {
    this.#service = service;
    this.#store = service.options.taskStore ?? new MemoryTaskStore();
    this.#report = (message) => service.report(formatReport('TASK', message));
    service.enabled.lastActs.push(() => this.#stopAll());
  }

  /**
   * Begins a task. The store has it when this resolves.
   *
   * @param stop Stops its handler.
   * @throws ProtocolError 429 when there are too many, any `ProtocolError` of the store, -32603 when the store fails.
   * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
   */
  async begin(
    { ttlMs = defaultTtlMs, pollIntervalMs = defaultPollIntervalMs }: TaskOptions,
    principal: string | undefined,
    stop: (reason: Error) => void,
  ): Promise<{ readonly task: RunningTask; readonly record: TaskRecord }> {
    const taskId = crypto.randomUUID();
    const now = new Date().toISOString();
    const times = { createdAt: now, lastUpdatedAt: now, ttlMs, pollIntervalMs };
    const record: TaskRecord = { taskId, status: 'working', ...times, principal };
    try {
      await this.#store.add(record);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      this.#report(messageOf(error));
      throw new ProtocolError(-32603, 'Internal error');
    }
    const task = new RunningTask(record, {
      save: (changed) => this.#save(changed),
      stop,
      leave: () => this.running.delete(taskId),
      report: this.#report,
    });
    this.running.set(taskId, task);
    if (this.#service.enabled.hasEnded) await this.#stopAll();
    return { task, record };
  }

  /**
   * The task with an id; `undefined` when it does not exist, has expired or belongs to another principal.
   *
   * @throws Error of the store, or for a record that cannot be used.
   */
  async find(taskId: string, principal: string | undefined): Promise<TaskRecord | undefined> {
    const found = await this.#store.read(taskId);
    const record = this.#store instanceof MemoryTaskStore ? found : readRecord(found, taskId);
    return record?.principal === principal ? record : undefined;
  }

  /**
   * @param watcher Called with each task that changes.
   * @returns A function that stops the watcher.
   */
  watch(watcher: (task: TaskRecord) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  async #save(task: TaskRecord): Promise<void> {
    await this.#store.replace(task);
    for (const watcher of this.#watchers) watcher(task);
  }

  /** Cancels all running tasks, because the store would keep them as running. */
  #stopAll(): Promise<unknown> {
    const reason = new Error('The server is shutting down');
    return Promise.all([...this.running.values()].map((task) => task.cancel(reason)));
  }
}

/** The tasks of a server. */
export const tasksOf = perService((service) => new TaskBoard(service));
