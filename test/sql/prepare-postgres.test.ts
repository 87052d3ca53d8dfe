import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isTextOf } from '../../generator/features/sql/is-text-of.js';
import type { PreparedStatement, SqlEngine } from '../../generator/features/sql/engines/engine.js';
import { openPostgres } from '../../generator/features/sql/engines/postgres/open-postgres.js';
import { readTable } from '../kit/read-table.js';
import { startPostgres, type Postgres } from '../kit/start-postgres.js';
import { readRequest, schema } from './postgres-requests.js';
import { nullSchema, randomQueries } from './random-postgres-queries.js';
import { summarize } from './summarize-statement.js';

const root = process.cwd();

let server: Postgres;
let url: string;
/** The same schema in PGlite and on a server of another version. */
let engines: readonly SqlEngine[];

async function open(database?: string): Promise<SqlEngine> {
  const files = [
    { file: 'shop.sql', text: schema },
    { file: 'nulls.sql', text: nullSchema },
  ];
  const engine = await openPostgres({ root, schema: files, ...(database !== undefined && { url: database }) });
  if ('problem' in engine) throw new Error(engine.problem.message);
  return engine;
}

beforeAll(async () => {
  server = await startPostgres();
  url = server.create('shop', schema + nullSchema);
  engines = [await open(), await open(url)];
});

afterAll(async () => {
  for (const engine of engines) await engine.close();
  await server.stop();
});

async function prepareBoth(source: string, limit?: number): Promise<readonly (readonly string[])[]> {
  const request = readRequest(source, limit);
  const prepared = await Promise.all(engines.map((engine) => engine.prepare(request)));
  // A lock with this text is valid for the statement.
  for (const each of prepared) if ('text' in each) expect(isTextOf(request, each, 'postgres')).toBe(true);
  return prepared.map((each) => summarize(request, each));
}

/** Prepares in PGlite. */
async function prepare(source: string): Promise<PreparedStatement> {
  const prepared = await (engines[0] as SqlEngine).prepare(readRequest(source));
  if ('map' in prepared) throw new Error(prepared[0]?.message);
  return prepared;
}

test('the engines name themselves', () => {
  expect(engines.map(({ label }) => label)).toEqual([
    expect.stringMatching(/^PostgreSQL \d+\.\d+ \(PGlite\)$/u),
    expect.stringMatching(/^PostgreSQL \d+\.\d+$/u),
  ]);
});

test.each(readTable('sql/postgres-statements.tsv').map(([statement = '', ...cells]) => [statement, cells] as const))(
  'prepares %s',
  async (statement, cells) => {
    const expected = Array.from({ length: 5 }, (_, index) => cells[index] ?? '');
    expect(await prepareBoth(statement, 9)).toEqual([expected, expected]);
  },
);

test.each(
  readTable('sql/postgres-problems.tsv').map(([statement = '', ...problems]) => [statement, problems] as const),
)('refuses %s', async (statement, problems) => {
  expect(await prepareBoth(statement, 9)).toEqual([problems, problems]);
});

test('tables, columns, origins and comments have their schemas', async () => {
  const statement = `select o.total, "Strange Name" as name, count(*) over () as count from orders o, other.things t where o.note = 'a'`;
  for (const engine of engines) {
    const { columns, uses, limit } = (await engine.prepare(readRequest(statement))) as PreparedStatement;
    expect(limit).toBe('own');
    expect(columns).toEqual([
      {
        name: 'total',
        type: 'numeric(14,2)',
        kind: 'number',
        isNullable: false,
        origin: 'public.orders.total',
        comment: 'With tax.',
      },
      { name: 'name', type: 'text', kind: 'text', isNullable: false, origin: 'other.things.Strange Name' },
      { name: 'count', type: 'int8', kind: 'integer', isNullable: false },
    ]);
    expect(uses).toEqual([
      'other.things',
      'other.things.Strange Name',
      'public.orders',
      'public.orders.note',
      'public.orders.total',
    ]);
  }
});

test('rows of `returning` and `merge` can lack what the table requires', async () => {
  const nullable = async (source: string): Promise<readonly boolean[]> =>
    (await prepare(source)).columns.map(({ isNullable }) => isNullable);
  expect(await nullable(`insert into customers values (1, 'x') returning old.id as old, new.id as new, id`)).toEqual([
    true,
    true,
    false,
  ]);
  const merge = `merge into a using b on a.x = b.x when not matched by source then delete returning a.x as a, b.x as b`;
  expect(await nullable(merge)).toEqual([true, true]);
});

test('without the right to create temporary functions, columns are nullable and the words tell the effect', async () => {
  server.run(
    'shop',
    'create role plain login; revoke temporary on database shop from public; grant select on orders to plain',
  );
  const engine = await open(url.replace('reader:secret', 'plain'));
  const lines = [];
  for (const source of [
    'select id, total from orders',
    'with x as (delete from orders returning id) select id from x',
    'insert into base values (1)',
    'delete from orders where id = {{id}}',
    'select id from orders for share',
  ]) {
    const request = readRequest(source, 9);
    const [, , columns, effect] = summarize(request, await engine.prepare(request));
    lines.push(`${columns}: ${effect}`);
  }
  await engine.close();
  expect(lines).toEqual([
    'id int8 integer?, total numeric(14,2) number?: reads idempotent',
    'id int8 integer?: writes destructive',
    ': writes',
    ': writes destructive idempotent',
    'id int8 integer?: writes idempotent',
  ]);
});

test('nothing is left in the database, and statements can be prepared at the same time', async () => {
  const [engine] = engines.slice(1) as [SqlEngine];
  const sources = [
    'select totl from orders',
    'select id from orders where id = {{id}}',
    'delete from orders',
    'select 1',
  ];
  const prepared = await Promise.all(sources.map((source) => engine.prepare(readRequest(source))));
  expect(prepared.map((each) => 'map' in each)).toEqual([true, false, false, true]);
  const client = new pg.Pool({ connectionString: url, max: 1 });
  const { rows } = await client.query(`select count(*) from pg_proc where proname like 'mcp%'`);
  await client.end();
  expect(rows).toEqual([{ count: '0' }]);
});

test('a lost connection is a problem without the URL', async () => {
  const engine = await open(url);
  server.run(
    'postgres',
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and state = 'idle'`,
  );
  const problems = await engine.prepare(readRequest('select id from orders'));
  expect(problems).toEqual([
    { code: 'sql-database', message: expect.stringMatching(/^The connection to the database was lost: .+\.$/u) },
  ]);
  expect(JSON.stringify(problems)).not.toMatch(/secret|postgres:/u);
  await engine.close();
  // The connection of the other tests was idle, too.
  engines = [engines[0] as SqlEngine, await open(url)];
});

test('columns that are said to be never null are never null', async () => {
  const client = new pg.Pool({ connectionString: url, max: 1 });
  const wrong: string[] = [];
  let claims = 0;
  for (const text of randomQueries(5, 300)) {
    const { columns } = await prepare(text);
    const { rows } = await client.query<{ readonly [column: string]: unknown }>(text);
    const required = columns.filter(({ isNullable }) => !isNullable);
    claims += required.length;
    for (const { name } of required) if (rows.some((row) => row[name] === null)) wrong.push(`${name}: ${text}`);
  }
  await client.end();
  expect(wrong).toEqual([]);
  expect(claims).toBeGreaterThan(300);
});

test('backslashes in strings stand for themselves, whatever the server says', async () => {
  const database = server.create(
    'strings',
    'create table t (a text); alter database strings set standard_conforming_strings = off;',
  );
  const engine = await openPostgres({ root, schema: [], url: database });
  if ('problem' in engine) throw new Error(engine.problem.message);
  const request = readRequest(`select a from t where a = '\\' or a = {{name}}`);
  expect(await engine.prepare(request)).toMatchObject({ parameters: [{ name: 'name' }], columns: [{ name: 'a' }] });
  await engine.close();
});
