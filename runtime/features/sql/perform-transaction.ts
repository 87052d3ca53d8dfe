import type {
  RowBounds,
  RunStatement,
  SqlRows,
  SqlStatement,
  Transacted,
  TransactionOptions,
} from './sql-definition.js';
import { SqlError } from './sql-error.js';

/** Longest delay of a timer, in milliseconds. */
const maxDelayMs = 2 ** 31 - 1;

/** Transaction on a connection that nothing else uses. It begins with its first statement. */
export interface OpenTransaction {
  run: RunStatement;
  /** Commits or rolls back. Called at most once, while no statement runs, and not after {@link stop}. */
  end(commits: boolean): Promise<void>;
  /** Stops the running statement, if any, and rolls back. Resolves once the database has stopped it. */
  stop(): Promise<void>;
}

/**
 * Runs `work`, and ends the transaction. Stops it at the time limit and on abort. Runs statements one after another, and
 * none after one that failed.
 *
 * @returns Rejects with the first failure of a statement, also if `work` does not reject.
 */
export async function performTransaction<Result>(
  transaction: OpenTransaction,
  { timeoutMs, signal }: TransactionOptions,
  work: (run: RunStatement) => Promise<Transacted<Result>>,
): Promise<Result> {
  if (signal.aborted) throw new SqlError('cancelled');
  const run = new TransactionRun(transaction);
  const onAbort = (): void => run.stop('cancelled');
  const timer = setTimeout(() => run.stop('timeout'), Math.min(timeoutMs, maxDelayMs));
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([run.perform(work), run.stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

class TransactionRun {
  /** Rejects after the transaction was stopped. */
  readonly stopped: Promise<never>;
  #transaction: OpenTransaction;
  #rejectStopped: (error: SqlError) => void = () => {};
  #isStopped = false;
  #failure: SqlError | undefined;
  /** Settles after the last statement. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(transaction: OpenTransaction) {
    this.#transaction = transaction;
    this.stopped = new Promise((_resolve, reject) => {
      this.#rejectStopped = reject;
    });
  }

  async perform<Result>(work: (run: RunStatement) => Promise<Transacted<Result>>): Promise<Result> {
    let isEnding = false;
    try {
      const { result, commits } = await work((...args) => this.#queue(...args));
      await this.#last;
      if (this.#failure) throw this.#failure;
      isEnding = true;
      await this.#transaction.end(commits);
      return result;
    } catch (error) {
      await this.#last;
      if (!isEnding && !this.#isStopped) await this.#transaction.end(false).catch(() => {});
      throw this.#failure ?? error;
    }
  }

  stop(failure: 'timeout' | 'cancelled'): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const error = new SqlError(failure);
    this.#failure ??= error;
    const reject = (): void => this.#rejectStopped(error);
    this.#transaction.stop().then(reject, reject);
  }

  #queue(statement: SqlStatement, values: readonly unknown[], bounds: RowBounds): Promise<SqlRows> {
    const rows = this.#last.then(() => {
      if (this.#failure) throw this.#failure;
      return this.#transaction.run(statement, values, bounds);
    });
    this.#last = rows.catch((error: unknown) => {
      this.#failure ??= error instanceof SqlError ? error : new SqlError('other', undefined, error);
    });
    return rows;
  }
}
