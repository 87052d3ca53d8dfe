import type {
  BindKind,
  ColumnKind,
  RowBounds,
  SqlEngine,
  SqlRows,
  SqlStatement,
  TransactionOptions,
} from '../../runtime/features/sql/sql-definition.js';
import { SqlError } from '../../runtime/features/sql/sql-error.js';

export const bounds: RowBounds = { maxRows: 100, maxBytes: 1_000_000 };
export const readOptions: TransactionOptions = { reads: true, timeoutMs: 60_000, signal: new AbortController().signal };
export const writeOptions: TransactionOptions = { ...readOptions, reads: false };
export const aborted = AbortSignal.abort();

/** A statement without parameters and columns, unless `parts` has some. */
export function statement(text: string, parts: Partial<SqlStatement>): SqlStatement {
  return { text, parameters: [], columns: [], ...parts };
}

/** Columns `c1`, `c2`, … of these kinds. */
export function columnsOf(...kinds: readonly ColumnKind[]): SqlStatement['columns'] {
  return kinds.map((kind, index) => ({ name: `c${index + 1}`, kind }));
}

/** Parameters of these kinds. */
export function parametersOf(...kinds: readonly BindKind[]): SqlStatement['parameters'] {
  return kinds.map((bind, index) => ({ name: `a${index + 1}`, bind }));
}

/** Runs one statement in a transaction of its own, which reads if the statement does. */
export function runOne(
  engine: SqlEngine,
  asked: SqlStatement,
  values: readonly unknown[] = [],
  limits = bounds,
  signal: AbortSignal = new AbortController().signal,
): Promise<SqlRows> {
  const options = { ...readOptions, reads: asked.reads === true, signal };
  return engine.transact(options, async (run) => ({ result: await run(asked, values, limits), commits: true }));
}

/** The failure and subject of a promise that rejects with a {@link SqlError}. */
export async function failureOf(promise: Promise<unknown>): Promise<readonly [string, string | undefined]> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof SqlError) return [error.failure, error.subject];
    throw error;
  }
  return ['none', undefined];
}
