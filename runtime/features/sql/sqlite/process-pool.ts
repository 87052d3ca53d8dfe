import { SqlError } from '../sql-error.js';
import { SqliteProcess } from './sqlite-process.js';

/** Maximum number of transactions that wait for a process. */
const maxWaiting = 1000;
/** Time that a transaction waits before another process is started for it, in milliseconds. Most queries are faster. */
const patienceMs = 50;
/** Maximum time that a transaction waits, in milliseconds. */
const maxWaitMs = 5000;
/** Time after which all unused processes but one end, in milliseconds. */
const idleMs = 30_000;

interface Waiter {
  readonly resolve: (process: SqliteProcess) => void;
  readonly reject: (error: SqlError) => void;
}

/** Processes that have opened the same file. Each is used by one transaction at a time. */
export class ProcessPool {
  #file: string;
  #reads: boolean;
  #limit: number;
  #all = new Set<SqliteProcess>();
  /** Last used process last. */
  #idle: SqliteProcess[] = [];
  #idleTimers = new Map<SqliteProcess, NodeJS.Timeout>();
  #waiting = new Set<Waiter>();

  constructor(file: string, reads: boolean, limit: number) {
    this.#file = file;
    this.#reads = reads;
    this.#limit = limit;
  }

  /**
   * Returns a process with an open file, which nothing else uses.
   *
   * @returns Rejects with a {@link SqlError}.
   */
  async acquire(signal: AbortSignal): Promise<SqliteProcess> {
    const process = this.#takeIdle() ?? (this.#all.size === 0 ? this.#start() : await this.#wait(signal));
    process.hold(true);
    try {
      await rejectWhenAborted(process.opened, signal);
      return process;
    } catch (error) {
      // Also a process that is still starting can be used later.
      if (error instanceof SqlError && error.failure === 'cancelled') this.release(process);
      else await this.#discard(process, error);
      throw error;
    }
  }

  /** Gives a process back, which can have ended. */
  release(process: SqliteProcess): void {
    if (!process.isAlive) {
      this.#forget(process);
      return;
    }
    const [next] = this.#waiting;
    if (next) {
      next.resolve(process);
      return;
    }
    process.hold(false);
    this.#idle.push(process);
    if (this.#all.size > 1) this.#idleTimers.set(process, setTimeout(() => this.#endIdle(process), idleMs).unref());
  }

  /** Closes the file in all processes, which are unused by now. */
  async close(): Promise<void> {
    const all = [...this.#all];
    this.#all.clear();
    this.#idle = [];
    for (const timer of this.#idleTimers.values()) clearTimeout(timer);
    await Promise.all(all.map((process) => process.close()));
  }

  #start(): SqliteProcess {
    const process = new SqliteProcess(this.#file, this.#reads);
    this.#all.add(process);
    return process;
  }

  #takeIdle(): SqliteProcess | undefined {
    for (let process = this.#idle.pop(); process; process = this.#idle.pop()) {
      clearTimeout(this.#idleTimers.get(process));
      this.#idleTimers.delete(process);
      if (process.isAlive) return process;
      this.#all.delete(process);
    }
    return undefined;
  }

  #wait(signal: AbortSignal): Promise<SqliteProcess> {
    if (this.#waiting.size >= maxWaiting) throw new SqlError('busy');
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter);
        clearTimeout(growth);
        clearTimeout(limit);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        resolve: (process) => {
          leave();
          resolve(process);
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      const onAbort = (): void => waiter.reject(new SqlError('cancelled'));
      const growth = setTimeout(() => this.#grow(), patienceMs);
      const limit = setTimeout(() => waiter.reject(new SqlError('busy')), maxWaitMs);
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(waiter);
    });
  }

  /** Starts a process for the first transaction that waits, if there may be another one. */
  #grow(): void {
    const [first] = this.#waiting;
    if (first && this.#all.size < this.#limit) first.resolve(this.#start());
  }

  /** Ends a process that cannot open the file. Others cannot either, so that nothing waits for them. */
  async #discard(process: SqliteProcess, error: unknown): Promise<void> {
    await process.kill();
    this.#all.delete(process);
    if (this.#all.size > 0) return;
    const reason = error instanceof SqlError ? error : new SqlError('other', undefined, error);
    for (const waiter of this.#waiting) waiter.reject(reason);
  }

  #forget(process: SqliteProcess): void {
    this.#all.delete(process);
    this.#grow();
  }

  #endIdle(process: SqliteProcess): void {
    this.#idleTimers.delete(process);
    this.#idle = this.#idle.filter((each) => each !== process);
    this.#all.delete(process);
    void process.kill();
  }
}

/** Waits for a promise until the signal is aborted. */
async function rejectWhenAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new SqlError('cancelled');
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new SqlError('cancelled'));
    signal.addEventListener('abort', onAbort);
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
