import { describe, expect, test } from 'vitest';
import { openEngine } from '../../runtime/features/sql/postgres/index.js';
import { PostgresEngine } from '../../runtime/features/sql/postgres/open-engine.js';
import type { SqlRows, SqlStatement } from '../../runtime/features/sql/sql-definition.js';
import type { SqlError } from '../../runtime/features/sql/sql-error.js';
import { bound, failureOf, openShop, read, reading, wide, write } from './postgres-shop.js';

const shop = openShop();

describe('bounds', () => {
  const numbers = 'select n, n::text t from generate_series(1, 1000) n';

  test.each([`${numbers}\nlimit 4`, `${numbers} limit 500`, numbers])('%s ends after 3 rows', async (text) => {
    const { rows, more } = await shop.run(read(text, 'n:integer', 't:text'), [], { ...wide, maxRows: 3 });
    expect(rows).toEqual([
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]);
    expect(more).toBe(true);
    expect((await shop.run(read('select 1 x', 'x:integer'))).more).toBe(false);
  });

  test('a row far beyond the bound of bytes is not kept in memory, and the next call works', async () => {
    const huge = read(`select repeat('x', 50000000) x`, 'x:text');
    await expect(shop.run(huge, [], { maxRows: 3, maxBytes: 1024 })).rejects.toMatchObject({ failure: 'size' });
    expect((await shop.run(read('select 1 x', 'x:integer'))).rows).toEqual([[1]]);
  });

  test('all rows are no more than all rows', async () => {
    const { rows, more } = await shop.run(read('select * from generate_series(1, 3) n', 'n:integer'), [], {
      ...wide,
      maxRows: 3,
    });
    expect({ rows: rows.length, more }).toEqual({ rows: 3, more: false });
  });

  test('PostgreSQL computes no rows beyond an own limit', async () => {
    // The fourth row would fail.
    const statement = read('select 1 / (5 - n) x from generate_series(1, 9) n limit 8', 'x:integer');
    expect((await shop.run(statement, [], { ...wide, maxRows: 3 })).more).toBe(true);
  });

  test('the size of values ends the rows', async () => {
    const statement = read(`select repeat('x', 100) x, null::text y from generate_series(1, 50)`, 'x:text', 'y:text');
    const { rows, more } = await shop.run(statement, [], { maxRows: 100, maxBytes: 1000 });
    expect({ rows: rows.length, more }).toEqual({ rows: 10, more: true });
    expect((await shop.run(statement, [], { maxRows: 100, maxBytes: 5000 })).more).toBe(false);
  });

  test('a statement that writes changes all rows, also beyond the limit', async () => {
    await shop.admin.query('create table counters as select n from generate_series(1, 20) n');
    const statement = write('update counters set n = n + 100 returning n', 'n:integer');
    const { rows, more, changed } = await shop.run(statement, [], { ...wide, maxRows: 3 });
    expect({ rows: rows.length, more, changed }).toEqual({ rows: 3, more: true, changed: 20 });
    expect((await shop.admin.query('select min(n) from counters')).rows).toEqual([{ min: 101 }]);
  });
});

describe('stops', () => {
  test('a query at the time limit', async () => {
    const statement = read('select pg_sleep(600)::text as slow', 'slow:text');
    await expect(failureOf(shop.run(statement, [], wide, { timeoutMs: 50 }))).resolves.toEqual(['timeout']);
    await expect(shop.countRunning('pg_sleep(600)')).resolves.toBe(0);
    expect((await shop.run(read('select 1 x', 'x:integer'))).rows).toEqual([[1]]);
  });

  test('a transaction whose statements are short, at the time limit', async () => {
    const options = { reads: true, timeoutMs: 1, signal: new AbortController().signal };
    const statement = read('select 1 x', 'x:integer');
    const endless = shop.engine.transact(options, async (runStatement) => {
      for (;;) await runStatement(statement, [], wide);
    });
    await expect(failureOf(endless)).resolves.toEqual(['timeout']);
  });

  test('a query whose client has canceled it', async () => {
    const controller = new AbortController();
    const statement = read('select pg_sleep(601)::text as slow', 'slow:text');
    const running = failureOf(shop.run(statement, [], wide, { signal: controller.signal }));
    await shop.untilRunning('pg_sleep(601)');
    controller.abort();
    await expect(running).resolves.toEqual(['cancelled']);
    await expect(shop.countRunning('pg_sleep(601)')).resolves.toBe(0);
  });

  test('before it begins', async () => {
    const statement = read('select 1 x', 'x:integer');
    await expect(failureOf(shop.run(statement, [], wide, { signal: AbortSignal.abort() }))).resolves.toEqual([
      'cancelled',
    ]);
  });

  test('only the canceled call, wherever it is', async () => {
    const slow = read('select pg_sleep(0.001)::text as slow', 'slow:text');
    const outcomes = Array.from({ length: 400 }, async (_each, index) => {
      if (index % 2 === 0) {
        const { rows } = await shop.run(bound(read('select ($1::int) x', 'x:integer'), 'integer'), [index]);
        return rows[0]?.[0] === index ? 'ok' : 'wrong';
      }
      const controller = new AbortController();
      const running = shop.run(slow, [], wide, { signal: controller.signal }).then(
        () => 'ended',
        (error: unknown) => (error as SqlError).failure,
      );
      // At any step of the call.
      for (let turns = index % 37; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      return running;
    });
    const ended = await Promise.all(outcomes);
    expect(new Set(ended.filter((_each, index) => index % 2 === 0))).toEqual(new Set(['ok']));
    expect(ended.filter((each) => each !== 'ok' && each !== 'ended' && each !== 'cancelled')).toEqual([]);
  });
});

describe('connections', () => {
  const one = read('select 1 x', 'x:integer');
  const options = reading;

  test('a call that gets no connection is told that the database is busy', async () => {
    const small = new PostgresEngine({ url: shop.url, maxConnections: 1 }, 2000);
    const attempt = await small.transact(options, async () => {
      const second = await failureOf(small.transact(options, async () => ({ result: 0, commits: true })));
      return { result: second, commits: true };
    });
    expect(attempt).toEqual(['busy']);
    await expect(small.transact(options, async () => ({ result: 'free', commits: true }))).resolves.toBe('free');
    await small.close();
  });

  test('a call that is canceled while it waits gives its connection back', async () => {
    const small = new PostgresEngine({ url: shop.url, maxConnections: 1 });
    const controller = new AbortController();
    await small.transact(options, async () => {
      const second = failureOf(
        small.transact({ ...options, signal: controller.signal }, async () => ({ result: 0, commits: true })),
      );
      controller.abort();
      await expect(second).resolves.toEqual(['cancelled']);
      return { result: 0, commits: true };
    });
    await expect(small.transact(options, async () => ({ result: 'free', commits: true }))).resolves.toBe('free');
    await small.close();
  });

  test('connections that were closed while they were idle are replaced', async () => {
    await Promise.all([1, 2, 3].map(() => shop.run(one)));
    await shop.admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await expect(Promise.all([1, 2, 3].map(async () => (await shop.run(one)).rows))).resolves.toEqual([
      [[1]],
      [[1]],
      [[1]],
    ]);
  });

  test('a connection that breaks during a query', async () => {
    const statement = read('select pg_sleep(602)::text as slow', 'slow:text');
    const running = failureOf(shop.run(statement));
    await shop.untilRunning('pg_sleep(602)');
    await shop.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query like '%pg_sleep(602)%'`,
    );
    await expect(running).resolves.toEqual(['unreachable']);
    expect((await shop.run(one)).rows).toEqual([[1]]);
  });

  test('a server that has ended, and runs again', async () => {
    expect((await shop.run(one)).rows).toEqual([[1]]);
    await shop.postgres.kill();
    await expect(failureOf(shop.run(one))).resolves.toEqual(['unreachable']);
    await expect(failureOf(shop.run(one))).resolves.toEqual(['unreachable']);
    await shop.postgres.restart();
    expect((await shop.run(one)).rows).toEqual([[1]]);
    await shop.connectAdmin();
  });

  test('a database that does not exist', async () => {
    const missing = openEngine({ url: shop.url.replace(/shop$/u, 'nowhere'), maxConnections: 1 });
    await expect(failureOf(missing.transact(options, async () => ({ result: 0, commits: true })))).resolves.toEqual([
      'unreachable',
    ]);
    await missing.close();
  });
});

describe('transactions', () => {
  test.each<readonly [string, readonly [string, string?]]>([
    [`insert into customers values (1, 'new@example.org')`, ['unique', 'id']],
    [`insert into customers values (100, 'c1@example.org')`, ['unique', 'email']],
    ['insert into orders values (1, 999, 1)', ['reference', 'orders_customer_fkey']],
    ['insert into orders values (1, null, 1)', ['not-null', 'customer']],
    ['insert into orders values (1, 1, -1)', ['check', 'positive_total']],
    ['insert into orders values (1, 1, 1e9)', ['value', 'numeric field overflow']],
    // Found by the commit.
    ['insert into deferred values (999)', ['reference', 'deferred_id_fkey']],
  ])('%s', async (text, failure) => {
    await expect(failureOf(shop.run(write(text)))).resolves.toEqual(failure);
  });

  test.each([
    `insert into customers values (200, 'x')`,
    'create table x (id int)',
    `select nextval('s')`,
    'select * from customers for update',
  ])('a read-only transaction refuses %s', async (text) => {
    await shop.admin.query('create sequence if not exists s');
    await expect(failureOf(shop.run({ ...write(text), reads: true }))).resolves.toEqual(['read-only']);
  });

  test('is rolled back unless its work commits, and when its work fails', async () => {
    const options = { reads: false, timeoutMs: 60_000, signal: new AbortController().signal };
    const insert = write(`insert into customers values (300, 'x')`);
    await shop.engine.transact(options, async (runStatement) => {
      expect((await runStatement(insert, [], wide)).changed).toBe(1);
      return { result: 0, commits: false };
    });
    const failed = shop.engine.transact(options, async (runStatement) => {
      await runStatement(insert, [], wide);
      throw new Error('work failed');
    });
    await expect(failed).rejects.toThrow('work failed');
    // The failure of a statement counts, also if the work ignores it.
    const ignored = shop.engine.transact(options, async (runStatement) => {
      await runStatement(insert, [], wide);
      await runStatement(insert, [], wide).catch(() => {});
      return { result: 0, commits: true };
    });
    await expect(failureOf(ignored)).resolves.toEqual(['unique', 'id']);
    expect((await shop.admin.query('select 1 from customers where id = 300')).rowCount).toBe(0);
  });

  test('have the settings of the session, which end with them', async () => {
    const session = [
      ['app.user', `o'neil`],
      ['app.tenant', '7'],
    ] as const;
    const statement = read(
      `select current_setting('app.user', true) u, current_setting('app.tenant', true) t`,
      'u:text',
      't:text',
    );
    expect((await shop.run(statement, [], wide, { session })).rows).toEqual([[`o'neil`, '7']]);
    const { rows } = await shop.run(statement);
    expect(rows[0]?.[0] ?? '').toBe('');
  });
});

describe('changed tables', () => {
  const readItems = read('select * from items', 'id:integer', 'name:text');

  test('a column with another type works after the statement is prepared again', async () => {
    await shop.admin.query(`create table items (id int, name text); insert into items values (1, 'a')`);
    const writeItems = write('insert into items values (2) returning id, name', 'id:integer', 'name:text');
    const runAll = (): Promise<unknown> => Promise.all([1, 2, 3].map(async () => (await shop.run(readItems)).rows));
    await runAll();
    await shop.run(writeItems);
    await shop.admin.query(
      'delete from items where id = 2; alter table items alter id type int8, alter name type varchar(9)',
    );
    expect(await runAll()).toEqual([[[1, 'a']], [[1, 'a']], [[1, 'a']]]);
    expect((await shop.run(writeItems)).rows).toEqual([[2, null]]);
    expect((await shop.admin.query('delete from items where id = 2')).rowCount).toBe(1);
  });

  test('a new column moves no values', async () => {
    await shop.admin.query('alter table items drop name, add extra int default 5, add name text');
    await shop.admin.query(`update items set name = 'b'`);
    expect((await shop.run(readItems)).rows).toEqual([[1, 'b']]);
  });

  test('a missing column does not fit', async () => {
    await shop.admin.query('alter table items drop name');
    await expect(failureOf(shop.run(readItems))).resolves.toEqual(['mismatch', 'name']);
    await expect(failureOf(shop.run(read('select id, name from items', 'id:integer', 'name:text')))).resolves.toEqual([
      'mismatch',
    ]);
    await expect(failureOf(shop.run(read('select id from gone', 'id:integer')))).resolves.toEqual(['mismatch']);
  });

  test('a pooler that loses prepared statements', async () => {
    const single = new PostgresEngine({ url: shop.url, maxConnections: 1 });
    const options = reading;
    const statement = read('select 1 x', 'x:integer');
    const runOne = (each: SqlStatement): Promise<SqlRows> =>
      single.transact(options, async (runStatement) => ({ result: await runStatement(each, [], wide), commits: true }));
    await runOne(statement);
    // Prepared by another process on the connection that the pooler gives this one.
    await runOne(read('deallocate all'));
    expect((await runOne(statement)).rows).toEqual([[1]]);
    await runOne(read('deallocate all'));
    expect((await runOne(statement)).rows).toEqual([[1]]);
    const prepared = await runOne(read('select count(*) x from pg_prepared_statements', 'x:integer'));
    expect(prepared.rows).toEqual([[0]]);
    await single.close();
  });
});
