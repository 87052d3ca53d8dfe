import { listQuoted } from '../list-quoted.js';
import { loadDriver } from '../load-driver.js';
import {
  CatalogError,
  catalogLimits,
  groupRows,
  type Catalog,
  type CatalogColumn,
  type CatalogReference,
  type CatalogTable,
} from './catalog.js';
import { describeConnection } from './connection-error.js';
import { printString } from './sql-names.js';

interface Connection {
  query(options: { readonly sql: string; readonly timeout: number }): Promise<readonly [unknown, unknown]>;
  on(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
  destroy(): void;
}

interface Package {
  createConnection(options: object): Promise<Connection>;
}

/**
 * Reads the tables and views of the database that a MySQL or MariaDB URL names.
 *
 * @param root Absolute path of the folder whose packages are used.
 * @returns Resolves with `undefined` if the package `mysql2` is missing.
 * @throws {CatalogError} if the database cannot be read.
 */
export async function readMysqlCatalog(url: string, root: string, signal?: AbortSignal): Promise<Catalog | undefined> {
  const mysql = (await loadDriver(root, 'mysql2/promise')) as Package | undefined;
  if (!mysql) return undefined;
  let connection: Connection | undefined;
  const stop = (): void => connection?.destroy();
  try {
    // The driver ignores the scheme.
    const uri = url.replace(/^mariadb:/iu, 'mysql:');
    connection = await mysql.createConnection({ uri, connectTimeout: catalogLimits.connectTimeoutMs });
    connection.on('error', () => undefined);
    signal?.addEventListener('abort', stop);
    const catalog = await readAll(connection);
    await connection.end();
    return catalog;
  } catch (error) {
    connection?.destroy();
    throw describeConnection(error, url);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly dataType: string;
  readonly nullable: string;
  readonly initial: string | null;
  readonly extra: string;
  readonly comment: string;
  readonly digits: number | null;
}

interface TableRow {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

interface KeyRow {
  readonly table: string;
  readonly constraint: string;
  readonly column: string;
  readonly targetSchema: string | null;
  readonly target: string | null;
  readonly targetColumn: string | null;
}

async function readAll(connection: Connection): Promise<Catalog> {
  const select = async <Row>(sql: string): Promise<readonly Row[]> =>
    (await connection.query({ sql, timeout: catalogLimits.queryTimeoutMs }))[0] as readonly Row[];
  const [database] = await select<{ readonly name: string | null; readonly version: string }>(
    'select database() as name, version() as version',
  );
  const name = database?.name;
  if (name === null || name === undefined)
    throw new CatalogError('The URL names no database: add it, as in mysql://user@host/shop.');
  const isMariaDb = /mariadb/iu.test(database?.version ?? '');
  const tables = await select<TableRow>(tableQuery);
  const columns = groupRows(await select<ColumnRow>(columnQuery), tableOf);
  const keys = groupRows(await select<KeyRow>(keyQuery), tableOf);
  const indexes = groupRows(await select<{ readonly table: string; readonly column: string }>(indexQuery), tableOf);
  return {
    kind: 'mysql',
    product: isMariaDb ? 'mariadb' : 'mysql',
    name,
    defaultSchema: name,
    hasPages: true,
    notes: [],
    tables: tables.map((table): CatalogTable => {
      const isView = table.type === 'VIEW';
      const indexed = new Set((indexes.get(table.name) ?? []).map(({ column }) => column));
      const own = keys.get(table.name) ?? [];
      return {
        name: table.name,
        kind: isView ? 'view' : 'table',
        // The comment of every view is `VIEW`.
        ...(table.comment !== '' && !isView && { comment: table.comment }),
        columns: (columns.get(table.name) ?? []).map((row) => readColumn(row, indexed.has(row.name), isMariaDb)),
        key: own.flatMap(({ constraint, column }) => (constraint === 'PRIMARY' ? [column] : [])),
        references: readReferences(own, name),
      };
    }),
  };
}

function tableOf({ table }: { readonly table: string }): string {
  return table;
}

function readReferences(keys: readonly KeyRow[], database: string): readonly CatalogReference[] {
  const groups = groupRows(
    keys.filter(({ target }) => target !== null),
    ({ constraint }) => constraint,
  );
  return [...groups.values()].map((rows) => {
    const { target, targetSchema } = rows[0] ?? { target: null, targetSchema: null };
    return {
      columns: rows.map(({ column }) => column),
      table: targetSchema === database ? String(target) : `${targetSchema}.${target}`,
      targets: rows.map(({ targetColumn }) => String(targetColumn)),
    };
  });
}

function readColumn(row: ColumnRow, isIndexed: boolean, isMariaDb: boolean): CatalogColumn {
  const { name, type, dataType, nullable, comment, extra } = row;
  const kind = kindOf(row);
  const values = dataType === 'enum' ? listQuoted(type) : undefined;
  const initial = readDefault(row, kind, isMariaDb);
  return {
    name,
    type,
    kind,
    isNullable: nullable === 'YES',
    isIndexed,
    ...(/auto_increment|(?:virtual|stored|persistent) generated|persistent|on update/iu.test(extra) && {
      isGenerated: true,
    }),
    ...(initial && { default: initial }),
    ...(values && { enum: values }),
    ...(comment !== '' && { comment }),
  };
}

const kinds: { readonly [type: string]: CatalogColumn['kind'] } = {
  tinyint: 'integer',
  smallint: 'integer',
  mediumint: 'integer',
  int: 'integer',
  bigint: 'integer',
  year: 'integer',
  float: 'number',
  double: 'number',
  char: 'text',
  varchar: 'text',
  tinytext: 'text',
  text: 'text',
  mediumtext: 'text',
  longtext: 'text',
  enum: 'text',
  set: 'text',
  uuid: 'uuid',
  date: 'date',
  time: 'time',
  timestamp: 'date-time',
  datetime: 'local-date-time',
  json: 'json',
  binary: 'bytes',
  varbinary: 'bytes',
  tinyblob: 'bytes',
  blob: 'bytes',
  mediumblob: 'bytes',
  longblob: 'bytes',
};

function kindOf({ type, dataType, digits }: ColumnRow): CatalogColumn['kind'] {
  if (/^(?:tinyint|bit)\(1\)/u.test(type)) return 'boolean';
  // A JSON number represents at most 15 digits.
  if (dataType === 'decimal') return Number(digits) <= 15 ? 'number' : 'decimal';
  return kinds[dataType] ?? 'other';
}

/** Reads a default: MariaDB prints expressions, MySQL the value of a literal. */
function readDefault(
  { initial, extra }: ColumnRow,
  kind: CatalogColumn['kind'],
  isMariaDb: boolean,
): CatalogColumn['default'] {
  if (initial === null || (isMariaDb && initial === 'NULL')) return undefined;
  if (isMariaDb) return /^(?:'(?:[^'\\]|'')*'|-?\d+(?:\.\d+)?)$/u.test(initial) ? { literal: initial } : {};
  if (/default_generated/iu.test(extra) || /^current_timestamp/iu.test(initial)) return {};
  const isNumber = ['integer', 'number', 'decimal', 'boolean'].includes(kind) && /^-?\d+(?:\.\d+)?$/u.test(initial);
  return { literal: isNumber ? initial : printString(initial, 'mysql') };
}

const tableQuery = `select table_name as \`name\`, table_type as \`type\`, table_comment as \`comment\`
from information_schema.tables
where table_schema = database() and table_type in ('BASE TABLE', 'VIEW') order by table_name`;

const columnQuery = `select table_name as \`table\`, column_name as \`name\`, column_type as \`type\`,
  data_type as \`dataType\`, is_nullable as \`nullable\`, column_default as \`initial\`, extra as \`extra\`,
  column_comment as \`comment\`, numeric_precision as \`digits\`
from information_schema.columns where table_schema = database() order by table_name, ordinal_position`;

const keyQuery = `select table_name as \`table\`, constraint_name as \`constraint\`, column_name as \`column\`,
  referenced_table_schema as \`targetSchema\`, referenced_table_name as \`target\`,
  referenced_column_name as \`targetColumn\`
from information_schema.key_column_usage
where table_schema = database() and (constraint_name = 'PRIMARY' or referenced_table_name is not null)
order by table_name, constraint_name, ordinal_position`;

const indexQuery = `select table_name as \`table\`, column_name as \`column\`
from information_schema.statistics where table_schema = database() and seq_in_index = 1 and column_name is not null`;
