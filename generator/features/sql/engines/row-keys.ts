import { isSymbol, isWord, type SqlToken } from '../lex.js';
import type { Catalog } from './catalog.js';
import type { PageFacts, PreparedColumn } from './engine.js';
import { withoutAlias } from './expressions.js';
import { readFrom, resolveColumn, type ColumnRef, type FromClause } from './from-clause.js';
import { listItems, type SelectItem } from './select-items.js';

/** Statement whose rows are paged. */
export interface PagedStatement {
  readonly tokens: readonly SqlToken[];
  readonly columns: readonly PreparedColumn[];
  readonly catalog: Catalog;
  /** Names of the columns that order the rows. */
  readonly pageBy: readonly string[];
  /** Whether an expression of the select list can multiply rows, such as `unnest` in PostgreSQL. */
  readonly multiplies: boolean;
}

const unknown: PageFacts = { rows: 'unknown', add: [] };
const unique: PageFacts = { rows: 'unique', add: [] };

/**
 * Returns whether two rows can have the same values in the columns of pages, which must not be null. `unique` is certain:
 * it follows from primary keys, unique constraints and the equalities of joins.
 */
export function findPageFacts(statement: PagedStatement): PageFacts {
  const { tokens, columns, catalog, pageBy, multiplies } = statement;
  const isWhole = columns.every(({ name }) => pageBy.includes(name));
  const operations = tokens.filter((token) => token.depth === 0 && isWord(token, 'union', 'intersect', 'except'));
  if (operations.length > 0) {
    const keepsEqual = operations.some((token) => isWord(tokens[tokens.indexOf(token) + 1], 'all'));
    return isWhole && !keepsEqual ? unique : unknown;
  }
  if (multiplies || !isWord(tokens[0], 'select')) return unknown;
  if (isWord(tokens[1], 'distinct') && !isWord(tokens[2], 'on') && isWhole) return unique;
  const items = listItems(tokens, columns.length);
  const from = readFrom(tokens, catalog);
  const paged = columns.flatMap(({ name }, index) => (pageBy.includes(name) ? [index] : []));
  const refs = columns.map((column, index) => from && refOf(column, items, index, from));
  const known =
    from &&
    new Determined(
      from,
      paged.flatMap((index) => refs[index] ?? []),
    );
  const groups = listGroups(tokens);
  if (groups) {
    const isGiven = (group: readonly SqlToken[]): boolean => {
      const ref = from && resolveColumn(group, from.tables);
      return (
        (ref !== undefined && known?.has(ref) === true) || paged.some((index) => isColumn(group, items, index, columns))
      );
    };
    return groups.every(isGiven) ? unique : unknown;
  }
  if (!from || !known) return unknown;
  if (known.isComplete) return unique;
  const isCertain = from.tables.length === 1 && paged.every((index) => refs[index]) && known.isApart(0);
  return { rows: isCertain ? 'shared' : 'unknown', add: listMissing(from, known, refs, columns) };
}

/** Returns the column of a table that a result column is. */
function refOf(
  { origin }: PreparedColumn,
  items: readonly SelectItem[],
  index: number,
  { tables }: FromClause,
): ColumnRef | undefined {
  if (!(index in items)) return undefined;
  const item = items[index];
  if (item !== undefined) return resolveColumn(withoutAlias(item), tables);
  // A column of `*`.
  const [column = '', ...path] = (origin ?? '').toLowerCase().split('.').toReversed();
  const names = new Set([path.toReversed().join('.'), path[0] ?? '']);
  const owners = tables.flatMap(({ table }, at) => (names.has(table.name.toLowerCase()) ? [at] : []));
  const [owner, ...others] = owners;
  return owner === undefined || others.length > 0 ? undefined : { table: owner, column };
}

/** Returns the expressions of `group by`; `undefined` without it. Grouping sets are one expression, which is no column. */
function listGroups(tokens: readonly SqlToken[]): readonly (readonly SqlToken[])[] | undefined {
  const start = tokens.findIndex(
    (token, index) => token.depth === 0 && isWord(token, 'group') && isWord(tokens[index + 1], 'by'),
  );
  if (start === -1) return undefined;
  const groups: SqlToken[][] = [[]];
  for (const token of tokens.slice(start + 2)) {
    if (token.depth === 0 && isWord(token, 'having', 'window', 'order', 'limit', 'offset', 'fetch', 'for')) break;
    if (token.depth === 0 && isSymbol(token, ',')) groups.push([]);
    else groups.at(-1)?.push(token);
  }
  return groups;
}

/** Whether an expression of `group by` is a column of the result: its number, its name, or the same expression. */
function isColumn(
  group: readonly SqlToken[],
  items: readonly SelectItem[],
  index: number,
  columns: readonly PreparedColumn[],
): boolean {
  const [first, ...others] = group;
  const isOne = first !== undefined && others.length === 0;
  if (isOne && first.kind === 'number') return Number(first.text) === index + 1;
  const item = withoutAlias(items[index] ?? []);
  const textOf = (tokens: readonly SqlToken[]): string => tokens.map(({ text }) => text.toLowerCase()).join(' ');
  if (item.length > 0 && textOf(item) === textOf(group)) return true;
  return isOne && first.kind !== 'string' && first.text.toLowerCase() === columns[index]?.name.toLowerCase();
}

/** Columns and rows of tables that are the same in all result rows with the same values in some columns. */
class Determined {
  readonly #from: FromClause;
  readonly #columns = new Set<string>();
  readonly #tables = new Set<number>();

  constructor(from: FromClause, given: readonly ColumnRef[]) {
    this.#from = from;
    for (const ref of given) this.#columns.add(keyOf(ref));
    for (let size = -1; size !== this.#columns.size + this.#tables.size;) {
      size = this.#columns.size + this.#tables.size;
      this.#followEqualities();
      this.#followKeys();
    }
  }

  has(ref: ColumnRef): boolean {
    return this.#tables.has(ref.table) || this.#columns.has(keyOf(ref));
  }

  hasTable(index: number): boolean {
    return this.#tables.has(index);
  }

  get isComplete(): boolean {
    return this.#from.tables.every((_, index) => this.#tables.has(index));
  }

  /** Whether the table has keys, and none has a column that is known. */
  isApart(table: number): boolean {
    const { keys = [] } = this.#from.tables[table]?.table ?? {};
    return keys.length > 0 && keys.flat().every((column) => !this.has({ table, column: column.toLowerCase() }));
  }

  #followEqualities(): void {
    for (const { left, right } of this.#from.equalities) {
      if (right === undefined || this.has(right)) this.#columns.add(keyOf(left));
      if (right !== undefined && this.has(left)) this.#columns.add(keyOf(right));
    }
  }

  #followKeys(): void {
    this.#from.tables.forEach(({ table: { keys = [] }, joined }, table) => {
      const areBeforeKnown = this.#from.tables.every((_, index) => index >= table || this.#tables.has(index));
      const equated = areBeforeKnown ? (joined ?? []) : [];
      const isKnown = (name: string): boolean => {
        const ref = { table, column: name.toLowerCase() };
        return this.has(ref) || equated.some((equality) => this.#equates(equality, ref));
      };
      if (keys.some((key) => key.every(isKnown))) this.#tables.add(table);
    });
  }

  /** Whether an equality of a left join gives the value of a column. */
  #equates({ left, right }: Equality, ref: ColumnRef): boolean {
    if (isSame(left, ref)) return right === undefined || this.has(right);
    return right !== undefined && isSame(right, ref) && this.has(left);
  }
}

type Equality = FromClause['equalities'][number];

function keyOf({ table, column }: ColumnRef): string {
  return `${table} ${column}`;
}

function isSame(one: ColumnRef, other: ColumnRef): boolean {
  return keyOf(one) === keyOf(other);
}

/** Lists the columns whose addition makes rows differ: the first key of each table whose rows are not known. */
function listMissing(
  { tables }: FromClause,
  known: Determined,
  refs: readonly (ColumnRef | undefined)[],
  columns: readonly PreparedColumn[],
): PageFacts['add'] {
  return tables.flatMap(({ alias, table: { keys = [] }, joined }, table) => {
    // The key of a left join can be null, and then is no column of pages.
    if (known.hasTable(table) || joined) return [];
    return (keys[0] ?? []).flatMap((name) => {
      const ref = { table, column: name.toLowerCase() };
      if (known.has(ref)) return [];
      const index = refs.findIndex((other) => other !== undefined && isSame(other, ref));
      const column = columns[index]?.name;
      return [{ name: column ?? (tables.length === 1 ? name : `${alias}.${name}`), isSelected: column !== undefined }];
    });
  });
}
