import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTextOf } from '../../generator/features/sql/is-text-of.js';
import type { EngineOptions, ParameterFacts, SqlEngine } from '../../generator/features/sql/engines/engine.js';
import { openSqlite } from '../../generator/features/sql/engines/sqlite/open-sqlite.js';
import { findEngine } from '../../runtime/features/stores/sqlite/open-database.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { requestOf, showPrepared } from './prepare-request.js';

const schema = `
create table customers(id integer primary key, name text not null, mail text);
create table orders(
  id integer primary key, customer_id int not null references customers, total numeric(12,2) not null,
  status text not null, placed_at text not null, note text, flag boolean not null default 0, raw blob, meta json, due date);
create table keys(k text primary key, v int) without rowid;
create table texts(k text primary key, v);
create trigger logs after insert on orders begin
  update orders set note = case when 1 then 'x;' end where id = new.id; -- end;
  delete from keys;
end;
create view open_orders as select o.id, c.name from orders o left join customers c on c.id = o.customer_id;
create view mixed as select id as n from orders union all select name from customers
`;

const facts: { readonly [name: string]: Partial<ParameterFacts> } = {
  opt: { type: 'string', isOptional: true },
  n: { type: 'integer' },
  x: { type: 'number' },
  flag: { type: 'boolean' },
  list: { type: 'array' },
  object: { type: 'object' },
  bytes: { type: 'string', isBase64: true },
};

const root = process.cwd();
let engine: SqlEngine;

async function open(options: Partial<EngineOptions>): Promise<SqlEngine> {
  const opened = await openSqlite({ root, schema: [], ...options });
  if ('problem' in opened) throw new Error(opened.problem.message);
  return opened;
}

async function show(text: string): Promise<string> {
  const request = requestOf(text, 'sqlite', facts);
  const prepared = await engine.prepare(request);
  // A lock with this text is valid for the statement.
  if ('text' in prepared) expect(isTextOf(request, prepared, 'sqlite')).toBe(true);
  return showPrepared(prepared, text);
}

beforeAll(async () => {
  await linkSqlite();
  engine = await open({ schema: [{ file: 'schema.sql', text: schema }] });
});
afterAll(async () => await engine.close());

describe('a statement', () => {
  test('has numbered parameters and a row limit', async () => {
    const text = `select id, total from orders where status = {{s}} and ({{opt}} is null or note = {{opt}} or '{x}' = {{s}}) -- c`;
    const prepared = await engine.prepare(requestOf(text, 'sqlite', facts));
    expect(prepared).toEqual({
      text: `select id, total from orders where status = :p1 and (:p2 is null or note = :p2 or '{x}' = :p1) -- c\nlimit 101`,
      parameters: [
        { name: 's', bind: 'text' },
        { name: 'opt', bind: 'text' },
      ],
      columns: [
        { name: 'id', type: 'INTEGER', kind: 'integer', isNullable: false, origin: 'orders.id' },
        { name: 'total', type: 'numeric(12,2)', kind: 'number', isNullable: false, origin: 'orders.total' },
      ],
      limit: 'appended',
      effect: { reads: true, isDestructive: false, isIdempotent: true },
      uses: ['orders', 'orders.id', 'orders.note', 'orders.status', 'orders.total'],
      warnings: [],
    });
  });

  test('is not limited without a limit', async () => {
    const { limit: _, ...request } = requestOf('select id from orders', 'sqlite');
    expect(await engine.prepare(request)).toMatchObject({ text: 'select id from orders', limit: 'own' });
  });

  test.each([
    // Columns
    [
      'select * from orders',
      'id:integer=orders.id customer_id:integer=orders.customer_id total:number=orders.total status:text=orders.status placed_at:text=orders.placed_at note:text?=orders.note flag:boolean=orders.flag raw:bytes?=orders.raw meta:json?=orders.meta due:any?=orders.due () reads idempotent appended',
    ],
    ['select k, v from keys', 'k:text=keys.k v:integer?=keys.v () reads idempotent appended'],
    ['select k from texts', 'k:text?=texts.k () reads idempotent appended'],
    ['select rowid from texts', 'rowid:integer=texts.rowid () reads idempotent appended'],
    ['select [id] "order no" from orders', 'order no:integer=orders.id () reads idempotent appended'],
    ['select {{s}} as c', 'c:any? (s:text) reads idempotent appended'],
    ['values (1, 2)', 'column1:any? column2:any? () reads idempotent own'],
    [
      `select count(*) n, max(id) m, sum(total) s, exists (select 1) e, total > 5 b, note is null nn, total >> 2 sh from orders`,
      'n:integer m:any? s:number? e:boolean b:boolean? nn:boolean sh:any? () reads idempotent appended',
    ],
    [
      `select upper(name) as u, length(name) as l, cast(id as text) as t, 1 as i, 1.5 as f, 'x' as s, -1 as m, null as nil from customers`,
      'u:text? l:integer? t:text? i:integer f:number s:text m:any? nil:any? () reads idempotent appended',
    ],
    // Nulls
    [
      'select o.id, c.name from orders o join customers c on c.id = o.customer_id',
      'id:integer=orders.id name:text=customers.name () reads idempotent appended',
    ],
    [
      'select o.id, c.name from orders o left join customers c on c.id = o.customer_id',
      'id:integer?=orders.id name:text?=customers.name () reads idempotent appended',
    ],
    ['select * from open_orders', 'id:integer?=orders.id name:text?=customers.name () reads idempotent appended'],
    ['select id, count(*) as n from orders', 'id:integer?=orders.id n:integer () reads idempotent appended'],
    ['select id, count(*) as n from orders group by id', 'id:integer=orders.id n:integer () reads idempotent appended'],
    ['select (select id from orders) as id', 'id:integer?=orders.id () reads idempotent appended'],
    // Combined queries
    ['select id from orders union select customer_id from orders', 'id:integer? () reads idempotent appended'],
    ['select id from orders union all select name from customers', 'id:any? () reads idempotent appended'],
    ['select n from mixed', 'n:any? () reads idempotent appended'],
    [
      'with recursive t as (select id, customer_id from orders union all select o.id, o.customer_id from orders o join t on t.id = o.customer_id) select id from t',
      'id:integer?=orders.id () reads idempotent appended',
    ],
    ['with x as (select id from orders) select count(*) n from x', 'n:integer () reads idempotent appended'],
    // Parameters
    [
      'select id from orders where id in ({{n}}, {{x}}, {{flag}}, {{object}}, {{bytes}}, {{s}})',
      'id:integer=orders.id (n:integer x:number flag:boolean object:json bytes:bytes s:text) reads idempotent appended',
    ],
    [
      'select id from orders where status in (select value from json_each({{list}}))',
      'id:integer=orders.id (list:json) reads idempotent appended',
    ],
    ['select id from orders limit {{n}}', 'id:integer=orders.id (n:integer) reads idempotent own'],
    // Effects
    ['insert into customers(name) values ({{s}})', '(s:text) own'],
    [
      'insert into customers(name) values ({{s}}) returning id, name',
      'id:integer=customers.id name:text=customers.name (s:text) own',
    ],
    ['insert into customers(id) values (1) on conflict(id) do update set name = excluded.name', '() destructive own'],
    ['insert into customers(id) values (1) on conflict(id) do nothing', '() own'],
    ['insert or replace into customers(name) values ({{s}})', '(s:text) destructive own'],
    ['replace into customers values (1, 2, 3)', '() destructive own'],
    [`insert into customers(name) select replace(note, 'a', 'b') from orders`, '() own'],
    ['update orders set note = {{s}} where id = {{n}}', '(s:text n:integer) destructive idempotent own'],
    ['update orders set total = total + 1', '() destructive own'],
    ['update orders set note = {{s}}, total = abs(total)', '(s:text) destructive own'],
    ['delete from orders where id = {{n}}', '(n:integer) destructive idempotent own'],
    ['delete from orders where id in (select min(id) from orders)', '() destructive own'],
    ['with x as (select 1 as id) delete from orders where id in (select id from x)', '() destructive own'],
    // Optional arguments
    [
      'select id from orders where {{opt}} = note or {{opt}} is null',
      'id:integer=orders.id (opt:text) reads idempotent appended',
    ],
    ['select id from orders where note is {{opt}}', 'id:integer=orders.id (opt:text) reads idempotent appended'],
    [
      'select id from orders where note is not distinct from {{opt}}',
      'id:integer=orders.id (opt:text) reads idempotent appended',
    ],
    [
      'select id from orders where note = coalesce({{opt}}, note)',
      'id:integer=orders.id (opt:text) reads idempotent appended',
    ],
    ['update orders set note = {{opt}}', '(opt:text) destructive idempotent own'],
  ])('%s', async (text, expected) => {
    expect(await show(text)).toBe(expected);
  });

  test.each([
    'note >= {{opt}}',
    '{{opt}} <> note',
    'note like {{opt}}',
    'note in ({{n}}, {{opt}})',
    `note between 'a' and {{opt}}`,
    'note in (select value from json_each({{opt}}))',
  ])('warns that an optional argument is only compared: %s', async (condition) => {
    expect(await show(`select id from orders where ${condition}`)).toContain(
      `\`{{opt}}\`: \`{{opt}}\` is optional, and a comparison with null never matches. / Write \`({{opt}} is null or …)\`, or add \`opt\` to \`required\`.`,
    );
  });
});

describe('a statement that is refused', () => {
  test.each([
    // Names
    [
      'select totl from orders',
      'sql-unknown-name @7 `totl`: The database has no column `totl`. / Did you mean `orders.total`?',
    ],
    [
      `select id, 'totl' as totl from orders o where note = 1 and o.totl > {{n}}`,
      'sql-unknown-name @59 `o.totl`: The database has no column `o.totl`. / Did you mean `orders.total`?',
    ],
    [
      'select o.id as nam from orders o where nam in (select nam from customers where nam = nam2)',
      'sql-unknown-name @85 `nam2`: The database has no column `nam2`. / Did you mean `customers.name`?',
    ],
    ['select id from orders where n1 = 1 and n1 = 2', 'sql-unknown-name @28 `n1`: The database has no column `n1`.'],
    [
      'select "nope" from orders',
      'sql-unknown-name @7 `"nope"`: The database has no column `nope`. / Did you mean `orders.note`?',
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
      'select id from orders, customers',
      'sql-syntax @7 `id`: SQLite refuses the statement: ambiguous column name: id.',
    ],
    // Syntax
    ['selec 1', 'sql-syntax @0 `selec`: SQLite refuses the statement: near "selec": syntax error.'],
    [
      'select id from orders wher id = 1 and id = 2',
      'sql-syntax @27 `id`: SQLite refuses the statement: near "id": syntax error.',
    ],
    [
      'select id from orders where {{n}} {{n}}',
      'sql-syntax @34 `{{n}}`: SQLite refuses the statement: near "{{n}}": syntax error.',
    ],
    [
      'select {{long_name}}, id from orders where id = = 1',
      'sql-syntax @48 `=`: SQLite refuses the statement: near "=": syntax error.',
    ],
    ['select id from orders where', 'sql-syntax @22 `where`: SQLite refuses the statement: incomplete input.'],
    [`select id from orders where id = 'x`, `sql-syntax @33 \`'x\`: The string has no end.`],
    ['delete from orders limit 5', 'sql-syntax @19 `limit`: SQLite refuses the statement: near "limit": syntax error.'],
    [
      'select id from orders order by 5',
      'sql-syntax: SQLite refuses the statement: 1st ORDER BY term out of range - should be between 1 and 1.',
    ],
    // Columns
    ['select count(*) from orders', 'sql-column-name @7 `count(*)`: Column 1 has no name. / Name it with `as`.'],
    ['select id, {{n}} from orders', 'sql-column-name @11 `{{n}}`: Column 2 has no name. / Name it with `as`.'],
    [
      'select id, customer_id as id from orders',
      'sql-column-name @11 `customer_id as id`: Two columns are named `id`. / Name one with `as`.',
    ],
    // Parameters
    ...['= any({{list}})', 'in ({{list}})', 'in {{list}}', 'in (1, {{list}})'].map((condition) => [
      `select id from orders where status ${condition}`,
      `sql-parameter-type @${35 + condition.indexOf('{')} \`{{list}}\`: \`{{list}}\` is an array, which is bound as a JSON text. / Write \`in (select value from json_each({{list}}))\`.`,
    ]),
    ...['?', '?1', ':x', '@x', '$x'].map((parameter) => [
      `select id from orders where id = ${parameter}`,
      `sql-placeholder @33 \`${parameter}\`: This is no parameter here. / Write \`{{name}}\`, with a property of \`inputSchema\`.`,
    ]),
    [
      'select id from orders; select 2',
      'sql-not-allowed @23 `select`: A tool runs one statement, and a second one begins here.',
    ],
  ])('%s', async (text = '', expected) => {
    expect(await show(text)).toBe(expected);
  });
});

describe('a schema', () => {
  test.each([
    ['create table a(x); create tabel b(x);', 26, 'tabel', 'SQLite refuses the statement: near "tabel": syntax error.'],
    ['create table a(x);\ncreate index i on b(x)', 37, 'b', 'SQLite refuses the statement: no such table: main.b.'],
    [
      `create table a(x); insert into a values ('y`,
      41,
      `'y`,
      `SQLite refuses the statement: unrecognized token: "'y".`,
    ],
    ['create table a(x); create table a(y)', 19, 'create', 'SQLite refuses the statement: table a already exists.'],
    [`attach 'x.db' as x`, 0, 'attach', 'A schema file cannot run ATTACH.'],
  ])('that is refused has a place: %s', async (text, offset, word, message) => {
    const schemas = [
      { file: 'good.sql', text: 'create table good(x);' },
      { file: 'bad.sql', text },
    ];
    const place = { file: 'bad.sql', offset, length: word.length };
    expect(await openSqlite({ root, schema: schemas })).toEqual({ problem: { code: 'sql-schema', message, place } });
  });
});

describe('a file', () => {
  test('is read, and never written', async () => {
    const folder = makeFolder();
    const file = path.join(folder, 'shop.db');
    const database = (await findEngine())(file);
    database.exec('create table a(id integer primary key); insert into a values (1)');
    const found = await open({ url: file, schema: [{ file: 'ignored.sql', text: 'nonsense' }] });
    const text = 'delete from a';
    expect(showPrepared(await found.prepare(requestOf(text, 'sqlite')), text)).toBe('() destructive idempotent own');
    await found.close();
    expect(database.prepare('select count(*) as n from a').get()).toMatchObject({ n: 1 });
    database.close();
  });

  test('that is missing, or no database, is a problem without its path', async () => {
    const text = 'This is a text, and longer than the header of a database. '.repeat(20);
    const folder = makeFolder({ 'text.db': text });
    const file = path.join(folder, 'text.db');
    const problemOf = async (url: string) => await openSqlite({ root, url, schema: [] });
    const missing = { code: 'sql-database', message: 'The SQLite file cannot be read: unable to open database file.' };
    expect(await problemOf(path.join(folder, 'none.db'))).toEqual({ problem: missing });
    expect(await problemOf(path.join(folder, 'none', 'none.db'))).toEqual({ problem: missing });
    const message = 'The SQLite file cannot be read: file is not a database.';
    expect(await problemOf(file)).toEqual({ problem: { code: 'sql-database', message } });
  });
});
