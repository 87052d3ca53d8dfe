import { beforeAll, expect, test } from 'vitest';
import type { PreparedColumn } from '../../generator/features/sql/engines/engine.js';
import { openSqlite } from '../../generator/features/sql/engines/sqlite/open-sqlite.js';
import { findEngine } from '../../runtime/features/stores/sqlite/open-database.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { isProblems, requestOf } from './prepare-request.js';
import { randomOf, randomQuery, rows, tables } from './random-query.js';

const { SQL_QUERIES = '300', SQL_SEED = '5' } = process.env;

beforeAll(linkSqlite);

test('no result contradicts what is said about its columns', { timeout: 600_000 }, async () => {
  const root = process.cwd();
  const engine = await openSqlite({ root, schema: [{ file: 'schema.sql', text: tables.join(';') }] });
  if ('problem' in engine) throw new Error(engine.problem.message);
  const database = (await findEngine())(':memory:');
  for (const statement of [...tables, ...rows]) database.exec(statement);
  const random = randomOf(Number(SQL_SEED));
  const seen = { queries: 0, refused: 0, notNull: 0, kinds: 0 };
  for (let index = 0; index < Number(SQL_QUERIES); index++) {
    const query = randomQuery(random, 'sqlite');
    const prepared = await engine.prepare(requestOf(query, 'sqlite'));
    if (isProblems(prepared)) {
      seen.refused++;
      continue;
    }
    seen.queries++;
    seen.notNull += prepared.columns.filter(({ isNullable }) => !isNullable).length;
    seen.kinds += prepared.columns.filter(({ kind }) => kind !== 'any').length;
    for (const row of database.prepare(prepared.text).all()) {
      for (const column of prepared.columns) {
        const value = row[column.name];
        expect(fits(value, column), `${query}: ${column.name} is ${column.kind}, not ${String(value)}`).toBe(true);
      }
    }
  }
  await engine.close();
  if (SQL_QUERIES !== '300') process.stdout.write(`${JSON.stringify(seen)}\n`);
  expect(seen.queries).toBeGreaterThan(Number(SQL_QUERIES) / 2);
  expect(seen.notNull).toBeGreaterThan(seen.queries / 4);
  expect(seen.kinds).toBeGreaterThan(seen.queries);
});

function fits(value: unknown, { kind, isNullable }: PreparedColumn): boolean {
  if (value === null) return isNullable;
  if (kind === 'any') return true;
  if (kind === 'integer') return Number.isInteger(value);
  if (kind === 'boolean') return value === 0 || value === 1;
  return typeof value === (kind === 'number' ? 'number' : 'string');
}
