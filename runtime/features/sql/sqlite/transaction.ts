import type {
  RowBounds,
  SqlRows,
  SqlStatement,
  Transacted,
  TransactionOptions,
  RunStatement,
} from '../sql-definition.js';
import { SqlError } from '../sql-error.js';
import { bindValue, decodeValue } from './convert-values.js';
import type { RawRows, SqliteProcess } from './sqlite-process.js';

/** Longest delay of a timer, in milliseconds. */
const maxDelayMs = 2 ** 31 - 1;

/** Transaction in a process that nothing else uses. */
export class Transaction {
  #process: SqliteProcess;
  #reads: boolean;
  #hasBegun = false;
  #failure: SqlError | undefined;
  /** Settles after the last statement. Statements run one after another. */
  #last: Promise<unknown> = Promise.resolve();
  #rejectStopped: (error: SqlError) => void = () => {};
  #stopped = new Promise<never>((_resolve, reject) => {
    this.#rejectStopped = reject;
  });

  constructor(process: SqliteProcess, reads: boolean) {
    this.#process = process;
    this.#reads = reads;
  }

  /** Runs `work`, and ends the transaction. Kills the process at the time limit and on abort if a statement runs. */
  async perform<Result>(
    { timeoutMs, signal }: TransactionOptions,
    work: (run: RunStatement) => Promise<Transacted<Result>>,
  ): Promise<Result> {
    const onAbort = (): void => this.#stop('cancelled');
    const timer = setTimeout(() => this.#stop('timeout'), Math.min(timeoutMs, maxDelayMs));
    signal.addEventListener('abort', onAbort);
    this.#stopped.catch(() => {});
    try {
      return await Promise.race([this.#perform(work), this.#stopped]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #perform<Result>(work: (run: RunStatement) => Promise<Transacted<Result>>): Promise<Result> {
    try {
      const { result, commits } = await work((statement, values, bounds) => this.#queue(statement, values, bounds));
      await this.#last;
      if (this.#failure) throw this.#failure;
      await this.#end(commits);
      return result;
    } catch (error) {
      await this.#last;
      this.#rollBack();
      throw this.#failure ?? error;
    }
  }

  #queue(statement: SqlStatement, values: readonly unknown[], bounds: RowBounds): Promise<SqlRows> {
    const rows = this.#last.then(() => this.#run(statement, values, bounds));
    this.#last = rows.catch((error: unknown) => {
      this.#failure ??= error instanceof SqlError ? error : new SqlError('other', undefined, error);
    });
    return rows;
  }

  async #run(statement: SqlStatement, values: readonly unknown[], bounds: RowBounds): Promise<SqlRows> {
    if (this.#failure) throw this.#failure;
    const bound = statement.parameters.map(({ bind }, index) => bindValue(bind, values[index]));
    const begins = !this.#hasBegun;
    this.#hasBegun = true;
    const columns = statement.columns.map(({ name }) => name);
    const request = { action: 'run', begins, text: statement.text, values: bound, columns, ...bounds } as const;
    const { rows, more, changed } = (await this.#process.request(request)) as RawRows;
    return { rows: rows.map((cells) => decodeRow(statement, cells)), more, changed };
  }

  /** Nothing waits for the end of a transaction that only reads. */
  async #end(commits: boolean): Promise<void> {
    if (!this.#hasBegun) return;
    this.#hasBegun = false;
    const request = { action: 'end', commits } as const;
    if (commits && !this.#reads) await this.#process.request(request);
    else this.#process.post(request);
  }

  #rollBack(): void {
    if (this.#hasBegun) this.#process.post({ action: 'end', commits: false });
    this.#hasBegun = false;
  }

  #stop(failure: 'timeout' | 'cancelled'): void {
    const error = new SqlError(failure);
    this.#failure ??= error;
    const finish = (): void => this.#rejectStopped(error);
    if (this.#process.isBusy) {
      void this.#process.kill().then(finish);
      return;
    }
    this.#rollBack();
    finish();
  }
}

function decodeRow({ columns }: SqlStatement, cells: RawRows['rows'][number]): readonly unknown[] {
  // A column that was added to a table also belongs to `select *`.
  if (cells.length !== columns.length) throw new SqlError('mismatch');
  return columns.map((column, index) => decodeValue(column, cells[index] ?? null));
}
