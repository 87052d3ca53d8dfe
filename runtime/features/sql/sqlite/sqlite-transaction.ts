import type { OpenTransaction } from '../perform-transaction.js';
import type { RowBounds, SqlRows, SqlStatement } from '../sql-definition.js';
import { bindValue, decodeValue } from './convert-values.js';
import type { RawRows, SqliteProcess } from './sqlite-process.js';

/** Transaction in a process that nothing else uses. */
export class SqliteTransaction implements OpenTransaction {
  #process: SqliteProcess;
  #reads: boolean;
  #hasBegun = false;

  constructor(process: SqliteProcess, reads: boolean) {
    this.#process = process;
    this.#reads = reads;
  }

  async run(statement: SqlStatement, values: readonly unknown[], bounds: RowBounds): Promise<SqlRows> {
    const bound = statement.parameters.map(({ bind }, index) => bindValue(bind, values[index]));
    const begins = !this.#hasBegun;
    this.#hasBegun = true;
    const columns = statement.columns.map(({ name }) => name);
    const request = { action: 'run', begins, text: statement.text, values: bound, columns, ...bounds } as const;
    const { rows, more, changed } = (await this.#process.request(request)) as RawRows;
    const decodeRow = (cells: RawRows['rows'][number]): readonly unknown[] =>
      statement.columns.map((column, index) => decodeValue(column, cells[index] ?? null));
    return { rows: rows.map(decodeRow), more, changed };
  }

  /** Ends the transaction. Waits only for a commit of changes. */
  async end(commits: boolean): Promise<void> {
    if (!this.#hasBegun) return;
    const request = { action: 'end', commits } as const;
    if (commits && !this.#reads) await this.#process.request(request);
    else this.#process.post(request);
  }

  /** Kills the process if a statement runs in it: drivers cannot interrupt statements. */
  async stop(): Promise<void> {
    if (this.#process.isBusy) await this.#process.kill();
    else await this.end(false);
  }
}
