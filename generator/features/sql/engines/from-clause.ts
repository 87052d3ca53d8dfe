import { isSymbol, isWord, type SqlToken } from '../lex.js';
import { findTable, type Catalog, type CatalogTable } from './catalog.js';
import { closing } from './expressions.js';
import { selectEnd } from './select-items.js';

/** Table of a statement. */
export interface TableUse {
  /** Name in the statement, in lower case. */
  readonly alias: string;
  readonly table: CatalogTable;
  /** Conditions of the `left join` that adds the table; absent for other joins. */
  readonly joined?: readonly Equality[];
}

/** Column of a table: the index of the table in the statement, and the name in lower case. */
export interface ColumnRef {
  readonly table: number;
  readonly column: string;
}

/** Two columns that are equal in all rows. Without `right`: a column that is equal to an argument or literal. */
export interface Equality {
  readonly left: ColumnRef;
  readonly right?: ColumnRef;
}

/** Tables of a query, and the conditions that all of its rows fulfill. */
export interface FromClause {
  readonly tables: readonly TableUse[];
  readonly equalities: readonly Equality[];
}

/**
 * Reads the tables and equalities of a query that begins with `select`. Returns `undefined` unless it has tables with
 * inner and left joins only.
 */
export function readFrom(tokens: readonly SqlToken[], catalog: Catalog): FromClause | undefined {
  const start = isWord(tokens[0], 'select') ? selectEnd(tokens) : -1;
  if (!isWord(tokens[start], 'from')) return undefined;
  const rest = tokens.slice(start + 1);
  const end = rest.findIndex((token) => token.depth === 0 && isWord(token, ...afterFrom));
  const reader = new FromReader(end === -1 ? rest : rest.slice(0, end), catalog);
  if (!reader.read()) return undefined;
  const where = isWord(rest[end], 'where') ? rest.slice(end + 1) : [];
  const whereEnd = where.findIndex((token) => token.depth === 0 && isWord(token, ...afterFrom));
  const conditions = whereEnd === -1 ? where : where.slice(0, whereEnd);
  return { tables: reader.tables, equalities: [...reader.equalities, ...listEqualities(conditions, reader.tables)] };
}

const afterFrom = 'where group having window order limit offset fetch for union intersect except into lock'.split(' ');
const joinWords = ['join', 'inner', 'cross', 'left', 'straight_join', 'right', 'full', 'natural'];

class FromReader {
  readonly tables: TableUse[] = [];
  readonly equalities: Equality[] = [];
  readonly #tokens: readonly SqlToken[];
  readonly #catalog: Catalog;
  #index = 0;

  constructor(tokens: readonly SqlToken[], catalog: Catalog) {
    this.#tokens = tokens;
    this.#catalog = catalog;
  }

  /** Returns whether it understands all of the clause. */
  read(): boolean {
    let table = this.#readTable();
    if (!table) return false;
    this.tables.push(table);
    while (this.#index < this.#tokens.length) {
      const isLeft = this.#skipJoin();
      table = isLeft === undefined ? undefined : this.#readTable();
      if (isLeft === undefined || !table) return false;
      this.tables.push(table);
      const found = this.#readConditions();
      if (isLeft) this.tables.splice(-1, 1, { ...table, joined: found });
      else this.equalities.push(...found);
    }
    return true;
  }

  #skip(...words: readonly string[]): boolean {
    const isFound = isWord(this.#tokens[this.#index], ...words);
    if (isFound) this.#index += 1;
    return isFound;
  }

  /** Skips a comma or the words of a join. Returns whether it is a left join; `undefined` for other joins and words. */
  #skipJoin(): boolean | undefined {
    if (isSymbol(this.#tokens[this.#index], ',')) {
      this.#index += 1;
      return false;
    }
    if (this.#skip('straight_join')) return false;
    const isLeft = this.#skip('left');
    if (isLeft) this.#skip('outer');
    else this.#skip('inner', 'cross');
    return this.#skip('join') ? isLeft : undefined;
  }

  #readTable(): TableUse | undefined {
    this.#skip('only');
    const path = this.#readPath();
    const table = path && findTable(path, this.#catalog);
    if (!table) return undefined;
    const isNamed = this.#skip('as');
    const token = this.#tokens[this.#index];
    const hasAlias = isName(token) && !isWord(token, 'on', 'using', ...joinWords);
    if (isNamed && !hasAlias) return undefined;
    if (hasAlias) this.#index += 1;
    const next = this.#tokens[this.#index];
    const isEnd = next === undefined || isSymbol(next, ',') || isWord(next, 'on', 'using', ...joinWords);
    return isEnd ? { alias: (hasAlias ? token.text : (path.at(-1) ?? '')).toLowerCase(), table } : undefined;
  }

  #readPath(): readonly string[] | undefined {
    const path: string[] = [];
    do {
      const token = this.#tokens[this.#index];
      if (!isName(token)) return undefined;
      path.push(token.text);
      this.#index += 2;
    } while (isSymbol(this.#tokens[this.#index - 1], '.'));
    this.#index -= 1;
    return path;
  }

  #readConditions(): readonly Equality[] {
    if (this.#skip('using')) {
      const end = closing(this.#tokens, this.#index);
      const columns = this.#tokens.slice(this.#index + 1, end).filter(isName);
      this.#index = end === -1 ? this.#tokens.length : end + 1;
      return columns.flatMap((token) => this.#equate(token.text.toLowerCase()));
    }
    if (!this.#skip('on')) return [];
    const start = this.#index;
    while (this.#index < this.#tokens.length && !this.#isJoin(this.#index)) this.#index += 1;
    return listEqualities(this.#tokens.slice(start, this.#index), this.tables);
  }

  #isJoin(index: number): boolean {
    const token = this.#tokens[index];
    if (token?.depth !== 0) return false;
    // `left` and `right` are functions, too.
    return isSymbol(token, ',') || (isWord(token, ...joinWords) && !isSymbol(this.#tokens[index + 1], '('));
  }

  /** Returns the equality of a column of the last table with the same column of an earlier one. */
  #equate(column: string): readonly Equality[] {
    const last = this.tables.length - 1;
    const owners = this.tables.flatMap(({ table }, index) => (index < last && hasColumn(table, column) ? [index] : []));
    const [owner, ...others] = owners;
    if (owner === undefined || others.length > 0) return [];
    return [{ left: { table: last, column }, right: { table: owner, column } }];
  }
}

function isName(token: SqlToken | undefined): token is SqlToken {
  return token?.kind === 'word' || token?.kind === 'name';
}

function hasColumn({ columns }: CatalogTable, name: string): boolean {
  return columns.some((column) => column.toLowerCase() === name);
}

/** Lists the equalities that a condition requires. */
function listEqualities(tokens: readonly SqlToken[], tables: readonly TableUse[]): readonly Equality[] {
  if (isSymbol(tokens[0], '(') && closing(tokens, 0) === tokens.length - 1) {
    return listEqualities(tokens.slice(1, -1), tables);
  }
  const depth = tokens[0]?.depth ?? 0;
  const outer = tokens.filter((token) => token.depth === depth);
  if (outer.some((token) => isWord(token, 'or', 'xor', 'case') || isSymbol(token, '|', '||'))) return [];
  const parts: SqlToken[][] = [[]];
  for (const token of tokens) {
    if (token.depth === depth && isWord(token, 'and')) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.flatMap((part, index) => {
    // The upper bound of `between`.
    if (parts[index - 1]?.some((token) => isWord(token, 'between')) === true) return [];
    return readEquality(part, tables);
  });
}

function readEquality(tokens: readonly SqlToken[], tables: readonly TableUse[]): readonly Equality[] {
  const sign = tokens.findIndex((token) => isSymbol(token, '='));
  if (sign === -1) return [];
  const sides = [tokens.slice(0, sign), tokens.slice(sign + 1)];
  const [first, second] = sides.map((side) => resolveColumn(side, tables));
  if (first && second) return [{ left: first, right: second }];
  const [one, other] = sides;
  if (first && other && isConstant(other)) return [{ left: first }];
  return second && one && isConstant(one) ? [{ left: second }] : [];
}

/** Whether an expression is an argument or literal, with a cast or without. */
function isConstant([first, cast, type, ...others]: readonly SqlToken[]): boolean {
  if (first === undefined || !['placeholder', 'string', 'number'].includes(first.kind) || others.length > 0)
    return false;
  return cast === undefined || (isSymbol(cast, '::') && type?.kind === 'word');
}

/** Returns the column that an expression names, such as `id` or `o.id`; `undefined` for another expression. */
export function resolveColumn(tokens: readonly SqlToken[], tables: readonly TableUse[]): ColumnRef | undefined {
  const isPath = tokens.every((token, index) => (index % 2 === 0 ? isName(token) : isSymbol(token, '.')));
  const last = tokens.at(-1);
  if (!isPath || tokens.length % 2 === 0 || last === undefined) return undefined;
  const column = last.text.toLowerCase();
  const qualifier = tokens.at(-3)?.text.toLowerCase();
  const owners = tables.flatMap(({ alias, table }, index) => {
    const isOwner = qualifier === undefined ? hasColumn(table, column) : alias === qualifier;
    return isOwner ? [index] : [];
  });
  const [owner, ...others] = owners;
  return owner === undefined || others.length > 0 ? undefined : { table: owner, column };
}
