import { suggest } from '../../../core/diagnostics/suggest.js';
import { isSymbol, isWord, type SqlToken } from '../lex.js';

/** Tables and views of a database. */
export interface Catalog {
  /** By name in lower case, without the schema for those of the default schema. */
  readonly tables: ReadonlyMap<string, CatalogTable>;
}

export interface CatalogTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of each unique key, the primary key first. Rows with null in one of them can be equal. Default: none. */
  readonly keys?: readonly (readonly string[])[];
}

/** Finds the table or view that a name in a statement means, such as `orders` or `public.orders`. */
export function findTable(path: readonly string[], { tables }: Catalog): CatalogTable | undefined {
  const name = path.join('.').toLowerCase();
  // A table of the default schema can have its schema.
  return tables.get(name) ?? (path.length > 1 ? tables.get(path.at(-1)?.toLowerCase() ?? '') : undefined);
}

/** Returns the tables and views that a statement names, sorted. A column with the name of a table is none. */
export function listTables(tokens: readonly SqlToken[], { tables }: Catalog): readonly CatalogTable[] {
  const found = new Set<CatalogTable>();
  for (const [index, token] of tokens.entries()) {
    // SQLite takes a string for the name of a table.
    const isName = token.kind === 'word' || token.kind === 'name' || token.kind === 'string';
    const isQualified = tokens[index - 1]?.text === '.';
    if (!isName || !isTablePlace(tokens, isQualified ? index - 2 : index)) continue;
    const key = (token.kind === 'string' ? token.text.slice(1, -1) : token.text).toLowerCase();
    const qualifier = isQualified ? `${tokens[index - 2]?.text.toLowerCase()}.` : '';
    const table = tables.get(`${qualifier}${key}`) ?? tables.get(key);
    if (table !== undefined) found.add(table);
  }
  return [...found].toSorted((a, b) => compare(a.name, b.name));
}

/** Whether a name stands where tables do: after `from`, `join` and the like, or in the list that such a word begins. */
export function isTablePlace(tokens: readonly SqlToken[], index: number): boolean {
  const before = tokens[index - 1];
  if (isWord(before, ...beforeTables)) return true;
  // A parenthesis of a join, not of a function or of the columns of `insert`.
  if (isSymbol(before, '(')) {
    const outer = tokens[index - 2];
    return (
      isWord(outer, 'from', 'join', 'only', 'update') || (isSymbol(outer, '(', ',') && isTablePlace(tokens, index - 1))
    );
  }
  if (before === undefined || !isSymbol(before, ',')) return false;
  for (let at = index - 2; at >= 0; at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.depth > before.depth) continue;
    if (token.depth < before.depth) return isTablePlace(tokens, at + 1);
    if (isWord(token, ...clauses, ...beforeTables)) return isWord(token, ...beforeTables);
  }
  return false;
}

const beforeTables = (
  'from join into update only using table straight_join insert replace ignore low_priority high_priority delayed quick ' +
  'delete'
).split(' ');
const clauses = 'select where set on order group having limit returning values window union'.split(' ');

/**
 * Returns the tables that a statement names, and their columns: the origins of the result, and all columns that only
 * one of these tables has.
 */
export function listUses(
  tokens: readonly SqlToken[],
  catalog: Catalog,
  origins: readonly (string | undefined)[],
): readonly string[] {
  const tables = listTables(tokens, catalog);
  const uses = new Set<string>(tables.map(({ name }) => name));
  for (const origin of origins) if (origin !== undefined) uses.add(origin);
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    if (tokens[index + 1]?.text === '(' || tokens[index - 1]?.text.toLowerCase() === 'as') continue;
    const owners = tables.flatMap((table) => {
      const column = table.columns.find((name) => name.toLowerCase() === token.text.toLowerCase());
      return column === undefined ? [] : [`${table.name}.${column}`];
    });
    const [owner, ...others] = owners;
    if (owner !== undefined && others.length === 0) uses.add(owner);
  }
  return [...uses].toSorted(compare);
}

/** Suggests a column of some tables for a misspelled one: `orders.total`. */
export function suggestColumn(name: string, tables: readonly CatalogTable[]): string | undefined {
  const byColumn = new Map<string, string>();
  for (const table of tables) {
    for (const column of table.columns) if (!byColumn.has(column)) byColumn.set(column, `${table.name}.${column}`);
  }
  const found = suggest(name, byColumn.keys());
  return found === undefined ? undefined : byColumn.get(found);
}

/** Suggests a table for a misspelled one. */
export function suggestTable(name: string, { tables }: Catalog): string | undefined {
  return suggest(name, [...tables.values()].map((table) => table.name).toSorted(compare));
}

/** Order that does not depend on the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
