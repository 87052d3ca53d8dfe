import { loadDriver } from '../load-driver.js';
import {
  CatalogError,
  catalogLimits,
  groupRows,
  type Catalog,
  type CatalogReference,
  type CatalogTable,
} from './catalog.js';
import { describeConnection } from './connection-error.js';
import { findCheckedValues, PostgresColumns, type ColumnRow, type TypeRow } from './postgres-columns.js';

/** Client of the package `pg`. */
interface Client {
  connect(): Promise<unknown>;
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
  on(event: 'error', listener: () => void): unknown;
  end(): Promise<void>;
}

interface Package {
  readonly Client: new (options: object) => Client;
}

/**
 * Reads the tables and views of a PostgreSQL database that its user can read: without those of the system and of
 * extensions; partitions belong to their table.
 *
 * @param root Absolute path of the folder whose packages are used.
 * @returns Resolves with `undefined` if the package `pg` is missing.
 * @throws {CatalogError} if the database cannot be read.
 */
export async function readPostgresCatalog(
  url: string,
  root: string,
  signal?: AbortSignal,
): Promise<Catalog | undefined> {
  const pg = (await loadDriver(root, 'pg')) as Package | undefined;
  if (!pg) return undefined;
  let client: Client | undefined;
  const stop = (): void => void client?.end().catch(() => undefined);
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: catalogLimits.connectTimeoutMs });
    client.on('error', () => undefined);
    signal?.addEventListener('abort', stop);
    await client.connect();
    await client.query(`begin read only; set local statement_timeout = ${catalogLimits.queryTimeoutMs}`);
    return await readAll(client);
  } catch (error) {
    throw describeConnection(error, url);
  } finally {
    signal?.removeEventListener('abort', stop);
    await client?.end().catch(() => undefined);
  }
}

interface DatabaseRow {
  readonly name: string;
  readonly schema: string | null;
  readonly version: number;
  readonly mayDefine: boolean;
}

interface TableRow {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly comment: string | null;
}

interface ConstraintRow {
  readonly table: number;
  readonly kind: 'p' | 'f' | 'c';
  readonly columns: readonly string[];
  readonly targetSchema: string | null;
  readonly target: string | null;
  readonly targetColumns: readonly string[] | null;
  readonly definition: string | null;
}

async function readAll(client: Client): Promise<Catalog> {
  const select = async <Row>(text: string, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await client.query(text, values)).rows as readonly Row[];
  const [database] = await select<DatabaseRow>(databaseQuery);
  if (!database) throw new CatalogError('The database cannot be read.');
  const tables = await select<TableRow>(tableQuery);
  const ids = tables.map(({ id }) => id);
  const types = await select<TypeRow>(typeQuery);
  const columns = groupRows(await select<ColumnRow>(columnQuery, ids), keyOf);
  const constraints = groupRows(await select<ConstraintRow>(constraintQuery, ids), keyOf);
  const indexes = groupRows(await select<{ table: number; name: string }>(indexQuery, ids), keyOf);
  const defaultSchema = database.schema ?? 'public';
  const reader = new PostgresColumns(types, defaultSchema);
  return {
    kind: 'postgres',
    product: 'postgres',
    name: database.name,
    defaultSchema,
    hasPages: database.mayDefine && database.version >= 140_000,
    notes: [],
    tables: tables.map((table): CatalogTable => {
      const own = constraints.get(String(table.id)) ?? [];
      const indexed = new Set((indexes.get(String(table.id)) ?? []).map(({ name }) => name));
      const checked = new Map(
        own.flatMap(({ kind, columns: [name = ''], definition }) =>
          kind === 'c' && definition !== null ? [[name, findCheckedValues(definition)] as const] : [],
        ),
      );
      return {
        ...(table.schema !== defaultSchema && { schema: table.schema }),
        name: table.name,
        kind: table.kind === 'v' || table.kind === 'm' ? 'view' : 'table',
        ...(table.comment !== null && { comment: table.comment }),
        columns: (columns.get(String(table.id)) ?? []).map((row) =>
          reader.read(row, indexed.has(row.name), checked.get(row.name)),
        ),
        key: own.find(({ kind }) => kind === 'p')?.columns ?? [],
        references: own.flatMap((row) => readReference(row, defaultSchema)),
      };
    }),
  };
}

function keyOf({ table }: { readonly table: number }): string {
  return String(table);
}

function readReference(row: ConstraintRow, defaultSchema: string): readonly CatalogReference[] {
  const { kind, columns, targetSchema, target, targetColumns } = row;
  if (kind !== 'f' || target === null) return [];
  const table = targetSchema === defaultSchema ? target : `${targetSchema}.${target}`;
  return [{ columns, table, targets: targetColumns ?? [] }];
}

/** Statements find out what is never null by creating a temporary function. */
const databaseQuery = `select current_database()::text as name, current_schema()::text as schema,
  current_setting('server_version_num')::int as version,
  has_database_privilege(current_database(), 'TEMP') and not pg_is_in_recovery()
    and current_setting('default_transaction_read_only') = 'off' as "mayDefine"`;

const tableQuery = `select c.oid::int8::float8 as id, n.nspname::text as schema, c.relname::text as name,
  c.relkind::text as kind, left(obj_description(c.oid, 'pg_class'), ${catalogLimits.maxComment}) as comment
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
  and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and has_schema_privilege(n.oid, 'USAGE') and has_any_column_privilege(c.oid, 'SELECT')
  and not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
order by n.nspname is distinct from current_schema(), n.nspname, c.relname`;

const typeQuery = `select t.oid::int8::float8 as id, t.typname::text as name, n.nspname::text as schema,
  t.typtype::text as kind, t.typelem::int8::float8 as item, t.typcategory::text as category,
  t.typbasetype::int8::float8 as base, t.typtypmod as modifier, format_type(t.typbasetype, t.typtypmod) as "baseName",
  (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
from pg_type t join pg_namespace n on n.oid = t.typnamespace
where t.typtype in ('b', 'd', 'e', 'r', 'm') and (t.typrelid = 0)`;

const columnQuery = `select a.attrelid::int8::float8 as table, a.attname::text as name,
  a.atttypid::int8::float8 as type, a.atttypmod as modifier, format_type(a.atttypid, a.atttypmod) as "typeName",
  a.attnotnull as "isNotNull", a.attidentity <> '' or a.attgenerated <> '' as "isGenerated",
  pg_get_expr(d.adbin, d.adrelid) as default,
  left(col_description(a.attrelid, a.attnum), ${catalogLimits.maxComment}) as comment
from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attrelid = any($1::oid[]) and a.attnum > 0 and not a.attisdropped
  and has_column_privilege(a.attrelid, a.attnum, 'SELECT')
order by a.attrelid, a.attnum`;

const namesOf = (relation: string, numbers: string): string => `(select array_agg(a.attname::text order by k.position)
  from unnest(${numbers}) with ordinality k(number, position)
  join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`;

const constraintQuery = `select c.conrelid::int8::float8 as table, c.contype::text as kind,
  ${namesOf('c.conrelid', 'c.conkey')} as columns, n.nspname::text as "targetSchema", t.relname::text as target,
  ${namesOf('c.confrelid', 'c.confkey')} as "targetColumns",
  case when c.contype = 'c' then pg_get_constraintdef(c.oid) end as definition
from pg_constraint c left join pg_class t on t.oid = c.confrelid left join pg_namespace n on n.oid = t.relnamespace
where c.conrelid = any($1::oid[]) and c.convalidated
  and (c.contype in ('p', 'f') or (c.contype = 'c' and array_length(c.conkey, 1) = 1))
order by c.conrelid, c.conname`;

/** Partial indexes, and those of expressions, do not help to find the rows with a value. */
const indexQuery = `select i.indrelid::int8::float8 as table, a.attname::text as name
from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
where i.indrelid = any($1::oid[]) and i.indisvalid and i.indpred is null`;
