import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqlEngine } from '../../generator/features/sql/engines/engine.js';
import { openPostgres } from '../../generator/features/sql/engines/postgres/open-postgres.js';
import { openSqlite } from '../../generator/features/sql/engines/sqlite/open-sqlite.js';
import { findEngine } from '../../runtime/features/stores/sqlite/open-database.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { isProblems, requestOf } from './prepare-request.js';
import { randomOf } from './random-query.js';

const { SQL_QUERIES = '500', SQL_SEED = '5' } = process.env;

const schema = `
create table customers (id integer primary key, email varchar(99) not null unique, name varchar(99) not null);
create table orders (
  id integer primary key, customer_id integer not null references customers(id), number integer not null,
  placed_at varchar(99) not null, code varchar(99) not null, unique (customer_id, number)
);
create unique index partly on orders (code) where number > 0;
create unique index of_text on orders (lower(code));
create table lines (order_id integer not null, position integer not null, product varchar(99) not null, primary key (order_id, position));
create table log (moment varchar(99) not null);
create view latest as select id from orders;
`;

/** Statements with the columns of their pages, and what is known: `unique`, `shared` or `unknown`, and columns to add. */
const statements: readonly (readonly [text: string, pageBy: string, expected: string])[] = [
  ['select id, placed_at from orders', 'placed_at id', 'unique'],
  ['select * from orders', 'placed_at id', 'unique'],
  ['select id, placed_at from orders', 'placed_at', 'shared id'],
  ['select placed_at from orders', 'placed_at', 'shared (id)'],
  ['select * from orders', 'placed_at', 'shared id'],
  ['select o.id as key, placed_at from orders as o', 'placed_at', 'shared key'],
  ['select id, code from orders', 'code', 'shared id'],
  ['select customer_id, number from orders', 'customer_id number', 'unique'],
  ['select customer_id, number from orders', 'number', 'unknown (id)'],
  ['select number from orders where customer_id = {{n}}', 'number', 'unique'],
  ['select number from orders where customer_id = {{n}} or id > 1', 'number', 'unknown (id)'],
  ["select number from orders where placed_at between 'a' and 'b' and customer_id = 7", 'number', 'unique'],
  ['select id from latest', 'id', 'unknown'],
  ['select id from (select id from orders) o', 'id', 'unknown'],
  ['with o as (select id from orders) select id from o', 'id', 'unknown'],
  // Joins
  ['select o.id, c.name from orders o join customers c on c.id = o.customer_id', 'id', 'unique'],
  ['select o.id, c.name from orders o join customers c on (o.customer_id = c.id)', 'id', 'unique'],
  ['select o.id, c.name from orders o, customers c where c.id = o.customer_id', 'id', 'unique'],
  ['select o.id, c.name from orders o left join customers c on c.id = o.customer_id', 'id', 'unique'],
  ['select o.id, c.name from orders o left outer join customers c on c.name = o.code', 'id', 'unknown'],
  ['select o.id, c.name from orders o join customers c on c.id = o.customer_id or c.id = 1', 'id', 'unknown (c.id)'],
  ['select o.id, c.id as customer from orders o cross join customers c', 'id', 'unknown customer'],
  ['select o.id, c.id as customer from orders o cross join customers c', 'id customer', 'unique'],
  ['select c.id, o.number from customers c join orders o on o.customer_id = c.id', 'id number', 'unique'],
  ['select c.id, o.number from customers c join orders o on o.customer_id = c.id', 'id', 'unknown (o.id)'],
  ['select l.position, o.id from orders o join lines l on l.order_id = o.id', 'id position', 'unique'],
  ['select l.order_id, l.position from orders o join lines l on l.order_id = o.id', 'order_id position', 'unique'],
  ['select a.id, b.id as other from orders a join orders b on b.customer_id = a.customer_id', 'id', 'unknown other'],
  ['select a.id, b.id as other from orders a join orders b on b.id = a.number', 'id', 'unique'],
  ['select o.id from orders o natural join customers c', 'id', 'unknown'],
  // Groups
  ['select customer_id, count(*) as n from orders group by customer_id', 'customer_id', 'unique'],
  ['select customer_id as c, count(*) as n from orders group by 1', 'c', 'unique'],
  ['select customer_id, number, count(*) as n from orders group by customer_id, number', 'customer_id n', 'unknown'],
  ['select count(*) as n from orders group by customer_id', 'n', 'unknown'],
  [
    'select c.id, count(*) as n from customers c join orders o on o.customer_id = c.id group by c.id, c.name',
    'id',
    'unique',
  ],
  ['select distinct customer_id from orders', 'customer_id', 'unique'],
  ['select distinct customer_id, number from orders', 'number', 'unknown (id)'],
  ['select customer_id from orders union select id from customers', 'customer_id', 'unique'],
  ['select customer_id from orders union all select id from customers', 'customer_id', 'unknown'],
  ['select (select id from customers limit 1) as id from orders', 'id', 'unknown (id)'],
];

async function show(engine: SqlEngine, kind: 'sqlite' | 'postgres', text: string, pageBy: string): Promise<string> {
  const request = requestOf(text, kind, { n: { type: 'integer' } });
  const prepared = await engine.prepare({ ...request, pageBy: pageBy.split(' ') });
  if (isProblems(prepared)) return prepared.map(({ message }) => message).join(' ');
  const { rows, add } = prepared.paging ?? { rows: 'missing', add: [] };
  return [rows, ...add.map(({ name, isSelected }) => (isSelected ? name : `(${name})`))].join(' ');
}

describe.each(['sqlite', 'postgres'] as const)('pages of %s', (kind) => {
  let engine: SqlEngine;
  beforeAll(async () => {
    await linkSqlite();
    const options = { root: process.cwd(), schema: [{ file: 'schema.sql', text: schema }] };
    const opened = await (kind === 'sqlite' ? openSqlite(options) : openPostgres(options));
    if ('problem' in opened) throw new Error(opened.problem.message);
    engine = opened;
  });
  afterAll(async () => await engine.close());

  test('are unique by keys, conditions, groups and operations', async () => {
    for (const [text, pageBy, expected] of statements) {
      expect(`${text}: ${await show(engine, kind, text, pageBy)}`).toBe(`${text}: ${expected}`);
    }
    const expected = kind === 'sqlite' ? 'shared (rowid)' : 'unknown';
    expect(await show(engine, kind, 'select moment from log', 'moment')).toBe(expected);
  });
});

test('functions that return rows multiply them, and tables that inherit have keys of their own', async () => {
  const text = `${schema}; create table old_orders () inherits (orders);`;
  const engine = await openPostgres({ root: process.cwd(), schema: [{ file: 'schema.sql', text }] });
  if ('problem' in engine) throw new Error(engine.problem.message);
  const of = async (statement: string, pageBy: string) => await show(engine, 'postgres', statement, pageBy);
  expect(await of('select id, generate_series(1, 2) as n from customers', 'id')).toBe('unknown');
  expect(await of('select id from orders', 'id')).toBe('unknown');
  expect(await of('select id from public.customers', 'id')).toBe('unique');
  await engine.close();
});

/** Rows with few different values, so that keys alone keep them apart. */
function fill(random: (below: number) => number): string {
  const rows: string[] = [];
  for (let id = 1; id <= 4; id++) rows.push(`insert into customers values (${id}, 'e${5 - id}', 'n${random(2)}')`);
  for (let id = 1; id <= 8; id++) {
    rows.push(`insert into orders values (${id}, ${1 + (id % 3)}, ${Math.ceil(id / 3)}, 'p${random(2)}', 'c${id}')`);
    rows.push(`insert into lines values (${Math.ceil(id / 2)}, ${id % 2}, 'n${random(2)}')`);
  }
  return rows.join(';');
}

test('no rows of random queries are equal where they are said to differ', async () => {
  await linkSqlite();
  const random = randomOf(Number(SQL_SEED));
  const pick = (...choices: readonly string[]): string => choices[random(choices.length)] ?? '';
  const engine = await openSqlite({ root: process.cwd(), schema: [{ file: 'schema.sql', text: schema }] });
  if ('problem' in engine) throw new Error(engine.problem.message);
  const database = (await findEngine())(':memory:');
  database.exec(schema);
  database.exec(fill(random));
  const columns = {
    customers: ['id', 'email', 'name'],
    orders: ['id', 'customer_id', 'number', 'placed_at', 'code'],
    lines: ['order_id', 'position', 'product'],
  };
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const seen = { queries: 0, unique: 0, shared: 0 };
  for (let index = 0; index < Number(SQL_QUERIES); index++) {
    const used = Array.from({ length: 1 + random(3) }, () => names[random(3)] ?? 'orders');
    const column = (table = random(used.length)): string => `t${table}.${pick(...columns[used[table] ?? 'orders'])}`;
    const condition = (table?: number): string =>
      pick(
        `${column(table)} = ${column()}`,
        `${column(table)} = ${column()}`,
        `${column(table)} = ${column()} and ${column(table)} = ${column()}`,
        `(${column(table)} = ${column()} or ${column()} = 1)`,
        `${column(table)} = ${1 + random(3)}`,
        `${column()} between 1 and 2 and ${column(table)} = ${column()}`,
        `not ${column()} = ${column()}`,
        `coalesce(${column()}, 1) = ${column()}`,
      );
    const from = used.map((name, at) => {
      if (at === 0) return `${name} t0`;
      const join = pick('join', 'join', 'left join', ',', 'cross join');
      const on = join.endsWith('join') && join !== 'cross join' ? ` on ${columnsBefore(at)}` : '';
      return `${join} ${name} t${at}${on}`;
      function columnsBefore(last: number): string {
        return condition(last).replaceAll(/t(\d)\./gu, (use, number) => (Number(number) > last ? `t${last}.` : use));
      }
    });
    const text = from
      .join(' ')
      .replaceAll(/t(\d)\.(\w+)/gu, (use, number: string, name: string) =>
        columns[used[Number(number)] ?? 'orders'].includes(name) ? use : `t${number}.rowid`,
      );
    const list = [column(), column(), column(), pick('1', 'count(*)', column())].map((item, at) => `${item} as c${at}`);
    const group = pick('', '', '', `group by ${column()}`, 'group by 1, 2', `group by ${column()}, ${column()}`);
    const where = pick('', `where ${condition()}`, `where ${condition()} and ${condition()}`);
    const query = `select ${pick('', '', 'distinct ')}${list.join(', ')} from ${text} ${where} ${group}`;
    const pageBy = pick('c0', 'c0 c1', 'c1 c2', 'c0 c1 c2', 'c0 c1 c2 c3').split(' ');
    const prepared = await engine.prepare({ ...requestOf(query, 'sqlite'), pageBy });
    if (isProblems(prepared)) continue;
    seen.queries++;
    if (prepared.paging?.rows === 'shared') seen.shared++;
    if (prepared.paging?.rows !== 'unique') continue;
    seen.unique++;
    const found = database.prepare(prepared.text.replace(/\nlimit \d+$/u, '')).all();
    const keys = found.map((row) => pageBy.map((name) => row[name])).filter((key) => !key.includes(null));
    expect(new Set(keys.map((key) => JSON.stringify(key))).size, `${query}: ${pageBy.join()}`).toBe(keys.length);
  }
  await engine.close();
  if (SQL_QUERIES !== '500') process.stdout.write(`${JSON.stringify(seen)}\n`);
  expect(seen.queries).toBeGreaterThan(Number(SQL_QUERIES) / 2);
  expect(seen.unique).toBeGreaterThan(seen.queries / 10);
  expect(seen.shared).toBeGreaterThan(0);
});

const define = (statement: string, page: string): { readonly [file: string]: string } => ({
  'definitions/schema.sql': schema,
  'definitions/s.mcp.yaml': `server: { name: s, version: 1.0.0 }
databases: { shop: { kind: sqlite, file: ./shop.db, schema: ./schema.sql } }
tools:
  t:
    description: T.
    sql:
      statement: ${statement}
      page: ${page}
`,
});

test('pages that lose rows are an error, and a warning where it is not certain', async () => {
  const generate = async (statement: string, page: string) => {
    const cwd = makeFolder(define(statement, page));
    const { exitCode, error } = await runInMemory(['generate'], { cwd });
    // The lock file has the warning, too.
    const again = exitCode === 0 ? await runInMemory(['generate', '--check'], { cwd }) : { error };
    expect(again.error).toBe(error);
    return { exitCode, error };
  };
  const shared = await generate('select id, placed_at from orders', '{ by: [placed_at desc] }');
  expect(shared.exitCode).toBe(1);
  expect(shared.error).toContain('error sql-page: `page.by`: several rows can have the same `placed_at`.');
  expect(shared.error).toContain('help: Add `id` to `page.by`.');
  const statement = 'select c.id, o.placed_at from customers c join orders o on o.customer_id = c.id';
  const unknown = await generate(statement, '{ by: [placed_at, id] }');
  expect(unknown.exitCode).toBe(0);
  expect(unknown.error).toContain(
    'warning sql-page-key: `page.by`: no key of the database makes `placed_at`, `id` unique.',
  );
  expect(unknown.error).toContain('help: Select `o.id`, and add `o.id` to `page.by`.');
  expect(await generate(statement, '{ by: [placed_at, id], unique: true }')).toEqual({ exitCode: 0, error: '' });
  expect(await generate('select id, placed_at from orders', '{ by: [placed_at, id] }')).toEqual({
    exitCode: 0,
    error: '',
  });
});
