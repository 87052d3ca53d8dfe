import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import { RunningTask } from './running-task.js';
import { MemoryTaskStore } from './task-store.js';
const defaultTtlMs = 60 * 60 * 1000;
const defaultPollIntervalMs = 1000;
/** All tasks of a server: where they are kept, which of them run here, and who watches them. */
export class TaskBoard {
    #service;
    #store;
    #running = new Map();
    #watchers = new Map();
    #report;
    constructor(service) {
        this.#service = service;
        this.#store = service.taskStore ?? new MemoryTaskStore();
        this.#report = (message) => service.report(formatReport('TASK', message));
        service.enabled.lastActs.push(() => this.#stopAll());
    }
    /**
     * Begins a task. It can be found as soon as this resolves.
     *
     * @param stop Stops its handler.
     * @throws ProtocolError as the store says, 429 when there are too many; -32603 when it fails.
     * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md#task-creation
     */
    async begin({ ttlMs = defaultTtlMs, pollIntervalMs = defaultPollIntervalMs }, principal, stop) {
        const taskId = crypto.randomUUID();
        const now = new Date().toISOString();
        const times = { createdAt: now, lastUpdatedAt: now, ttlMs, pollIntervalMs };
        const record = { taskId, status: 'working', ...times, principal };
        try {
            await this.#store.add(record);
        }
        catch (error) {
            if (error instanceof ProtocolError)
                throw error;
            this.#report(messageOf(error));
            throw new ProtocolError(-32603, 'Internal error');
        }
        const task = new RunningTask(record, {
            store: this.#store,
            stop,
            tell: (changed) => this.#tell(changed),
            leave: () => this.#running.delete(taskId),
            report: this.#report,
        });
        this.#running.set(taskId, task);
        if (this.#service.enabled.hasEnded)
            await this.#stopAll();
        return { task, record };
    }
    /** The task with an id; `undefined` for one that does not exist, is forgotten or belongs to somebody else. */
    async find(taskId, principal) {
        const record = await this.#store.read(taskId);
        return record?.principal === principal ? record : undefined;
    }
    /** The task with an id if it runs, and runs in this process. */
    running(taskId) {
        return this.#running.get(taskId);
    }
    /**
     * @param watcher Told what a task has become whenever it changes.
     * @returns What stops that.
     */
    watch(taskId, watcher) {
        const watchers = this.#watchers.get(taskId) ?? new Set();
        this.#watchers.set(taskId, watchers.add(watcher));
        return () => {
            watchers.delete(watcher);
            if (watchers.size === 0)
                this.#watchers.delete(taskId);
        };
    }
    #tell(task) {
        for (const watcher of this.#watchers.get(task.taskId) ?? [])
            watcher(task);
    }
    /** What is left would stand in the store as if it ran. */
    #stopAll() {
        const reason = new Error('The server is shutting down');
        return Promise.all([...this.#running.values()].map((task) => task.cancel(reason)));
    }
}
const boards = new WeakMap();
/** The tasks of a server; its board is made when it is first asked for. */
export function tasksOf(service) {
    const board = boards.get(service) ?? new TaskBoard(service);
    boards.set(service, board);
    return board;
}
