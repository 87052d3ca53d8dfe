import type { TaskOptions } from '../../core/api/definition.js';
import { messageOf, ProtocolError } from '../../wire/protocol-error.js';
import type { JsonObject } from '../../wire/json.js';
import { formatReport } from '../../core/service/report.js';
import type { Service } from '../../core/service/service.js';
import { RunningTask } from './running-task.js';
import { newTask } from './new-task.js';
import { cancelledByClient, type TaskBoard } from './task-board.js';
import { MemoryTaskStore } from './memory-task-store.js';
import { readRecord } from './read-record.js';
import type { TaskRecord, TaskStore } from '../../core/api/task-store.js';

/** Tasks of a server whose processes share no store: each task belongs to the process that started it. */
export class LocalTaskBoard implements TaskBoard {
  readonly #service: Service;
  readonly #store: TaskStore;
  /** Tasks that run in this process, by id. */
  readonly #running = new Map<string, RunningTask>();
  readonly #watchers = new Set<(task: TaskRecord) => void>();
  readonly #report: (message: string) => void;

  constructor(service: Service) {
    this.#service = service;
    this.#store = service.options.taskStore ?? new MemoryTaskStore();
    this.#report = (message) => service.report(formatReport('TASK', message));
    service.enabled.lastActs.push(() => this.#stopAll());
  }

  async begin(
    options: TaskOptions,
    principal: string | undefined,
    stop: (reason: Error) => void,
  ): Promise<{ readonly task: RunningTask; readonly record: TaskRecord }> {
    const record = newTask(options, principal);
    const { taskId } = record;
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
      leave: () => this.#running.delete(taskId),
      report: this.#report,
    });
    this.#running.set(taskId, task);
    if (this.#service.enabled.hasEnded) await this.#stopAll();
    return { task, record };
  }

  async find(taskId: string, principal: string | undefined): Promise<TaskRecord | undefined> {
    const found = await this.#store.read(taskId);
    const record = this.#store instanceof MemoryTaskStore ? found : readRecord(found, taskId);
    return record?.principal === principal ? record : undefined;
  }

  async takeResponses({ taskId, status }: TaskRecord, responses: JsonObject): Promise<void> {
    const task = this.#running.get(taskId);
    const isOpen = status === 'working' || status === 'input_required';
    if (task === undefined && isOpen) throw new ProtocolError(-32603, 'The task is not running in this process');
    await task?.takeResponses(responses);
  }

  async cancel({ taskId }: TaskRecord, reason = cancelledByClient): Promise<void> {
    await this.#running.get(taskId)?.cancel(new Error(reason));
  }

  async watch(taskIds: readonly string[], watcher: (task: TaskRecord) => void): Promise<() => void> {
    const wanted = (task: TaskRecord): void => {
      if (taskIds.includes(task.taskId)) watcher(task);
    };
    this.#watchers.add(wanted);
    return () => this.#watchers.delete(wanted);
  }

  async #save(task: TaskRecord): Promise<boolean> {
    await this.#store.replace(task);
    for (const watcher of this.#watchers) watcher(task);
    return true;
  }

  /** Cancels all running tasks, because otherwise they would remain in the store as running. */
  #stopAll(): Promise<unknown> {
    const reason = new Error('The server is shutting down');
    return Promise.all([...this.#running.values()].map((task) => task.cancel(reason)));
  }
}
