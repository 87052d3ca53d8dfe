import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineOptions, EngineProblem, SqlEngine } from '../../generator/features/sql/engines/engine.js';
import { openPostgres } from '../../generator/features/sql/engines/postgres/open-postgres.js';
import { splitSchema } from '../../generator/features/sql/engines/postgres/schema-statements.js';
import { readRequest } from './postgres-requests.js';
import { summarize } from './summarize-statement.js';

const root = process.cwd();

async function findProblem(options: Partial<EngineOptions>): Promise<EngineProblem> {
  const engine = await openPostgres({ root, schema: [], ...options });
  if ('problem' in engine) return engine.problem;
  await engine.close();
  throw new Error('The engine is open.');
}

async function openSchema(...texts: readonly string[]): Promise<SqlEngine> {
  const schema = texts.map((text, index) => ({ file: `${index}.sql`, text }));
  const engine = await openPostgres({ root, schema });
  if ('problem' in engine) throw new Error(engine.problem.message);
  return engine;
}

test.each([
  ['postgres://ann:s3cret%21@127.0.0.1:1/shop', 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.'],
  [
    'postgres://127.0.0.1:1/shop?user=ann&password=s3cret!',
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  // The password is a part of ordinary words.
  ['postgres://e:e@127.0.0.1:1/shop', 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.'],
  ['postgres://ann:s3cret!@127.0.0.1:99999/shop', expect.stringMatching(/^The database cannot be reached: .+\.$/u)],
])('a database that cannot be reached is a problem without credentials: %s', async (url, message) => {
  const problem = await findProblem({ url });
  expect(problem).toEqual({ code: 'sql-database', message });
  expect(problem.message).not.toContain('s3cret');
});

const schemaProblems: readonly (readonly [text: string, message: string, source: string, help?: string])[] = [
  [
    'create table a (b int);\ncreate table c (d itn);',
    'PostgreSQL refuses the statement: type "itn" does not exist.',
    'itn',
  ],
  [
    '-- ä😀\ncreate table a (b int)\n;\ncreate view v as select c from a;',
    'PostgreSQL refuses the statement: column "c" does not exist.',
    'c',
  ],
  [
    'create table a (b int);\ncopy a (b) from stdin;\n1\n\\.\n',
    'A schema file cannot contain rows after `copy … from stdin`.',
    'copy',
    'Use `pg_dump --schema-only`.',
  ],
  [
    'create extension postgis;',
    'PostgreSQL refuses the statement: extension "postgis" is not available.',
    'create',
    'The package `@electric-sql/pglite` does not have it. Use a running database: `generate --database <url>`.',
  ],
];

test.each(schemaProblems)('a schema file is refused with the place: %s', async (...row) => {
  const [text = '', message, source, help] = row;
  const problem = await findProblem({
    schema: [
      { file: 'first.sql', text: 'select 1' },
      { file: 'second.sql', text },
    ],
  });
  const { place, ...rest } = problem;
  expect(rest).toEqual({ code: 'sql-schema', message, ...(help !== undefined && { help }) });
  expect(place?.file).toBe('second.sql');
  expect(text.slice(place?.offset, (place?.offset ?? 0) + (place?.length ?? 0))).toBe(source);
});

const dump = String.raw`
\restrict Abc
SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
\connect shop
CREATE EXTENSION IF NOT EXISTS citext WITH SCHEMA public;
COMMENT ON EXTENSION citext IS 'data type; for case-insensitive strings';
CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA public;
CREATE TYPE public.state AS ENUM ('a', 'b');
ALTER TYPE public.state OWNER TO shop_owner;
CREATE TABLE public.users (
    id uuid DEFAULT public.uuid_generate_v4() NOT NULL,
    mail public.citext NOT NULL,
    state public.state
);
ALTER TABLE public.users OWNER TO shop_owner;
CREATE FUNCTION public.twice(a integer) RETURNS integer
    LANGUAGE sql IMMUTABLE
    BEGIN ATOMIC
 SELECT CASE WHEN (a > 0) THEN (a * 2) ELSE 0 END;
END;
CREATE FUNCTION public.plain() RETURNS trigger LANGUAGE plpgsql AS $_$ begin new.id = 1; return new; end; $_$;
ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON public.users TO app_user USING (true);
GRANT SELECT ON TABLE public.users TO app_user;
\unrestrict Abc
`;

const heirs = `
create table late (a int, b int not null);
insert into late values (null, 1);
alter table late add constraint late_a not null a not valid;
create table parent (a int, b int not null, constraint mine not null a no inherit);
create table child () inherits (parent);
create table parts (a int not null) partition by list (a);
create table part partition of parts default;
`;

describe('a dump and a second file', () => {
  let engine: SqlEngine;

  beforeAll(async () => {
    engine = await openSchema(dump, heirs);
  });

  afterAll(() => engine.close());

  test('types of extensions and functions are known', async () => {
    const request = readRequest('select id, mail, state, twice(1) as two from users where mail = {{name}}', 1);
    expect(summarize(request, await engine.prepare(request))).toEqual([
      'select id, mail, state, twice(1) as two from users where mail = ($1::public.citext)\nlimit 2',
      'name public.citext text',
      'id uuid uuid, mail public.citext text, state public.state text(a|b)?, two int4 integer?',
      'reads idempotent',
      '',
    ]);
  });

  test('a constraint counts only if no row and no heir violates it', async () => {
    const request = readRequest(
      'select l.a as a, l.b as b, p.a as c, p.b as d, s.a as e from late l, parent p, parts s',
    );
    expect(summarize(request, await engine.prepare(request))[2]).toBe(
      'a int4 integer?, b int4 integer, c int4 integer?, d int4 integer, e int4 integer',
    );
  });
});

test('semicolons separate statements, except in bodies, strings and comments', () => {
  const text = String.raw`create function f() returns int begin atomic select case when true then 1; end; end;
\connect x
select ';' -- ;
/* ; /* ; */ */, $a$;$a$;; create rule r as on insert to t do (select 1; select 2);
\.
select "a;b"`;
  expect(splitSchema(text).map((each) => text.slice(each.offset, each.offset + each.text.length))).toEqual([
    'create function f() returns int begin atomic select case when true then 1; end; end',
    `select ';' -- ;\n/* ; /* ; */ */, $a$;$a$`,
    'create rule r as on insert to t do (select 1; select 2)',
    'select "a;b"',
  ]);
});
