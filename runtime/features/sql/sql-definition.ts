/** Database that generated code declares. */
export interface SqlDatabase {
  /** Key under `databases`. */
  readonly name: string;
  readonly kind: 'postgres' | 'sqlite' | 'mysql';
  /** Environment variable that contains the URL, or the path of the SQLite file. */
  readonly variable?: string;
  /** Path of the SQLite file if the variable is not set. */
  readonly file?: string;
  /** URL of a module of the server: `file` is searched in its folder and the folders above. */
  readonly module?: string;
  /** Settings of each transaction (PostgreSQL). */
  readonly session?: readonly (readonly [name: string, value: SqlText])[];
  /** Maximum number of connections. Default: 10; for SQLite 4 processes. */
  readonly maxConnections?: number;
  /** Loads the code for the kind of database. */
  readonly load: () => Promise<{ readonly openEngine: OpenSqlEngine }>;
}

/** Tool that runs a statement: always the same one, or one of several that insert different column names. */
export type SqlToolDefinition = SqlToolOptions & (SqlFixedStatement | SqlChosenStatement);

export interface SqlToolOptions {
  /** Statements that run before, in the same transaction. */
  readonly before?: readonly SqlStep[];
  /**
   * Result. `many`: `{ rows, more }`; `one`: the row, and an error unless exactly one matches; `maybe-one`: `{ row }`,
   * which can be null; `none`: `{ changed }`, the number of rows.
   */
  readonly rows: 'many' | 'one' | 'maybe-one' | 'none';
  /** Maximum number of rows of `many`. */
  readonly limit: number;
  /** Maximum size of the values of a result in bytes, as the database sends them. */
  readonly maxBytes: number;
  /** Time limit of the transaction in milliseconds, without the time that it waits for a connection. */
  readonly timeoutMs: number;
  /** Columns whose values in the last row are the cursor of the next page. The result of `many` is then `{ rows, nextCursor }`. */
  readonly page?: readonly string[];
  /** Question to the user before the changes are committed; `changed` is their number. */
  readonly confirm?: SqlText;
}

/** Text with placeholders: texts, and lists with the name of a value. */
export type SqlText = readonly (string | readonly [name: string])[];

/** Statement of a transaction. Later statements can use the row of a named step: `name.column`. */
export type SqlStep = { readonly name?: string } & (SqlFixedStatement | SqlChosenStatement);

export interface SqlFixedStatement {
  readonly statement: SqlStatement;
  /** Statement of the pages after the first; its parameters `cursor.0`, `cursor.1`, … are the values of the cursor. */
  readonly next?: SqlStatement;
  readonly choices?: never;
}

export interface SqlChosenStatement {
  readonly statement?: never;
  readonly next?: never;
  readonly choices: SqlChoices;
}

/** Statements by the values of arguments that insert column names or keywords. */
export interface SqlChoices {
  /** Arguments whose values choose the statement. */
  readonly from: readonly string[];
  /** Statements by these values, joined with a space; the value of a missing argument is empty. */
  readonly statements: { readonly [values: string]: SqlStatement };
  /** Statements of the pages after the first. */
  readonly next?: { readonly [values: string]: SqlStatement };
}

/** Statement of a tool. */
export interface SqlStatement {
  /** Text with the parameters of the database: `$1`, `:p1` or `?`. */
  readonly text: string;
  /** Arguments that are bound, in order. SQLite binds by the names `p1`, `p2`, … */
  readonly parameters: readonly SqlParameter[];
  /**
   * Columns of the rows, in the order of the result; `[]` without rows. They are found by their names, because `select *`
   * has other columns, or another order, after a change of the table.
   */
  readonly columns: readonly SqlColumn[];
  /** Whether the statement runs in a read-only transaction. */
  readonly reads?: true;
}

/** Argument and how it is bound. */
export interface SqlParameter {
  readonly name: string;
  readonly bind: BindKind;
}

/**
 * How a JSON value is bound. `text`: also for all types that the database parses from text. `array`: a PostgreSQL array;
 * other databases get arrays as `json`.
 */
export type BindKind = 'text' | 'integer' | 'number' | 'boolean' | 'json' | 'bytes' | 'array';

export interface SqlColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether the values are arrays of {@link kind}, whose items can be null. */
  readonly isArray?: true;
}

/**
 * Form of a column's values in JSON. `decimal`: a number as a string. `local-date-time`: without a time zone. `any`: a
 * string, number or null, as SQLite stores it.
 */
export type ColumnKind =
  | 'integer'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'text'
  | 'uuid'
  | 'date'
  | 'time'
  | 'date-time'
  | 'local-date-time'
  | 'duration'
  | 'json'
  | 'bytes'
  | 'any';

/** Opens an engine. Connects when the first transaction begins. */
export type OpenSqlEngine = (options: SqlEngineOptions) => SqlEngine;

export interface SqlEngineOptions {
  /** URL of the database, or path of the SQLite file. May contain a password. */
  readonly url: string;
  readonly maxConnections: number;
  /** URL of a module of the server. Present for the path of a SQLite file that is relative to the project. */
  readonly module?: string | undefined;
}

/** Open database: a pool of connections, or the process that has opened a SQLite file. */
export interface SqlEngine {
  /**
   * Runs statements in one transaction, on a connection that nothing else uses. Commits when `work` resolves with
   * `true`, and otherwise rolls back.
   *
   * @throws {SqlError} for every failure of the database, also one that `work` does not throw.
   */
  transact<Result>(
    options: TransactionOptions,
    work: (run: RunStatement) => Promise<Transacted<Result>>,
  ): Promise<Result>;
  /** Waits for running transactions, and closes the connections. */
  close(): Promise<void>;
}

/** Result of a transaction. */
export interface Transacted<Result> {
  readonly result: Result;
  readonly commits: boolean;
}

export interface TransactionOptions {
  /** Whether the transaction is read-only. */
  readonly reads: boolean;
  /** Maximum duration of the transaction in milliseconds, without the time that it waits for a connection. */
  readonly timeoutMs: number;
  /** Aborted when the result is no longer awaited: the running statement is then stopped in the database. */
  readonly signal: AbortSignal;
  /** PostgreSQL settings for the transaction. */
  readonly session?: readonly (readonly [name: string, value: string])[];
}

/** Runs a statement in a transaction. */
export type RunStatement = (
  statement: SqlStatement,
  /** JSON values of the parameters, in order; `null` for a missing argument. */
  values: readonly unknown[],
  bounds: RowBounds,
) => Promise<SqlRows>;

export interface RowBounds {
  readonly maxRows: number;
  /** Maximum size of all values in bytes, as the database sends them. */
  readonly maxBytes: number;
  /** Whether the transaction only reads, and ends with this statement if it succeeds: saves round trips. */
  readonly isLast?: boolean;
}

/** Rows of a statement. */
export interface SqlRows {
  /** JSON values in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  /** Whether there are more rows than the bounds allow. */
  readonly more: boolean;
  /** Number of rows that were inserted, updated or deleted. 0 for a statement that reads. */
  readonly changed: number;
}
