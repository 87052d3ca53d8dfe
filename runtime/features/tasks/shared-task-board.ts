import type { TaskOptions } from '../../core/api/definition.js';
import { StoreError, type Store } from '../../core/api/store.js';
import type { JsonObject } from '../../wire/json.js';
import { messageOf, ProtocolError } from '../../wire/protocol-error.js';
import { formatReport } from '../../core/service/report.js';
import { liveNodesOf } from '../../core/sharing/live-nodes-of.js';
import { nodeIdOf } from '../../core/sharing/node-id.js';
import type { Service } from '../../core/service/service.js';
import type { LiveNodes } from '../../core/sharing/live-nodes.js';
import { retryWhileAway } from '../../core/sharing/retry-while-away.js';
import { newTask } from './new-task.js';
import { queueOf } from './queue-of.js';
import { RunningTask } from './running-task.js';
import { isOpen, SharedTasks, type KeptTask, type SharedRecord, type TaskMessage } from './shared-tasks.js';
import { cancelledByClient, type TaskBoard } from './task-board.js';

/** Time within which a process must show that it is alive, in milliseconds. */
const aliveTimeoutMs = 2000;
/** Interval of liveness checks of the processes of watched tasks, in milliseconds. */
const checkMs = 10_000;

/** Error of a task whose process is dead. */
const deadError = { code: -32603, message: 'The process that ran the task has ended' };

/**
 * Tasks of a server whose processes share a store. Each process sees all tasks. Operations on a task in another process
 * go through the store.
 */
export class SharedTaskBoard implements TaskBoard {
  readonly tasks: SharedTasks;
  readonly #service: Service;
  readonly #node: string;
  readonly #nodes: LiveNodes;
  /** Announces that this process no longer runs tasks. Absent until it runs its first task. */
  #leave: (() => Promise<void>) | undefined;
  /** Tasks that run in this process, by id. */
  readonly #running = new Map<string, RunningTask>();

  constructor(service: Service, store: Store) {
    this.#service = service;
    this.tasks = new SharedTasks(service, store);
    this.#node = nodeIdOf(service);
    this.#nodes = liveNodesOf(service, store);
    service.enabled.lastActs.push(() => this.#stopAll().finally(() => this.#leave?.().catch(() => {})));
  }

  async begin(
    options: TaskOptions,
    principal: string | undefined,
    stop: (reason: Error) => void,
  ): Promise<{ readonly task: RunningTask; readonly record: SharedRecord }> {
    const kept = await this.#guard(async () => {
      await this.#show();
      await this.tasks.clock.compare();
      return this.tasks.add({ ...newTask(options, principal, this.tasks.clock.now()), node: this.#node });
    });
    const task = await this.#guard(() => this.run(kept, stop));
    this.#running.set(kept.record.taskId, task);
    if (this.#service.enabled.hasEnded) await this.#stopAll();
    return { task, record: kept.record };
  }

  /**
   * Runs a task in this process: stores its changes, and receives messages from other processes about it.
   *
   * @param stop Stops its handler.
   * @param leave Called when the run has ended.
   */
  async run(kept: KeptTask, stop: (reason: Error) => void, leave = (): void => {}): Promise<RunningTask> {
    const { record } = kept;
    const { taskId } = record;
    let last = kept;
    let unsubscribe = (): void => {};
    let hasLeft = false;
    const leftMs = await this.tasks.timeLeft(record);
    const task = new RunningTask(
      record,
      {
        save: async (changed) => {
          const replaced = await retryWhileAway(() => this.tasks.replace(last, changed));
          last = replaced ?? last;
          return replaced !== undefined;
        },
        stop,
        leave: () => {
          hasLeft = true;
          this.#running.delete(taskId);
          unsubscribe();
          leave();
        },
        report: (message) => this.#report(message),
        now: () => this.tasks.clock.text(),
      },
      leftMs,
    );
    const hear = (message: TaskMessage): void => {
      void this.#hear(task, taskId, message).catch((error: unknown) => this.#report(messageOf(error)));
    };
    const catchUp = (): void => {
      hear('ended');
      hear('answered');
    };
    unsubscribe = await this.tasks.listen(taskId, hear, catchUp);
    if (hasLeft) unsubscribe();
    return task;
  }

  async find(taskId: string, principal: string | undefined): Promise<SharedRecord | undefined> {
    return this.#guard(async () => {
      const kept = await this.tasks.read(taskId);
      if (kept === undefined || kept.record.principal !== principal) return undefined;
      const isLost = isOpen(kept.record) && !this.#running.has(taskId) && !(await this.#isAlive(kept.record));
      return isLost ? this.#endLost(taskId) : kept.record;
    });
  }

  async takeResponses(record: SharedRecord, responses: JsonObject, traceparent?: string): Promise<void> {
    const { taskId, node } = record;
    const task = this.#running.get(taskId);
    if (task !== undefined) return task.takeResponses(responses);
    await this.#guard(async () => {
      if (!(await this.tasks.keepResponses(record, responses, traceparent))) return;
      if (node === undefined) await queueOf(this.#service).add(taskId);
      else await this.tasks.tell(taskId, 'answered');
    });
  }

  async cancel({ taskId }: SharedRecord, statusMessage = cancelledByClient): Promise<void> {
    const task = this.#running.get(taskId);
    if (task !== undefined) return task.cancel(new Error(statusMessage));
    const change = { status: 'cancelled', statusMessage, detail: undefined } as const;
    await this.#guard(() => this.tasks.end(taskId, change));
  }

  async watch(taskIds: readonly string[], watcher: (task: SharedRecord) => void): Promise<() => void> {
    const open = new Set(taskIds);
    const look = async (taskId: string): Promise<void> => {
      const kept = await this.tasks.read(taskId);
      if (kept === undefined || !isOpen(kept.record)) open.delete(taskId);
      if (kept !== undefined) watcher(kept.record);
    };
    const tell = (taskId: string): void => void look(taskId).catch((error: unknown) => this.#report(messageOf(error)));
    const stops = await this.#guard(() =>
      Promise.all(
        taskIds.map((taskId) =>
          this.tasks.listen(
            taskId,
            (message) => (message === 'changed' || message === 'ended') && tell(taskId),
            () => tell(taskId),
          ),
        ),
      ),
    );
    const timer = setInterval(() => void this.#endAllLost(open), checkMs);
    (timer as { unref?: () => void }).unref?.();
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }

  /** Handles a message about a task that runs in this process. */
  async #hear(task: RunningTask, taskId: string, message: TaskMessage): Promise<void> {
    if (message === 'alive?') return this.#nodes.show();
    if (message === 'changed') return;
    if (message === 'ended') {
      const kept = await this.tasks.read(taskId);
      // Other processes only change a task to end it.
      if (kept !== undefined && !isOpen(kept.record)) task.drop();
      return;
    }
    for (const key of task.openKeys) {
      const kept = await this.tasks.readResponse(taskId, key);
      if (kept === undefined) continue;
      await task.takeResponses({ [key]: kept.response });
      await this.tasks.dropResponse(taskId, key);
    }
  }

  /** Announces to the other processes that this process is alive. Resolves when they can see it. */
  async #show(): Promise<void> {
    if (this.#leave !== undefined || this.#service.enabled.hasEnded) return;
    await this.#nodes.show();
    this.#leave ??= this.#nodes.begin();
  }

  /** Whether the process of a task is alive. Always `true` for a durable task, which needs no specific process. */
  async #isAlive({ taskId, node }: SharedRecord): Promise<boolean> {
    if (node === undefined || (await this.#nodes.isAlive(node))) return true;
    // While the store was unreachable, no process could refresh its liveness.
    await this.tasks.tell(taskId, 'alive?');
    await new Promise((resolve) => setTimeout(resolve, aliveTimeoutMs));
    return this.#nodes.isAlive(node);
  }

  #endLost(taskId: string): Promise<SharedRecord | undefined> {
    const detail = `"error":${JSON.stringify(deadError)}`;
    return this.tasks.end(taskId, { status: 'failed', statusMessage: deadError.message, detail });
  }

  async #endAllLost(taskIds: ReadonlySet<string>): Promise<void> {
    try {
      for (const taskId of taskIds) {
        const kept = await this.tasks.read(taskId);
        if (kept === undefined || this.#running.has(taskId) || !isOpen(kept.record)) continue;
        if (!(await this.#isAlive(kept.record))) await this.#endLost(taskId);
      }
    } catch {
      // The store is unreachable; the next check retries.
    }
  }

  /** Cancels the running tasks of this process, because no other process could continue them. */
  #stopAll(): Promise<unknown> {
    const reason = new Error('The server is shutting down');
    return Promise.all([...this.#running.values()].map((task) => task.cancel(reason)));
  }

  /** @throws ProtocolError instead of the errors of the store, which are reported. */
  async #guard<Result>(use: () => Promise<Result>): Promise<Result> {
    try {
      return await use();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      this.#report(messageOf(error));
      throw new ProtocolError(-32603, error instanceof StoreError ? 'The store cannot be reached' : 'Internal error');
    }
  }

  #report(message: string): void {
    this.#service.report(formatReport('TASK', message));
  }
}
