import type { Catalog } from '../catalog.js';
import type { MysqlConnection, Server } from './connect.js';

/** Tables of the database. */
export interface MysqlCatalog extends Catalog {
  readonly server: Server;
  /** Names of views, in lower case. */
  readonly views: ReadonlySet<string>;
  /** Columns by table and name, with their case. */
  readonly columns: ReadonlyMap<string, CatalogColumn>;
}

export interface CatalogColumn {
  /** Type as declared, such as `decimal(14,2)`. */
  readonly type: string;
  readonly comment: string;
  /** Whether a check of the column allows only JSON. MariaDB has no type for it. */
  readonly isJson: boolean;
}

/** Key of a column in {@link MysqlCatalog.columns}. */
export function columnKey(table: string, column: string): string {
  return JSON.stringify([table, column]);
}

/** Reads the tables, views and columns of the database of the connection. */
export async function readCatalog(connection: MysqlConnection, server: Server): Promise<MysqlCatalog> {
  const [rows] = await connection.query(
    `select table_name as t, column_name as c, column_type as type, column_comment as comment
     from information_schema.columns where table_schema = database() order by table_name, ordinal_position`,
  );
  const json = server.product === 'MariaDB' ? await readJsonColumns(connection) : new Set<string>();
  const columns = new Map<string, CatalogColumn>();
  const keys = await readKeys(connection);
  const tables = new Map<string, { readonly name: string; readonly columns: string[]; readonly keys: string[][] }>();
  for (const row of rows) {
    const [name, column] = [String(row['t']), String(row['c'])];
    const table = tables.get(name.toLowerCase()) ?? { name, columns: [], keys: keys.get(name) ?? [] };
    table.columns.push(column);
    tables.set(name.toLowerCase(), table);
    const key = columnKey(name, column);
    const [type, comment] = [String(row['type']), String(row['comment'])];
    columns.set(key, { type, comment, isJson: json.has(key) });
  }
  const [views] = await connection.query(
    'select table_name as t from information_schema.views where table_schema = database()',
  );
  return { server, tables, columns, views: new Set(views.map((row) => String(row['t']).toLowerCase())) };
}

async function readJsonColumns(connection: MysqlConnection): Promise<ReadonlySet<string>> {
  const [rows] = await connection.query(
    `select table_name as t, constraint_name as c from information_schema.check_constraints
     where constraint_schema = database() and check_clause = concat('json_valid(\`', constraint_name, '\`)')`,
  );
  return new Set(rows.map((row) => columnKey(String(row['t']), String(row['c']))));
}

/** Reads the columns of unique indexes by table, the primary key first. */
async function readKeys(connection: MysqlConnection): Promise<ReadonlyMap<string, string[][]>> {
  const [rows] = await connection.query(
    `select table_name as t, index_name as i, column_name as c from information_schema.statistics
     where table_schema = database() and non_unique = 0
     order by table_name, index_name <> 'PRIMARY', index_name, seq_in_index`,
  );
  const indexes = new Map<string, { readonly table: string; readonly columns: unknown[] }>();
  for (const row of rows) {
    const key = columnKey(String(row['t']), String(row['i']));
    const index = indexes.get(key) ?? { table: String(row['t']), columns: [] };
    index.columns.push(row['c']);
    indexes.set(key, index);
  }
  const keys = new Map<string, string[][]>();
  for (const { table, columns } of indexes.values()) {
    // The column of an expression has no name.
    if (columns.every((name) => typeof name === 'string')) keys.set(table, [...(keys.get(table) ?? []), columns]);
  }
  return keys;
}
