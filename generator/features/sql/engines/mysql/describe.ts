import type { SqlToken } from '../../lex.js';
import { isWord, placeOf } from '../check-text.js';
import { isQuery, mainVerb } from '../effects.js';
import type { StatementProblem } from '../engine.js';
import type { DescribedText, Description } from '../prepare-statement.js';
import type { Refusal } from '../refusal.js';
import type { MysqlColumn, MysqlConnection } from './connect.js';
import { isCall, withoutAlias } from '../expressions.js';
import { listItems, type SelectItem } from '../select-items.js';
import { describeColumn } from './describe-column.js';
import { hasImplicitGroup } from './has-implicit-group.js';
import { joinsQueries } from './joins-queries.js';
import { readRefusal } from './read-refusal.js';
import type { MysqlCatalog } from './read-catalog.js';

/**
 * Prepares a text in a read-only transaction, which refuses a write when it is prepared, and then in one that can
 * write. Nothing is run.
 */
export async function describe(
  connection: MysqlConnection,
  catalog: MysqlCatalog,
  { text, tokens, parameters }: DescribedText,
): Promise<Description | Refusal> {
  let prepared = await prepare(connection, text, 'read only');
  const isBlocked = 'kind' in prepared && prepared.kind === 'blocked';
  if (isBlocked) prepared = await prepare(connection, text, 'read write');
  if ('kind' in prepared) return prepared;
  if (prepared.parameters !== parameters) return { kind: 'other', message: 'the number of parameters differs' };
  const addsNulls = hasImplicitGroup(tokens) || joinsQueries(tokens, catalog.views);
  const hasRollup = tokens.some((token) => isWord(token, 'rollup'));
  const items = listItems(tokens, prepared.columns.length);
  return {
    columns: prepared.columns.map((column, index) =>
      describeColumn(column, catalog, {
        addsNulls: hasRollup || (addsNulls && !isConstant(items[index])),
        isOfArgument: isOfArgument(items[index]),
      }),
    ),
    reads: !isBlocked && isQuery(mainVerb(tokens)) && !locksRows(tokens),
  };
}

/**
 * Whether the type of an expression depends on the value of a parameter, such as that of `coalesce(?, 1)`. Aggregates
 * have types of their own.
 */
function isOfArgument(item: SelectItem): boolean {
  if (item === undefined || isWord(item[0], 'count', 'exists', 'sum', 'avg')) return false;
  return item.some((token) => token.kind === 'symbol' && token.text === '?');
}

/** Whether an expression is the same for all rows of a table: `count`, `exists`, or a literal. */
function isConstant(item: SelectItem): boolean {
  const tokens = withoutAlias(item ?? []);
  if (tokens.length === 1) return tokens[0]?.kind === 'number' || tokens[0]?.kind === 'string';
  return isCall(tokens) && isWord(tokens[0], 'count', 'exists');
}

/** Returns why the server refuses a text. */
export async function probe(connection: MysqlConnection, text: string): Promise<Refusal | undefined> {
  let prepared = await prepare(connection, text, 'read only');
  if ('kind' in prepared && prepared.kind === 'blocked') prepared = await prepare(connection, text, 'read write');
  return 'kind' in prepared ? prepared : undefined;
}

interface Prepared {
  readonly columns: readonly MysqlColumn[];
  readonly parameters: number;
}

async function prepare(
  connection: MysqlConnection,
  text: string,
  mode: 'read only' | 'read write',
): Promise<Prepared | Refusal> {
  try {
    await connection.query(`start transaction ${mode}`);
    const prepared = await connection.prepare(text);
    const { columns, parameters } = prepared.statement;
    await prepared.close();
    await connection.query('rollback');
    return { columns, parameters: parameters.length };
  } catch (error) {
    const refusal = readRefusal(error, text);
    if (refusal.kind !== 'lost') await connection.query('rollback').catch(() => undefined);
    return refusal;
  }
}

/** Whether a query locks rows: `for update`, `for share` or `lock in share mode`. */
function locksRows(tokens: readonly SqlToken[]): boolean {
  return tokens.some((token, index) => {
    if (isWord(token, 'for')) return isWord(tokens[index + 1], 'update', 'share');
    return isWord(token, 'lock') && isWord(tokens[index + 1], 'in');
  });
}

/** Finds a query that writes its rows to a file or into variables. `insert into` and `replace into` are no such. */
export function checkInto(tokens: readonly SqlToken[]): readonly StatementProblem[] {
  const found = tokens.filter((token) => isWord(token, 'into'));
  const others = isQuery(mainVerb(tokens)) ? found : found.slice(1);
  return others.map((token) => ({
    code: 'sql-not-allowed',
    message: 'A tool returns its rows, and cannot write them with INTO.',
    place: placeOf(token),
  }));
}
