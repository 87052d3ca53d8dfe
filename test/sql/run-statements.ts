import { listItems } from '../../generator/features/sql/engines/select-items.js';
import { listTokens } from '../../generator/features/sql/lex.js';
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

/**
 * A statement without parameters and columns, unless `parts` has some. Columns are found by their names, which the text
 * gets as well.
 */
export function statement(text: string, parts: Partial<SqlStatement>): SqlStatement {
  return { parameters: [], columns: [], ...parts, text: nameColumns(text, parts.columns ?? []) };
}

function nameColumns(text: string, columns: SqlStatement['columns']): string {
  const items = listItems(listTokens(text, 'sqlite'), columns.length);
  const ends = items.flatMap((item, index) => {
    const [last, name] = [item?.at(-1), columns[index]?.name];
    return last === undefined || last.text === name ? [] : [{ end: last.end, name }];
  });
  return ends.reduceRight((named, { end, name }) => `${named.slice(0, end)} as ${name}${named.slice(end)}`, text);
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
