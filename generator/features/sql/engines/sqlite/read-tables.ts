import { quoteName } from '../../catalog/sql-names.js';
import { isWord, listTokens } from '../../lex.js';
import type { Catalog, CatalogTable } from '../catalog.js';
import type { ColumnSource, Database, Row } from './driver.js';

/** Tables and views of a database, with what SQLite enforces. */
export interface SqliteCatalog extends Catalog {
  readonly tables: ReadonlyMap<string, SqliteTable>;
  /** Queries of views by name in lower case, without their schema. */
  readonly views: ReadonlyMap<string, string>;
}

/** Table or view. Its name has the schema if that is not `main`. */
export interface SqliteTable extends CatalogTable {
  readonly type: 'table' | 'view' | 'virtual' | 'shadow';
  /** Columns that are never null, in lower case. */
  readonly notNull: ReadonlySet<string>;
  /** Whether the table has row ids. */
  readonly hasRowId: boolean;
}

/** Reads all tables and views. */
export function readTables(database: Database): SqliteCatalog {
  const tables = new Map<string, SqliteTable>();
  const views = new Map<string, string>();
  for (const schema of ['main', 'temp']) {
    for (const row of database.rows(`select name, sql from ${schema}.sqlite_schema where type = 'view'`)) {
      views.set(String(row['name']).toLowerCase(), queryOf(String(row['sql'])));
    }
  }
  for (const row of database.rows('pragma table_list')) {
    const table = readTable(database, row);
    if (!table.name.toLowerCase().startsWith('sqlite_')) tables.set(table.name.toLowerCase(), table);
  }
  return { tables, views };
}

/** Returns the query of a view, which follows the first `as`. */
function queryOf(sql: string): string {
  const as = listTokens(sql, 'sqlite').find((token) => token.depth === 0 && isWord(token, 'as'));
  return sql.slice(as?.end);
}

function readTable(database: Database, row: Row): SqliteTable {
  const [schema, name] = [String(row['schema']), String(row['name'])];
  const columns = database.rows(`pragma ${quoteName(schema, 'sqlite')}.table_xinfo(${quoteName(name, 'sqlite')})`);
  const isWithoutRowId = row['wr'] === 1;
  const keys = columns.filter((column) => Number(column['pk']) > 0);
  const notNull = columns.filter((column) => {
    if (column['notnull'] === 1) return true;
    if (Number(column['pk']) === 0) return false;
    // Only a key of this very type is the row id. Other keys can be null, except in tables without row ids.
    return isWithoutRowId || (keys.length === 1 && String(column['type']).toLowerCase() === 'integer');
  });
  return {
    name: schema === 'main' ? name : `${schema}.${name}`,
    type: row['type'] as SqliteTable['type'],
    // 1: a hidden column of a virtual table.
    columns: columns.filter((column) => column['hidden'] !== 1).map((column) => String(column['name'])),
    notNull: new Set(row['type'] === 'table' ? notNull.map((column) => String(column['name']).toLowerCase()) : []),
    hasRowId: row['type'] === 'table' && !isWithoutRowId,
    keys: row['type'] === 'table' ? readKeys(database, { schema, name, keys, hasRowId: !isWithoutRowId }) : [],
  };
}

/** Reads the columns of the primary key and of unique indexes for all rows. */
function readKeys(
  database: Database,
  table: { readonly schema: string; readonly name: string; readonly keys: readonly Row[]; readonly hasRowId: boolean },
): readonly (readonly string[])[] {
  const pragma = (call: string, name: string): readonly Row[] =>
    database.rows(`pragma ${quoteName(table.schema, 'sqlite')}.${call}(${quoteName(name, 'sqlite')})`);
  const indexes = pragma('index_list', table.name).filter((index) => index['unique'] === 1 && index['partial'] === 0);
  const columns = indexes.map((index) =>
    pragma('index_info', String(index['name'])).map((column) => column['name'] as string | null),
  );
  const primary = table.keys.map((column) => String(column['name']));
  return [
    ...(primary.length > 0 ? [primary] : []),
    // An expression has no name.
    ...columns.filter((names): names is string[] => names.every((name) => name !== null)),
    ...(table.hasRowId ? [['rowid']] : []),
  ];
}

/** Returns the table of a column; `undefined` for an expression, or a function with rows such as `json_each`. */
export function tableOf(source: ColumnSource, { tables }: SqliteCatalog): SqliteTable | undefined {
  if (source.table === null || source.column === null) return undefined;
  const name = source.database === 'main' ? source.table : `${source.database}.${source.table}`;
  return tables.get(name.toLowerCase());
}
