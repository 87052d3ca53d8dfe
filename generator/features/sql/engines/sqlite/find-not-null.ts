import { isWord, type SqlToken } from '../../lex.js';
import { isQuery, mainVerb } from '../effects.js';
import { selectEnd } from '../select-items.js';
import type { ColumnSource } from './driver.js';
import { tableOf, type SqliteCatalog } from './read-tables.js';

/**
 * Returns for each column of a table whether it is never null in the result. SQLite tells from which column of a table
 * the values come, but not whether a join, an empty subquery or an aggregate of no rows adds nulls. A statement that
 * could do so has no such columns.
 *
 * @param aggregates Whether the program of the statement aggregates.
 */
export function findNotNull(
  sources: readonly ColumnSource[],
  tokens: readonly SqlToken[],
  catalog: SqliteCatalog,
  aggregates: boolean,
): readonly boolean[] {
  const isKept = isQuery(mainVerb(tokens)) ? keepsNotNull(tokens, catalog, aggregates) : returnsColumns(tokens);
  return sources.map((source) => {
    const table = tableOf(source, catalog);
    const column = source.column?.toLowerCase() ?? '';
    if (!isKept || table === undefined) return false;
    const isRowId = ['rowid', 'oid', '_rowid_'].includes(column) && table.hasRowId && !hasColumn(table.columns, column);
    return table.notNull.has(column) || isRowId;
  });
}

function hasColumn(columns: readonly string[], name: string): boolean {
  return columns.some((column) => column.toLowerCase() === name);
}

/** Whether a query keeps columns not null: a single `select` with inner joins of tables only. */
function keepsNotNull(tokens: readonly SqlToken[], { views }: SqliteCatalog, aggregates: boolean): boolean {
  if (!isWord(tokens[0], 'select')) return false;
  if (tokens.some((token) => token.depth === 0 && isWord(token, 'union', 'intersect', 'except'))) return false;
  const from = selectEnd(tokens);
  if (!isWord(tokens[from], 'from')) return false;
  if (tokens.slice(1, from).some((token) => isWord(token, 'select', 'values'))) return false;
  const isGrouped = tokens.some(
    (token, index) => index > from && token.depth === 0 && isWord(token, 'group') && isWord(tokens[index + 1], 'by'),
  );
  if (aggregates && !isGrouped) return false;
  const end = tokens.findIndex((token, index) => index > from && token.depth === 0 && isWord(token, ...afterFrom));
  return tokens.slice(from + 1, end === -1 ? undefined : end).every((token) => {
    if (isWord(token, 'select', 'values', 'left', 'right', 'full')) return false;
    // A string can be the name of a table.
    const name = token.kind === 'string' ? token.text.slice(1, -1) : token.text;
    return !views.has(name.toLowerCase());
  });
}

/** Words after `from` and its tables. They are reserved: none can be the name of a table. */
const afterFrom = ['where', 'group', 'order', 'limit', 'having'];

/** Whether `returning` of a statement that writes contains no query. Columns of the written row are what they are. */
function returnsColumns(tokens: readonly SqlToken[]): boolean {
  const start = tokens.findLastIndex((token) => token.depth === 0 && isWord(token, 'returning'));
  return start !== -1 && !tokens.slice(start).some((token) => isWord(token, 'select', 'values'));
}
