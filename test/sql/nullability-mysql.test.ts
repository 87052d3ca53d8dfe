import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PreparedColumn } from '../../generator/features/sql/engines/engine.js';
import { openMysql } from '../../generator/features/sql/engines/mysql/open-mysql.js';
import { startMariaDb, type MariaDb } from '../kit/start-mariadb.js';
import { isProblems, requestOf } from './prepare-request.js';
import { randomOf, randomQuery, rows, tables } from './random-query.js';

const { SQL_QUERIES = '300', SQL_SEED = '5' } = process.env;

let server: MariaDb;
beforeAll(async () => {
  server = await startMariaDb();
}, 60_000);
afterAll(async () => await server.stop());

test('no result contradicts what is said about its columns', { timeout: 600_000 }, async () => {
  const url = server.create('random_queries', [...tables, ...rows].join(';'));
  const engine = await openMysql({ root: process.cwd(), url, schema: [] });
  if ('problem' in engine) throw new Error(engine.problem.message);
  const connection = await createConnection({ uri: url, rowsAsArray: true });
  const random = randomOf(Number(SQL_SEED));
  const seen = { queries: 0, refused: 0, notNull: 0 };
  for (let index = 0; index < Number(SQL_QUERIES); index++) {
    const query = randomQuery(random, 'mysql');
    const prepared = await engine.prepare(requestOf(query, 'mysql'));
    if (isProblems(prepared)) {
      seen.refused++;
      continue;
    }
    seen.queries++;
    seen.notNull += prepared.columns.filter(({ isNullable }) => !isNullable).length;
    // A subquery can have several rows.
    const [found] = await connection.execute(prepared.text).catch(() => [[]]);
    for (const row of found as readonly unknown[][]) {
      for (const [position, column] of prepared.columns.entries()) {
        const value = row[position];
        expect(fits(value, column), `${query}: ${column.name} is ${column.kind}, not ${String(value)}`).toBe(true);
      }
    }
  }
  await connection.end();
  await engine.close();
  if (SQL_QUERIES !== '300') process.stdout.write(`${JSON.stringify(seen)}\n`);
  expect(seen.queries).toBeGreaterThan(Number(SQL_QUERIES) / 2);
  expect(seen.notNull).toBeGreaterThan(seen.queries / 2);
});

function fits(value: unknown, { kind, isNullable }: PreparedColumn): boolean {
  if (value === null) return isNullable;
  // MariaDB prepares a union of texts and numbers as bytes, and then sends text.
  if (kind === 'any' || kind === 'bytes') return true;
  return kind === 'text' || kind === 'decimal' ? typeof value === 'string' : Number.isFinite(Number(value));
}
