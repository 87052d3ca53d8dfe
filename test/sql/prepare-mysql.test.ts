import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTextOf } from '../../generator/features/sql/is-text-of.js';
import type { ParameterFacts, SqlEngine } from '../../generator/features/sql/engines/engine.js';
import { openMysql } from '../../generator/features/sql/engines/mysql/open-mysql.js';
import { startMariaDb, type MariaDb } from '../kit/start-mariadb.js';
import { requestOf, showPrepared } from './prepare-request.js';

const schema = `
create table customers(id int primary key auto_increment, name varchar(50) not null comment 'Full name.', mail text);
create table orders(
  id bigint unsigned primary key auto_increment, customer_id int not null, total decimal(14,2) not null,
  status enum('open','it''s') not null default 'open', placed_at datetime(6) not null, ts timestamp null, note text,
  flag boolean not null default 0, bits bit(1), bb bit(10), raw blob, meta json, due date, at time, y year, f float,
  big decimal(20,2), tags set('a','b'), code binary(4));
create view open_orders as select o.id, c.name from orders o left join customers c on c.id = o.customer_id;
insert into customers(id, name) values (1, 'Ann');
`;

const facts: { readonly [name: string]: Partial<ParameterFacts> } = {
  opt: { type: 'string', isOptional: true },
  n: { type: 'integer' },
  list: { type: 'array' },
};

const root = process.cwd();
let server: MariaDb;
let url: string;
let engine: SqlEngine;

async function open(address: string): Promise<SqlEngine> {
  const opened = await openMysql({ root, url: address, schema: [] });
  if ('problem' in opened) throw new Error(opened.problem.message);
  return opened;
}

async function show(text: string): Promise<string> {
  const request = requestOf(text, 'mysql', facts);
  const prepared = await engine.prepare(request);
  // A lock with this text is valid for the statement.
  if ('text' in prepared) expect(isTextOf(request, prepared, 'mysql')).toBe(true);
  return showPrepared(prepared, text);
}

beforeAll(async () => {
  server = await startMariaDb();
  url = server.create('prepared', schema);
  engine = await open(url);
}, 60_000);
afterAll(async () => {
  await engine.close();
  await server.stop();
});

test('quotes mean the same whatever the mode of the server is', async () => {
  const normal = server.run('prepared', 'select @@global.sql_mode').trim();
  server.run('prepared', "set global sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES'");
  const other = await open(url);
  const text = `select id, "it's \\"{{n}}" as text from orders where note = 'a\\'b'`;
  expect(showPrepared(await other.prepare(requestOf(text, 'mysql', facts)), text)).toBe(
    'id:integer=orders.id text:text () reads idempotent appended',
  );
  await other.close();
  server.run('prepared', `set global sql_mode = '${normal}'`);
});

test('pages are unique by keys, also those of a prefix', async () => {
  server.run(
    'prepared',
    'create table pages(id int primary key, code varchar(90) not null, note varchar(9) not null, unique (code(3)), unique (note, code))',
  );
  const other = await open(url);
  const rowsOf = async (text: string, ...pageBy: readonly string[]) => {
    const prepared = await other.prepare({ ...requestOf(text, 'mysql', facts), pageBy });
    return 'text' in prepared ? prepared.paging : prepared;
  };
  expect(await rowsOf('select id, note from pages', 'note', 'id')).toEqual({ rows: 'unique', add: [] });
  expect(await rowsOf('select code from pages', 'code')).toEqual({ rows: 'unique', add: [] });
  const missing = [{ name: 'id', isSelected: true }];
  expect(await rowsOf('select id, note from pages', 'note')).toEqual({ rows: 'unknown', add: missing });
  expect(await rowsOf('select id, total from orders', 'total')).toEqual({ rows: 'shared', add: missing });
  const joined = 'select o.id from orders o join customers c on c.id = o.customer_id';
  expect(await rowsOf(joined, 'id')).toEqual({ rows: 'unique', add: [] });
  await other.close();
});

describe('a statement', () => {
  test('repeats arguments, and has types, labels and comments of its columns', async () => {
    const text = `select o.status, c.name, count(*) as n from orders o join customers c on c.id = o.customer_id where o.note = {{s}} or o.id = {{n}} or o.note like {{s}} group by 1, 2`;
    expect(await engine.prepare(requestOf(text, 'mysql', facts))).toEqual({
      text: `${text.replaceAll(/\{\{\w\}\}/gu, '?')}\nlimit 101`,
      parameters: [
        { name: 's', bind: 'text' },
        { name: 'n', bind: 'integer' },
        { name: 's', bind: 'text' },
      ],
      columns: [
        {
          name: 'status',
          type: `enum('open','it''s')`,
          kind: 'text',
          isNullable: false,
          enum: ['open', `it's`],
          origin: 'orders.status',
        },
        {
          name: 'name',
          type: 'varchar(50)',
          kind: 'text',
          isNullable: false,
          origin: 'customers.name',
          comment: 'Full name.',
        },
        { name: 'n', type: 'bigint', kind: 'integer', isNullable: false },
      ],
      limit: 'appended',
      effect: { reads: true, isDestructive: false, isIdempotent: true },
      uses: ['customers', 'customers.name', 'orders', 'orders.customer_id', 'orders.note', 'orders.status'],
      warnings: [],
    });
    expect(engine.label).toMatch(/^MariaDB \d+\.\d+\.\d+$/u);
  });

  test.each([
    // Columns
    [
      'select * from orders',
      'id:integer=orders.id customer_id:integer=orders.customer_id total:number=orders.total status:text=orders.status placed_at:local-date-time=orders.placed_at ts:date-time?=orders.ts note:text?=orders.note flag:boolean=orders.flag bits:boolean?=orders.bits bb:bytes?=orders.bb raw:bytes?=orders.raw meta:json?=orders.meta due:date?=orders.due at:time?=orders.at y:integer?=orders.y f:number?=orders.f big:decimal?=orders.big tags:text?=orders.tags code:bytes?=orders.code () reads idempotent appended',
    ],
    [
      `select sum(total) s, avg(total) a, 1.5 f, 'x' t, now() n, note is null b, null z from orders group by id`,
      's:decimal? a:decimal? f:number t:text n:local-date-time b:integer z:any? () reads idempotent appended',
    ],
    ['select {{s}} as c, {{n}} + 1 as d', 'c:any? d:any? (s:text n:integer) reads idempotent appended'],
    ['select count({{s}}) as c', 'c:integer (s:text) reads idempotent appended'],
    [
      'values (1, 2)',
      'sql-column-name: Column 1 has no name. / Name it with `as`. | sql-column-name: Column 2 has no name. / Name it with `as`.',
    ],
    // Nulls
    [
      'select o.id, c.name from orders o left join customers c on c.id = o.customer_id',
      'id:integer=orders.id name:text?=customers.name () reads idempotent appended',
    ],
    ['select id, count(*) as n from orders', 'id:integer?=orders.id n:integer () reads idempotent appended'],
    [
      'select id, 1 as one from orders having count(*) = 0',
      'id:integer?=orders.id one:integer () reads idempotent appended',
    ],
    [
      'select n.id, n.k from (select id, max(id) as k from orders) n',
      'id:integer? k:integer? () reads idempotent appended',
    ],
    [
      'select id, (select max(o.id)) as k from orders o',
      'id:integer?=orders.id k:integer? () reads idempotent appended',
    ],
    [
      'select id, (select count(*) from customers) as k from orders',
      'id:integer=orders.id k:integer? () reads idempotent appended',
    ],
    [
      'select customer_id, count(*) n from orders group by customer_id with rollup',
      'customer_id:integer?=orders.customer_id n:integer? () reads idempotent appended',
    ],
    [
      'select c.id from (select id from orders) o right join customers c on c.id = o.id',
      'id:integer?=customers.id () reads idempotent appended',
    ],
    // Effects
    ['select id from orders for update', 'id:integer=orders.id () idempotent own'],
    ['select id from orders lock in share mode', 'id:integer=orders.id () idempotent own'],
    [
      'insert into customers(name) values ({{s}}) returning id, name',
      'id:integer=customers.id name:text=customers.name (s:text) own',
    ],
    [
      'delete from customers where id = {{n}} returning name, {{s}} as s',
      'name:text=customers.name s:any? (n:integer s:text) destructive idempotent own',
    ],
    [
      'replace customers(name) select note from orders returning customers.id',
      'id:integer=customers.id () destructive own',
    ],
    ['insert into customers set name = {{opt}}', '(opt:text) own'],
    ['insert into customers(id) values (1) on duplicate key update name = {{opt}}', '(opt:text) destructive own'],
    ['replace into customers values (1, 2, 3)', '() destructive own'],
    ['update orders set note = {{s}} where id = {{n}}', '(s:text n:integer) destructive idempotent own'],
    ['update orders set note = {{s}} limit 5', '(s:text) destructive own'],
    ['delete from orders where id = {{n}}', '(n:integer) destructive idempotent own'],
    ['delete from orders limit 5', '() destructive own'],
    // Limits
    ['select id from orders limit {{n}}', 'id:integer=orders.id (n:integer) reads idempotent own'],
    ['select 1 as a -- b', 'a:integer () reads idempotent appended'],
    // Arguments
    [
      `select id from orders where status in (select value from json_table({{list}}, '$[*]' columns(value varchar(99) path '$')) j)`,
      'id:integer=orders.id (list:json) reads idempotent appended',
    ],
    ['select id from orders where note <=> {{opt}}', 'id:integer=orders.id (opt:text) reads idempotent appended'],
    [
      'select id from orders where note = {{opt}}',
      'id:integer=orders.id (opt:text) reads idempotent appended sql-null-argument @35 `{{opt}}`: `{{opt}}` is optional, and a comparison with null never matches. / Write `({{opt}} is null or …)`, or add `opt` to `required`.',
    ],
  ])('%s', async (text, expected) => {
    expect(await show(text)).toBe(expected);
  });

  test('is not run', async () => {
    await show('delete from customers');
    await show(`insert into customers(name) values ('Bob')`);
    const connection = await createConnection(url);
    const [found] = await connection.query('select name from customers');
    await connection.end();
    expect(found).toEqual([{ name: 'Ann' }]);
  });
});

describe('a statement that is refused', () => {
  test.each([
    [
      'select totl from orders',
      'sql-unknown-name @7 `totl`: The database has no column `totl`. / Did you mean `orders.total`?',
    ],
    [
      `select id, 'totl' as totl from orders o where o.note = 1 and o.totl > {{n}}`,
      'sql-unknown-name @61 `o.totl`: The database has no column `o.totl`. / Did you mean `orders.total`?',
    ],
    [
      'insert into customers(nam) values (1)',
      'sql-unknown-name @22 `nam`: The database has no column `nam`. / Did you mean `customers.name`?',
    ],
    [
      'select ordrs.id from ordrs',
      'sql-unknown-name @21 `ordrs`: The database has no table `ordrs`. / Did you mean `orders`?',
    ],
    ['select nope(1) x', 'sql-unknown-name @7 `nope`: The database has no function `nope`.'],
    [
      `select 'ä😀', id,\n  {{s}} from from orders`,
      'sql-syntax @31 `from`: MariaDB refuses the statement: syntax error near "from".',
    ],
    ['selec 1', 'sql-syntax @0 `selec`: MariaDB refuses the statement: syntax error near "selec".'],
    [
      `select {{long_name}}, id from orders where id = = {{n}} and note in ('${'x'.repeat(200)}')`,
      'sql-syntax @48 `=`: MariaDB refuses the statement: syntax error near "=".',
    ],
    [
      'select id from orders where',
      'sql-syntax @22 `where`: MariaDB refuses the statement: the statement is incomplete.',
    ],
    ['select count(*) from orders', 'sql-column-name @7 `count(*)`: Column 1 has no name. / Name it with `as`.'],
    [
      'select id, customer_id as id from orders',
      'sql-column-name @11 `customer_id as id`: Two columns are named `id`. / Name one with `as`.',
    ],
    [
      'select id from orders where status = any({{list}})',
      `sql-parameter-type @41 \`{{list}}\`: \`{{list}}\` is an array, which is bound as a JSON text. / Write \`in (select value from json_table({{list}}, '$[*]' columns(value varchar(255) path '$')) items)\`.`,
    ],
    [
      'select id from orders where id = ?',
      'sql-placeholder @33 `?`: This is no parameter here. / Write `{{name}}`, with a property of `inputSchema`.',
    ],
    ['select @a as b', 'sql-not-allowed @7 `@a`: A tool cannot use variables of the connection.'],
    ['select 1 /*! + 1 */ as a', 'sql-not-allowed @9 `/*! + 1 */`: The database runs the text of this comment.'],
    ...[`outfile '/tmp/x'`, `dumpfile '/tmp/x'`, 'a'].map((target) => [
      `select 1 as a into ${target}`,
      'sql-not-allowed @14 `into`: A tool returns its rows, and cannot write them with INTO.',
    ]),
    [
      'select 1 as a; select 2',
      'sql-not-allowed @15 `select`: A tool runs one statement, and a second one begins here.',
    ],
  ])('%s', async (text = '', expected) => {
    expect(await show(text)).toBe(expected);
  });
});

describe('a server', () => {
  test('is needed', async () => {
    expect(await openMysql({ root, schema: [{ file: 'schema.sql', text: 'create table a(x int)' }] })).toEqual({
      problem: {
        code: 'sql-database',
        message: 'MySQL and MariaDB check statements on a server only.',
        help: 'Run `create-mcp-from-schema generate --database <url>`.',
      },
    });
  });

  test.each([
    [(good: string) => good.replace(/\/\/.*@/u, '//nobody:secret@'), 'The database refuses the user or the password.'],
    [(good: string) => good.replace(/\w+$/u, 'no_such'), 'The server has no database with this name.'],
    [(good: string) => good.replace(/:\d+\//u, ':1/'), 'The database cannot be reached: ECONNREFUSED.'],
    [(good: string) => good.replace(/\/\w+$/u, ''), 'The URL names no database.'],
    [() => 'secret', 'The URL of the database is not valid.'],
  ])('that cannot be used is a problem without secrets: %s', async (change, message) => {
    const opened = await openMysql({ root, url: change(url), schema: [] });
    expect(opened).toMatchObject({ problem: { code: 'sql-database', message } });
    expect(JSON.stringify(opened)).not.toContain('secret');
  });

  test('that closes the connection is a problem of the statement', async () => {
    const lost = await open(server.create('closed', 'create table a(x int)'));
    const connection = await createConnection(url);
    const [found] = await connection.query<RowDataPacket[]>(
      `select id from information_schema.processlist where db = 'closed'`,
    );
    for (const { id } of found) await connection.query(`kill ${String(id)}`);
    await connection.end();
    expect(await lost.prepare(requestOf('select x from a', 'mysql'))).toMatchObject([{ code: 'sql-database' }]);
    await lost.close();
  });

  test('prepares statements one after the other', async () => {
    const texts = ['select id from orders', 'delete from orders', 'select 1 as a', 'selec 1'];
    const together = await Promise.all(texts.map(show));
    const alone: string[] = [];
    for (const text of texts) alone.push(await show(text));
    expect(together).toEqual(alone);
  });
});
