import { kindOfDeclared } from '../engines/sqlite/column-kinds.js';
import { isWord, lexSql, listTokens } from '../lex.js';
import { loadDriver } from '../load-driver.js';
import type { Catalog, CatalogColumn, CatalogReference, CatalogTable } from './catalog.js';
import { describeConnection } from './connection-error.js';
import { quoteName } from './sql-names.js';

type Row = Readonly<Record<string, unknown>>;

type Select = (sql: string) => readonly Row[];

/** Connection of `node:sqlite` or `better-sqlite3`. */
interface Connection {
  prepare(sql: string): { all(...values: readonly unknown[]): readonly Row[] };
  close(): unknown;
}

type Constructor = new (file: string, options: object) => Connection;

/**
 * Reads the tables and views of a SQLite file.
 *
 * @param root Absolute path of the folder whose packages are used.
 * @param name Name of the database.
 * @returns Resolves with `undefined` if there is no SQLite in Node, and the package `better-sqlite3` is missing.
 * @throws {CatalogError} if the file cannot be read.
 */
export async function readSqliteCatalog(file: string, root: string, name: string): Promise<Catalog | undefined> {
  const open = await findEngine(root);
  if (!open) return undefined;
  let connection: Connection | undefined;
  try {
    connection = open(file);
    return readAll(connection, name);
  } catch (error) {
    throw describeConnection(error, file);
  } finally {
    connection?.close();
  }
}

async function findEngine(root: string): Promise<((file: string) => Connection) | undefined> {
  // Not a literal, because the types of Node 20 lack the module.
  const module = ['node', 'sqlite'].join(':');
  try {
    const { DatabaseSync } = (await import(/* @vite-ignore */ module)) as { readonly DatabaseSync: Constructor };
    return (file) => new DatabaseSync(file, { readOnly: true });
  } catch {
    const Package = (await loadDriver(root, 'better-sqlite3')) as Constructor | undefined;
    return Package && ((file) => new Package(file, { readonly: true, fileMustExist: true }));
  }
}

function readAll(connection: Connection, name: string): Catalog {
  const select: Select = (sql) => connection.prepare(sql).all();
  const texts = new Map(
    select('select name, sql from sqlite_schema').map((row) => [String(row['name']), String(row['sql'] ?? '')]),
  );
  const notes: string[] = [];
  const listed = select('pragma main.table_list').filter((row) => {
    return row['schema'] === 'main' && !/^sqlite_/iu.test(String(row['name'])) && row['type'] !== 'shadow';
  });
  const tables = listed
    .toSorted((one, other) => (String(one['name']) < String(other['name']) ? -1 : 1))
    .flatMap((row): readonly CatalogTable[] => {
      const table = String(row['name']);
      if (row['type'] === 'virtual') {
        notes.push(`The virtual table ${table} was omitted.`);
        return [];
      }
      try {
        return [readTable(select, row, texts.get(table) ?? '')];
      } catch (error) {
        // A view of a table that does not exist.
        notes.push(`${table} was omitted: ${(error as Error).message}.`);
        return [];
      }
    });
  return { kind: 'sqlite', product: 'sqlite', name, defaultSchema: 'main', hasPages: true, tables, notes };
}

/** Facts from the declaration of a table and its indexes. */
interface TableFacts {
  readonly name: string;
  readonly isView: boolean;
  readonly isWithoutRowId: boolean;
  readonly key: readonly string[];
  readonly indexed: ReadonlySet<string>;
  readonly checked: ReadonlyMap<string, readonly string[]>;
}

function readTable(select: Select, row: Row, text: string): CatalogTable {
  const name = String(row['name']);
  const [quoted, isView] = [quoteName(name, 'sqlite'), row['type'] === 'view'];
  const isWithoutRowId = row['wr'] === 1;
  const rows = select(`pragma main.table_xinfo(${quoted})`).filter((column) => column['hidden'] !== 1);
  const keyRows = rows.filter((column) => Number(column['pk']) > 0);
  const key = keyRows.toSorted((one, other) => Number(one['pk']) - Number(other['pk'])).map(nameOf);
  const facts = {
    name,
    isView,
    isWithoutRowId,
    key,
    indexed: listIndexed(select, quoted),
    checked: findCheckedValues(text),
  };
  return {
    name,
    kind: isView ? 'view' : 'table',
    columns: rows.map((column) => readColumn(select, column, facts)),
    key,
    references: readReferences(select(`pragma main.foreign_key_list(${quoted})`)),
    ...(isWithoutRowId && { isWithoutRowId }),
  };
}

/** Lists the columns with which an index begins. */
function listIndexed(select: Select, quoted: string): ReadonlySet<string> {
  const indexes = select(`pragma main.index_list(${quoted})`).filter((index) => index['partial'] !== 1);
  return new Set(
    indexes.flatMap((index) => {
      const [first] = select(`pragma main.index_info(${quoteName(nameOf(index), 'sqlite')})`);
      return !first || isAbsent(first['name']) ? [] : [nameOf(first)];
    }),
  );
}

function readColumn(select: Select, row: Row, facts: TableFacts): CatalogColumn {
  const { name: table, isView, isWithoutRowId, key, indexed, checked } = facts;
  const [name, type] = [nameOf(row), String(row['type'])];
  const isKey = Number(row['pk']) > 0;
  const isRowId = isKey && key.length === 1 && !isWithoutRowId && type.toUpperCase() === 'INTEGER';
  const initial = isAbsent(row['dflt_value']) ? undefined : readDefault(String(row['dflt_value']));
  const kind = kindOfDeclared(type);
  const storedAs = kind === 'any' && !isView ? findStored(select, table, name) : undefined;
  const values = kind === 'text' ? checked.get(name.toLowerCase()) : undefined;
  return {
    name,
    type,
    kind,
    isNullable: isView || !(row['notnull'] === 1 || isRowId || (isKey && isWithoutRowId)),
    isIndexed: indexed.has(name) || isRowId,
    ...((isRowId || Number(row['hidden']) > 1) && { isGenerated: true }),
    ...(initial && { default: initial }),
    ...(values && { enum: values }),
    ...(storedAs && { storedAs }),
  };
}

function nameOf(row: Row): string {
  return String(row['name']);
}

/** Whether a value is null, or there is no row. */
function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Finds how the values of a column without a known type are stored: the first one tells. */
function findStored(select: Select, table: string, column: string): 'text' | 'number' | undefined {
  const name = quoteName(column, 'sqlite');
  const [row] = select(
    `select typeof(${name}) as type from main.${quoteName(table, 'sqlite')} where ${name} is not null limit 1`,
  );
  if (row === undefined || row['type'] === 'text') return 'text';
  return row['type'] === 'integer' || row['type'] === 'real' ? 'number' : undefined;
}

function readDefault(expression: string): { readonly literal?: string } {
  return /^(?:'(?:[^']|'')*'|-?\d+(?:\.\d+)?|true|false)$/iu.test(expression) ? { literal: expression } : {};
}

function readReferences(rows: readonly Row[]): readonly CatalogReference[] {
  const ids = [...new Set(rows.map((row) => row['id']))];
  return ids.map((id) => {
    const own = rows.filter((row) => row['id'] === id);
    return {
      columns: own.map((row) => String(row['from'])),
      table: String(own[0]?.['table']),
      // Null: the key of the table.
      targets: own.flatMap((row) => (isAbsent(row['to']) ? [] : [String(row['to'])])),
    };
  });
}

/** Finds checks such as `check (status in ('open', 'paid'))` in the statement that created a table. */
function findCheckedValues(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  if (text.length > maxStatement || lexSql(text, 'sqlite').some(({ isOpen }) => isOpen)) return found;
  const tokens = listTokens(text, 'sqlite');
  tokens.forEach((token, index) => {
    const [open, name, word, list] = tokens.slice(index + 1, index + 5);
    if (!isWord(token, 'check') || open?.text !== '(' || !isWord(word, 'in') || list?.text !== '(') return;
    const isName = name?.kind === 'word' || name?.kind === 'name';
    const end = tokens.findIndex((other, at) => at > index + 4 && other.text === ')' && other.kind === 'symbol');
    const items = tokens.slice(index + 5, end);
    const values = items.filter((_item, at) => at % 2 === 0);
    const isList = items.every((item, at) => (at % 2 === 0 ? item.kind === 'string' : item.text === ','));
    if (!isName || end < 0 || !isList || values.length === 0 || tokens[end + 1]?.text !== ')') return;
    found.set(
      name.text.toLowerCase(),
      values.map((value) => value.text.slice(1, -1).replaceAll("''", "'")),
    );
  });
  return found;
}

/** Maximum length of a statement that is searched for checks. */
const maxStatement = 100_000;
