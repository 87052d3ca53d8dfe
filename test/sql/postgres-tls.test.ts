import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresEngine } from '../../runtime/features/sql/postgres/open-engine.js';
import { SqlError } from '../../runtime/features/sql/sql-error.js';
import { makeAuthority } from '../kit/make-certificates.js';
import { startPostgres, type Postgres } from '../kit/start-postgres.js';
import { read, reading, wide } from './postgres-shop.js';

let postgres: Postgres;
let url: string;

beforeAll(async () => {
  const tls = makeAuthority().sign('IP:127.0.0.1');
  postgres = await startPostgres({ tls });
  url = `${postgres.create('shop', '')}?sslmode=verify-full&sslrootcert=${encodeURIComponent(tls.authority)}`;
});

afterAll(() => postgres.stop());

test('over TLS, a canceled call ends in the server', async () => {
  const engine = new PostgresEngine({ url, maxConnections: 2 });
  const controller = new AbortController();
  const slow = read('select pg_sleep(600)::text as slow', 'slow:text');
  const running = engine
    .transact({ ...reading, signal: controller.signal }, async (run) => ({
      result: await run(slow, [], wide),
      commits: true,
    }))
    .catch((error: unknown) => error);
  const count = read(
    `select count(*) x from pg_stat_activity where state = 'active' and query like '%pg_sleep(6%' and pid <> pg_backend_pid()`,
    'x:integer',
  );
  const countRunning = (): Promise<unknown> =>
    engine.transact(reading, async (run) => ({ result: (await run(count, [], wide)).rows[0]?.[0], commits: true }));
  while ((await countRunning()) === 0);
  controller.abort();
  const error = await running;
  expect(error).toBeInstanceOf(SqlError);
  expect((error as SqlError).failure).toBe('cancelled');
  expect(await countRunning()).toBe(0);
  // The server canceled the query: the connection was not closed.
  expect((error as SqlError).cause).toHaveProperty('code', '57014');
  await engine.close();
});
