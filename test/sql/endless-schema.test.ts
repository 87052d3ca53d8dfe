import { beforeAll, expect, test } from 'vitest';
import { openApart } from '../../generator/features/sql/engines/open-apart.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';

beforeAll(linkSqlite);

const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n)';
const help = 'Schema files create tables. Remove statements that loop or insert rows.';

async function openWith(kind: 'postgres' | 'sqlite', text: string, limits: object): Promise<unknown> {
  const schema = [
    { file: 'tables.sql', text: 'create table a (b integer);' },
    { file: 'schema.sql', text },
  ];
  return await openApart(kind, { root: process.cwd(), schema }, limits);
}

test.each([
  ['sqlite', `create table t (i integer);\n${endless} insert into t select max(i) from n;`, 28, 'with'],
  ['postgres', 'do $$ begin loop end loop; end $$;', 0, 'do'],
] as const)('a statement of a schema file that never ends is stopped: %s, %s', async (kind, text, offset, word) => {
  const place = { file: 'schema.sql', offset, length: word.length };
  const message = 'The statement did not end within 1 s.';
  expect(await openWith(kind, text, { statementMs: 1000 })).toEqual({
    problem: { code: 'sql-schema', message, help, place },
  });
});

test('a schema file that fills the memory is stopped', async () => {
  const text = `create table t as ${endless} select zeroblob(1000000) as filler from n limit 10000000;`;
  const place = { file: 'schema.sql', offset: 0, length: 'create'.length };
  const message = 'The statement needs more than 500 MB of memory.';
  expect(await openWith('sqlite', text, { maxBytes: 500 * 2 ** 20 })).toEqual({
    problem: { code: 'sql-schema', message, help, place },
  });
});

test('an engine that does not start is reported', async () => {
  expect(await openWith('postgres', '', { startMs: 1 })).toEqual({
    problem: { code: 'sql-database', message: 'PGlite did not start within 0.001 s.' },
  });
});
