import type { Accepted } from '../compare-fields.js';
import type { Call } from '../compare-servers.js';
import { declaresLogging } from '../usual-differences.js';

const older = 'The original supports protocol version 2024-11-05 only.';
const titled = 'A tool always has a title: its name, where the definition has none.';
const templated = 'The resources belong to a template, whose `list` handler returns one resource per table.';
const notFailed = '`isError` is sent only when a call failed.';
const failed = 'A failure of a tool is a result, which the model can read, and not a JSON-RPC error.';
const unknown =
  'An unknown tool gives error -32602, and a missing resource gives -32002; the original responds differently.';
const oneStatement =
  'The original accepts several statements in one query, so a query that begins with `commit;` leaves the read-only transaction and can write.';
const decoded =
  'For a table whose name has a space, the original does not decode the name in the URI (`order%20items`) and returns no columns.';

/** Accepted differences in what the servers say about themselves. */
export const acceptedInLists: readonly Accepted[] = [
  declaresLogging,
  { field: ['initialize', 'protocolVersion'], original: '2024-11-05', ours: '2025-11-25', reason: older },
  { field: ['tools', 'query', 'title'], ours: 'query', reason: titled },
  { field: ['resourceTemplates', 'order'], reason: templated },
  { field: ['resourceTemplates', '*', '*'], reason: templated },
];

const succeeds: Accepted = { field: ['result', 'isError'], original: false, reason: notFailed };

function ask(title: string, sql: string): Call {
  return { title, params: { name: 'query', arguments: { sql } }, accepted: [succeeds] };
}

/** A query that both refuse, with the same words of PostgreSQL unless ours are given. */
function fail(title: string, sql: unknown, words: string, ours = words): Call {
  const input = sql === undefined ? {} : { sql };
  return { title, params: { name: 'query', arguments: input }, accepted: failing(failed, words, ours) };
}

function failing(reason: string, original: string, ours: string): readonly Accepted[] {
  return [
    { field: ['error', 'code'], original: -32_603, reason },
    { field: ['error', 'message'], original, reason },
    { field: ['result', 'content', '0', 'type'], ours: 'text', reason },
    { field: ['result', 'content', '0', 'text'], ours, reason },
    { field: ['result', 'isError'], ours: true, reason },
  ];
}

function read(title: string, uri: string, ...accepted: readonly Accepted[]): Call {
  return { title, method: 'resources/read', params: { uri }, accepted };
}

const noQuery = 'Client was passed a null or undefined query';
const noText = 'A query must have either text or a name. Supplying neither is unsupported.';

const books = 'postgres://reader@127.0.0.1:<port>/books/schema';

/** Statements that make the database of each server. */
export const database = `
  create table books (id serial primary key, title text not null, price numeric(8,2), tags text[], published date);
  insert into books (title, price, tags, published)
    values ('Dune', 10.99, '{desert,spice}', '1965-08-01'), ('Ω ''quoted''', null, null, null);
  create table orders (id int primary key, book int references books, more jsonb, at timestamptz);
  insert into orders values (1, 1, '{"gift": true}', '2024-02-29T12:00:00Z');
  create view cheap as select title from books where price < 20;
  create table "order items" (n bigint);
  insert into "order items" values (9007199254740993);
  create schema other;
  create table other.hidden (x int);
`;

/** Requests for both servers, in this order. `<port>` is the port of the database. */
export const calls: readonly Call[] = [
  ask('a number', 'select 1 as one'),
  ask('a table', 'select * from books order by id'),
  ask('no rows', 'select * from books where false'),
  ask('a join', 'select b.title, o.more from orders o join books b on b.id = o.book'),
  ask('a sum', 'select count(*), sum(price), avg(price) from books'),
  ask('a number beyond those of JavaScript', 'select n from "order items"'),
  ask('a time', 'select at from orders'),
  ask('bytes, an interval, an infinite number', `select '\\x00ff'::bytea, interval '1 day', 'Infinity'::float8 as far`),
  ask('a column twice', 'select 1 as a, 2 as a'),
  ask('a text of several lines', `select E'a\\n"b"\\u00e9' as text`),
  ask('a view', 'select * from cheap'),
  ask('a table of another schema', 'select * from other.hidden'),
  ask('a plan', 'explain (costs off) select * from books where id = 1'),
  ask('a setting', 'show transaction_read_only'),
  ask('ten thousand rows', 'select n, repeat($$x$$, 20) as x from generate_series(1, 10000) n'),
  ask('a comment alone', '-- nothing'),
  ask('a setting that lasts as long as the transaction', 'set local statement_timeout = 1'),
  fail('an error of syntax', 'selct 1', 'syntax error at or near "selct"'),
  fail('no such table', 'select * from no_such_table', 'relation "no_such_table" does not exist'),
  fail('a division by zero', 'select 1 / 0', 'division by zero'),
  fail('an insert', `insert into books (title) values ('x')`, 'cannot execute INSERT in a read-only transaction'),
  fail('a new table', 'create table t (x int)', 'cannot execute CREATE TABLE in a read-only transaction'),
  fail(
    'a function that writes',
    `select setval('books_id_seq', 9)`,
    'cannot execute setval() in a read-only transaction',
  ),
  fail(
    'a parameter without a value',
    'select $1::int',
    'there is no parameter $1',
    'bind message supplies 0 parameters, but prepared statement "" requires 1',
  ),
  {
    title: 'several statements, of which one writes',
    params: { name: 'query', arguments: { sql: `commit; insert into books (title) values ('smuggled')` } },
    accepted: [
      {
        field: ['result', 'content', '0', 'text'],
        ours: 'cannot insert multiple commands into a prepared statement',
        reason: oneStatement,
      },
      { field: ['result', 'isError'], original: false, ours: true, reason: oneStatement },
    ],
  },
  {
    title: 'what was written',
    params: { name: 'query', arguments: { sql: 'select title from books order by id desc limit 1' } },
    accepted: [
      succeeds,
      {
        field: ['result', 'content', '0', 'text'],
        original: '[\n  {\n    "title": "smuggled"\n  }\n]',
        ours: `[\n  {\n    "title": "Ω 'quoted'"\n  }\n]`,
        reason: oneStatement,
      },
    ],
  },
  fail('no query', undefined, noQuery, 'Say what to ask: `sql` is missing.'),
  fail('a query that is a number', 1, noText, 'Invalid arguments for tool "query":\n- sql: must be a string, got 1'),
  {
    title: 'a tool that there is not',
    params: { name: 'execute', arguments: {} },
    accepted: [{ field: ['error', 'code'], original: -32_603, ours: -32_602, reason: unknown }],
  },
  read('the columns of a table', books),
  read('the columns of a view', books.replace('books', 'cheap')),
  read('the columns of a table of another schema', books.replace('books', 'hidden')),
  read('the columns of a table whose name has a space', books.replace('books', 'order%20items'), {
    field: ['result', 'contents', '0', 'text'],
    original: '[]',
    reason: decoded,
  }),
  read(
    'no such table',
    books.replace('books', 'no_such_table'),
    { field: ['result', 'contents', '0', '*'], reason: unknown },
    { field: ['error', 'code'], ours: -32_002, reason: unknown },
    { field: ['error', 'message'], reason: unknown },
    { field: ['error', 'data', 'uri'], reason: unknown },
  ),
  read(
    'something else of a table',
    books.replace('/schema', '/rows'),
    { field: ['error', 'code'], original: -32_603, ours: -32_002, reason: unknown },
    { field: ['error', 'message'], reason: unknown },
    { field: ['error', 'data', 'uri'], reason: unknown },
  ),
  { title: 'prompts', method: 'prompts/list', params: {} },
  { title: 'a ping', method: 'ping', params: {} },
];
