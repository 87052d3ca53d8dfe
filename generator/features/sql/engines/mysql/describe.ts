import { isWord, listTokens, placeOf, type SqlToken } from '../../lex.js';
import { isQuery, mainVerb } from '../effects.js';
import type { PreparedColumn, StatementProblem } from '../engine.js';
import type { DescribedText, Description } from '../prepare-statement.js';
import type { Refusal } from '../refusal.js';
import type { MysqlColumn, MysqlConnection } from './connect.js';
import { isCall, withoutAlias } from '../expressions.js';
import { listItems, type SelectItem } from '../select-items.js';
import { describeColumn } from './describe-column.js';
import { hasImplicitGroup } from './has-implicit-group.js';
import { joinsQueries } from './joins-queries.js';
import { prepare } from './prepare.js';
import type { MysqlCatalog } from './read-catalog.js';

/** Prepares a text and describes its columns. Nothing is run. */
export async function describe(
  connection: MysqlConnection,
  catalog: MysqlCatalog,
  { text, tokens, parameters }: DescribedText,
): Promise<Description | Refusal> {
  const prepared = await prepare(connection, text);
  if ('kind' in prepared) return prepared;
  if (prepared.parameters !== parameters) return { kind: 'other', message: 'the number of parameters differs' };
  const reads = prepared.reads && isQuery(mainVerb(tokens)) && !locksRows(tokens);
  const returned = returnedRows(text, tokens);
  if (returned === undefined) return { columns: describeColumns(prepared.columns, tokens, catalog), reads };
  const rows = await prepare(connection, returned);
  if ('kind' in rows) {
    const { offset: _, ...refusal } = rows;
    return refusal;
  }
  return { columns: describeColumns(rows.columns, listTokens(returned, 'mysql'), catalog), reads };
}

function describeColumns(
  columns: readonly MysqlColumn[],
  tokens: readonly SqlToken[],
  catalog: MysqlCatalog,
): readonly PreparedColumn[] {
  const hasRollup = tokens.some((token) => isWord(token, 'rollup'));
  const addsNulls = hasImplicitGroup(tokens) || joinsQueries(tokens, catalog.views);
  const items = listItems(tokens, columns.length);
  return columns.map((column, index) =>
    describeColumn(column, catalog, {
      addsNulls: hasRollup || (addsNulls && !isConstant(items[index])),
      isOfArgument: isOfArgument(items[index]),
    }),
  );
}

/**
 * Returns a query with the columns of `returning`, which MariaDB does not tell when it prepares a statement that writes;
 * `undefined` for other statements.
 */
function returnedRows(text: string, tokens: readonly SqlToken[]): string | undefined {
  const start = tokens.findLastIndex((token) => token.depth === 0 && isWord(token, 'returning'));
  if (start === -1 || isQuery(mainVerb(tokens))) return undefined;
  const verb = tokens.findIndex((token) => isWord(token, 'insert', 'replace', 'delete'));
  const first = tokens.findIndex((token, index) => index > verb && !isWord(token, ...beforeTable));
  const last = tokens[first + 1]?.text === '.' ? first + 2 : first;
  const table = text.slice(tokens[first]?.start, tokens[last]?.end);
  return `select ${text.slice(tokens[start]?.end)}\nfrom ${table}`;
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

const beforeTable = ['low_priority', 'high_priority', 'delayed', 'quick', 'ignore', 'into', 'from'];

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
