import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../runtime/features/sql/mysql/index.js';
import type { RunStatement, SqlEngine } from '../../runtime/features/sql/sql-definition.js';
import type { SqlStatement } from '../../runtime/features/sql/sql-definition.js';
import { startMariaDb, type MariaDb } from '../kit/start-mariadb.js';
import { strings } from './fuzzed-strings.js';
import {
  aborted,
  bounds,
  columnsOf,
  failureOf,
  parametersOf,
  readOptions,
  runOne,
  statement,
  writeOptions,
} from './run-statements.js';

const schema = `
create table owners(id int primary key, name varchar(20));
create table items(
  id int auto_increment primary key, mail varchar(40) not null, owner int, size int,
  flag boolean, bits bit(1), big bigint unsigned, price decimal(12,2), small float, ratio double, stored datetime(6),
  stamped timestamp(6) null, due date, at time, kind enum('open', 'paid'), extra json, data blob, made year, old uuid,
  constraint mails unique (mail), constraint owned foreign key (owner) references owners(id),
  constraint positive check (size > 0));
create table pairs(a int, b int, primary key (a, b));
insert into owners values (1, 'o');
set time_zone = '+00:00';
insert into items values
  (1, 'a@x', 1, 5, true, b'1', 9007199254740991, 1234567890.25, 0.1, 0.1, '2024-03-31 12:34:56.123456',
   '2024-03-31 12:34:56.5', '2024-02-29', '-25:01:02', 'open', '{"a":[1,null]}', x'00ff10', 2024,
   '123e4567-e89b-12d3-a456-426614174000');
insert into items(id, mail) values (2, 'b@x');
insert into pairs values (1, 2);
`;

const slow = statement('select count(*) from seq_1_to_100000000 a join seq_1_to_100000000 b', {
  columns: columnsOf('integer'),
  reads: true,
});
const one = statement('select 1', { columns: columnsOf('integer'), reads: true });

let database: MariaDb;
let url = '';
let engine: SqlEngine;

beforeAll(async () => {
  database = await startMariaDb();
  url = database.create('shop', schema);
  engine = openEngine({ url, maxConnections: 4 });
});

afterAll(async () => {
  await engine.close();
  await database.stop();
});

/** Statements that run, apart from the one that asks. */
function running(): string {
  return database.run(
    'shop',
    "select info from information_schema.processlist where info like '%seq_1_to%' and id <> connection_id()",
  );
}

/** Asks the database until the query runs, or no longer runs. */
async function untilRunning(isAwaited: boolean): Promise<void> {
  while ((running() !== '') !== isAwaited) await new Promise((resolve) => setImmediate(resolve));
}

describe('values', () => {
  test('of every kind of column are decoded', async () => {
    const kinds = [
      ...(['integer', 'text', 'boolean', 'boolean', 'integer', 'decimal', 'number', 'number'] as const),
      ...(['local-date-time', 'date-time', 'date', 'time', 'text', 'json', 'bytes', 'integer', 'uuid'] as const),
      ...(['number', 'duration', 'any', 'any', 'any', 'bytes'] as const),
    ];
    const text = `select id, mail, flag, bits, big, price, small, ratio, stored, stamped, due, at, kind, extra, data, made,
      old, price, 'P1D', 7, 'x', data, 'ab' from items where id = 1`;
    const { rows } = await runOne(engine, statement(text, { columns: columnsOf(...kinds), reads: true }));
    const first = [1, 'a@x', true, true, 9007199254740991, '1234567890.25', 0.1, 0.1, '2024-03-31T12:34:56.123456'];
    const second = ['2024-03-31T12:34:56.500000Z', '2024-02-29', '-25:01:02', 'open', { a: [1, null] }, 'AP8Q', 2024];
    const third = ['123e4567-e89b-12d3-a456-426614174000', 1234567890.25, 'P1D', 7, 'x', 'AP8Q', 'YWI='];
    expect(rows).toEqual([[...first, ...second, ...third]]);
  });

  test('null is null in all kinds', async () => {
    const kinds = [
      'boolean',
      'integer',
      'decimal',
      'number',
      'local-date-time',
      'json',
      'bytes',
      'date',
      'any',
    ] as const;
    const text = 'select bits, big, price, small, stored, extra, data, due, kind from items where id = 2';
    const { rows } = await runOne(engine, statement(text, { columns: columnsOf(...kinds), reads: true }));
    expect(rows).toEqual([kinds.map(() => null)]);
  });

  test.each([0.1, 1.17549435e-38, 16777216, 3.4028235e38, 0.33333334, 1234567.9, 8388609.5])(
    'the float %s has its own digits',
    async (value) => {
      const text = statement('select cast(:x as float)'.replace(':x', String(value)), {
        columns: columnsOf('number'),
        reads: true,
      });
      const [[read] = []] = (await runOne(engine, text)).rows;
      expect(Math.fround(read as number)).toBe(Math.fround(value));
      expect(String(read).replace(/\D/gu, '').length).toBeLessThanOrEqual(String(value).replace(/\D/gu, '').length + 2);
    },
  );

  test.each([
    ['integer', '9007199254740993'],
    ['integer', "'abc'"],
    ['boolean', '2'],
    ['number', "'abc'"],
    ['json', "'[1'"],
    ['date', "cast('0000-00-00' as date)"],
  ] as const)('a %s cannot be %s', async (kind, sql) => {
    const text = statement(`select ${sql} as c1`, { columns: columnsOf(kind), reads: true });
    expect(await failureOf(runOne(engine, text))).toEqual(['result', 'c1']);
  });

  test('of every kind of parameter are bound with their types', async () => {
    const kinds = ['text', 'integer', 'number', 'boolean', 'json', 'bytes', 'array'] as const;
    const text = 'select ?, json_object("i", ?), ? * 2, ? + 1, ?, hex(?), ?';
    const asked = statement(text, {
      parameters: parametersOf(...kinds),
      columns: columnsOf('text', 'json', 'number', 'integer', 'text', 'text', 'text'),
      reads: true,
    });
    const { rows } = await runOne(engine, asked, ['it\'s \\ "', 3, 2.5, true, { a: 1n }, 'AP8=', ['x', null]]);
    expect(rows).toEqual([['it\'s \\ "', { i: 3 }, 5, 2, '{"a":1}', '00FF', '["x",null]']]);
    const nulls = await runOne(
      engine,
      asked,
      kinds.map(() => null),
    );
    expect(nulls.rows).toEqual([[null, { i: null }, null, null, null, null, null]]);
  });

  test('integers of 64 bits are exact, and others are refused', async () => {
    const echo = statement('select cast(? as char)', {
      parameters: parametersOf('integer'),
      columns: columnsOf('text'),
      reads: true,
    });
    for (const value of [2n ** 63n - 1n, -(2n ** 63n), 2n ** 64n - 1n]) {
      expect((await runOne(engine, echo, [value])).rows).toEqual([[String(value)]]);
    }
    expect(await failureOf(runOne(engine, echo, [2n ** 64n]))).toEqual(['value', 'integer out of range']);
    const limited = statement('select id from items order by id limit ?', {
      parameters: parametersOf('integer'),
      columns: columnsOf('integer'),
      reads: true,
    });
    expect((await runOne(engine, limited, [1])).rows).toEqual([[1]]);
  });

  test('5,000 strings come back unchanged', async () => {
    const echo = statement('select ?, hex(?)', {
      parameters: parametersOf('text', 'text'),
      columns: columnsOf('text', 'text'),
      reads: true,
    });
    const changed = await engine.transact(readOptions, async (run) => {
      const found: string[] = [];
      for (const text of strings(5000)) {
        const { rows } = await run(echo, [text, text], bounds);
        const hex = Buffer.from(text).toString('hex').toUpperCase();
        if (rows[0]?.[0] !== text || rows[0]?.[1] !== hex) found.push(text);
      }
      return { result: found, commits: true };
    });
    expect(changed).toEqual([]);
  });

  test('times are in UTC, whatever the zone of the database is', async () => {
    database.run('shop', "set global time_zone = '+05:00'");
    const other = openEngine({ url: `${url}?timezone=%2B03:00&multipleStatements=true`, maxConnections: 1 });
    const text = statement('select stamped from items where id = 1', { columns: columnsOf('date-time'), reads: true });
    expect((await runOne(other, text)).rows).toEqual([['2024-03-31T12:34:56.500000Z']]);
    const two = statement('select 1; select 2', { columns: columnsOf('integer'), reads: true });
    expect(await failureOf(runOne(other, two))).toEqual(['mismatch', undefined]);
    await other.close();
    database.run('shop', "set global time_zone = '+00:00'");
  });

  test.each(['ANSI_QUOTES,NO_BACKSLASH_ESCAPES', 'ANSI', 'ORACLE', ''])(
    'quotes and backslashes mean the same in a server with the mode %j',
    async (mode) => {
      const normal = database.run('shop', 'select @@global.sql_mode').trim();
      database.run('shop', `set global sql_mode = '${mode}'`);
      const other = openEngine({ url, maxConnections: 1 });
      const text: SqlStatement = {
        text: `select "it's" as c1, 'a\\'b' as c2, ? as c3`,
        parameters: parametersOf('text'),
        columns: columnsOf('text', 'text', 'text'),
        reads: true,
      };
      expect((await runOne(other, text, ["'\\"])).rows).toEqual([["it's", "a'b", "'\\"]]);
      await other.close();
      database.run('shop', `set global sql_mode = '${normal}'`);
    },
  );
});

describe('bounds', () => {
  const numbers = statement('select seq, seq from seq_1_to_100000000', {
    columns: columnsOf('integer', 'integer'),
    reads: true,
  });

  test('stop a long query after the maximum number of rows, and the transaction goes on', async () => {
    const result = await engine.transact(readOptions, async (run) => {
      const first = await run(numbers, [], { maxRows: 3, maxBytes: 1000 });
      const second = await run(one, [], bounds);
      return { result: [first, second.rows], commits: true };
    });
    const rows = [1, 2, 3].map((value) => [value, value]);
    expect(result).toEqual([{ rows, more: true, changed: 0 }, [[1]]]);
    await untilRunning(false);
  });

  test('count the bytes of values', async () => {
    const text = statement("select repeat('ä', 50) from items", { columns: columnsOf('text'), reads: true });
    const some = await runOne(engine, text, [], { maxRows: 9, maxBytes: 199 });
    expect([some.rows.length, some.more]).toEqual([1, true]);
    const all = await runOne(engine, text, [], { maxRows: 9, maxBytes: 200 });
    expect([all.rows.length, all.more]).toEqual([2, false]);
  });

  test('do not limit what a statement changes', async () => {
    const text = statement('insert into pairs select seq, 7 from seq_1_to_3000 returning a', {
      columns: columnsOf('integer'),
    });
    const { rows, more, changed } = await runOne(engine, text, [], { maxRows: 1, maxBytes: 1000 });
    expect([rows, more, changed]).toEqual([[[1]], true, 3000]);
    expect(await runOne(engine, statement('delete from pairs where b = 7', {}))).toMatchObject({ changed: 3000 });
  });
});

describe('transactions', () => {
  const insert = statement('insert into items(mail) values (?)', { parameters: parametersOf('text') });
  const count = statement('select count(*) from items', { columns: columnsOf('integer') });
  const countAll = async () => (await runOne(engine, { ...count, reads: true })).rows[0]?.[0];

  test('commit several statements', async () => {
    const result = await engine.transact(writeOptions, async (run) => {
      const first = await run(insert, ['c1'], bounds);
      const { rows, changed } = await run(count, [], bounds);
      return { result: [first.changed, rows[0]?.[0], changed], commits: true };
    });
    expect(result).toEqual([1, 3, 0]);
    expect(await countAll()).toBe(3);
  });

  test('roll back if asked to, after an error, and after a failed statement that goes unnoticed', async () => {
    await engine.transact(writeOptions, async (run) => {
      await run(insert, ['r1'], bounds);
      return { result: 0, commits: false };
    });
    const thrown = engine.transact(writeOptions, async (run) => {
      await run(insert, ['r2'], bounds);
      throw new RangeError('of the caller');
    });
    await expect(thrown).rejects.toThrow(RangeError);
    const swallowed = engine.transact(writeOptions, async (run) => {
      await run(insert, ['r3'], bounds);
      await run(insert, ['r3'], bounds).catch(() => {});
      return { result: 0, commits: true };
    });
    expect(await failureOf(swallowed)).toEqual(['unique', 'mails']);
    expect(await countAll()).toBe(3);
  });

  test('statements of one transaction run one after another', async () => {
    const both = await engine.transact(readOptions, async (run) => {
      const results = await Promise.all([run(one, [], bounds), run(count, [], bounds)]);
      return { result: results.map(({ rows }) => rows[0]?.[0]), commits: true };
    });
    expect(both).toEqual([1, 3]);
  });

  test('that block each other are a conflict', async () => {
    const update = (id: number) => statement(`update items set size = size + 1 where id = ${id}`, {});
    let arrivals = 0;
    let meet: () => void = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const work = (first: number, second: number) => async (run: RunStatement) => {
      await run(update(first), [], bounds);
      arrivals += 1;
      if (arrivals === 2) meet();
      await met;
      await run(update(second), [], bounds);
      return { result: 'done', commits: true };
    };
    const calls = [engine.transact(writeOptions, work(1, 2)), engine.transact(writeOptions, work(2, 1))];
    const failures = await Promise.all(calls.map(failureOf));
    expect(failures.map(([failure]) => failure).toSorted()).toEqual(['conflict', 'none']);
  });
});

describe('failures', () => {
  const write = (text: string, ...values: readonly string[]) =>
    failureOf(
      runOne(engine, statement(text, { parameters: parametersOf(...values.map(() => 'text' as const)) }), values),
    );
  const read = (text: string) => failureOf(runOne(engine, statement(text, { columns: columnsOf('any'), reads: true })));

  test('of constraints name the key, the column or the rule', async () => {
    expect(await write("insert into items(mail) values ('a@x')")).toEqual(['unique', 'mails']);
    expect(await write('insert into pairs values (1, 2)')).toEqual(['unique', 'PRIMARY']);
    expect(await write('insert into items(size) values (77)')).toEqual(['not-null', 'mail']);
    expect(await write('insert into items(mail) values (null)')).toEqual(['not-null', 'mail']);
    expect(await write("insert into items(mail, size) values ('m', 0)")).toEqual(['check', 'positive']);
    expect(await write("insert into items(mail, owner) values ('m', 99)")).toEqual(['reference', 'owned']);
    expect(await write('delete from owners')).toEqual(['reference', 'owned']);
  });

  test('of values do not contain the value', async () => {
    const value = "x' for column `a`.`b`.`secret` at row 1: '";
    expect(await write('insert into items(mail, size) values (?, ?)', 'm', value)).toEqual([
      'value',
      'Incorrect integer value for column size',
    ]);
    expect(await write('insert into items(mail) values (?)', 'm'.repeat(41))).toEqual([
      'value',
      'Data too long for column mail',
    ]);
    expect(await write("insert into items(mail, size) values ('m', 1e12)")).toEqual([
      'value',
      'Out of range value for column size',
    ]);
    expect(await write('insert into items(mail, due) values (?, ?)', 'm', '2024-02-30')).toEqual([
      'value',
      'Incorrect date value for column due',
    ]);
  });

  test('of statements that do not fit the database', async () => {
    expect(await read('select nope from items')).toEqual(['mismatch', undefined]);
    expect(await read('select 1 from nope')).toEqual(['mismatch', undefined]);
    expect(await read('select nope(1)')).toEqual(['mismatch', undefined]);
    expect(await read('select 1, 2')).toEqual(['mismatch', 'c1']);
  });

  test('columns are found by their names after others were added, moved or dropped', async () => {
    database.run(
      'shop',
      "create table moving(id int, price float, name text); insert into moving values (1, 0.1, 'a')",
    );
    const columns = [
      { name: 'id', kind: 'integer' },
      { name: 'price', kind: 'number' },
      { name: 'name', kind: 'text' },
    ] as const;
    const text = statement('select * from moving', { columns, reads: true });
    const both = statement('select moving.*, 3 as name from moving', { columns, reads: true });
    expect((await runOne(engine, text)).rows).toEqual([[1, 0.1, 'a']]);
    expect(await failureOf(runOne(engine, both))).toEqual(['mismatch', 'name']);
    database.run('shop', 'alter table moving add extra double default 5 first, modify name text after extra');
    expect((await runOne(engine, text)).rows).toEqual([[1, 0.1, 'a']]);
    database.run('shop', 'alter table moving drop name');
    expect(await failureOf(runOne(engine, text))).toEqual(['mismatch', 'name']);
    database.run('shop', 'drop table moving');
  });

  test('a dropped column', async () => {
    const text = statement('select a, b from pairs', { columns: columnsOf('integer', 'integer'), reads: true });
    expect((await runOne(engine, text)).rows).toEqual([[1, 2]]);
    database.run('shop', 'alter table pairs change b c int');
    expect(await failureOf(runOne(engine, text))).toEqual(['mismatch', undefined]);
    database.run('shop', 'alter table pairs change c b int');
    expect((await runOne(engine, text)).rows).toEqual([[1, 2]]);
  });

  test('a statement that writes is refused where only reading is allowed', async () => {
    expect(await read("insert into items(mail) values ('ro')")).toEqual(['read-only', undefined]);
    expect(await read('create table more_items(id int)')).toEqual(['read-only', undefined]);
  });

  test('a database that is unreachable, wrong or missing', async () => {
    const { port } = new URL(url);
    const urls = [
      url.replace(port, '1'),
      url.replace('secret', 'wrong'),
      url.replace('/shop', '/nope'),
      url.replace('127.0.0.1', 'nowhere.invalid'),
      'no url',
    ];
    for (const each of urls) {
      const other = openEngine({ url: each, maxConnections: 2 });
      expect(await failureOf(runOne(other, one))).toEqual(['unreachable', undefined]);
      await other.close();
    }
  });

  test('connections that the database has closed are replaced', async () => {
    const other = openEngine({ url, maxConnections: 1 });
    const id = statement('select connection_id()', { columns: columnsOf('integer'), reads: true });
    const [[first] = []] = (await runOne(other, id)).rows;
    database.run('shop', `kill ${String(first)}`);
    const [[second] = []] = (await runOne(other, id)).rows;
    expect(second).not.toBe(first);
    // In the middle of a transaction there is no second attempt.
    const lost = other.transact(writeOptions, async (run) => {
      const [[current] = []] = (await run({ ...id }, [], bounds)).rows;
      database.run('shop', `kill ${String(current)}`);
      await run(one, [], bounds);
      return { result: 0, commits: true };
    });
    expect(await failureOf(lost)).toEqual(['unreachable', undefined]);
    expect((await runOne(other, one)).rows).toEqual([[1]]);
    await other.close();
  });
});

describe('limits', () => {
  test('a long query is stopped in the database, and the next one works', async () => {
    const call = engine.transact({ ...readOptions, timeoutMs: 200 }, async (run) => ({
      result: await run(slow, [], bounds),
      commits: true,
    }));
    expect(await failureOf(call)).toEqual(['timeout', undefined]);
    await untilRunning(false);
    expect((await runOne(engine, one)).rows).toEqual([[1]]);
  });

  test('the database has a time limit of its own', async () => {
    const limit = statement('select @@max_statement_time', { columns: columnsOf('number'), reads: true });
    const limits: unknown[] = [];
    for (const timeoutMs of [1500, 60_000]) {
      const call = engine.transact({ ...readOptions, timeoutMs }, async (run) => ({
        result: (await run(limit, [], bounds)).rows[0]?.[0],
        commits: true,
      }));
      limits.push(await call);
    }
    expect(limits).toEqual([1.5, 60]);
  });

  test('a query whose result is no longer awaited is stopped in the database', async () => {
    const controller = new AbortController();
    const call = engine.transact({ ...readOptions, signal: controller.signal }, async (run) => {
      await run(one, [], bounds);
      const rows = run(slow, [], bounds);
      await untilRunning(true);
      controller.abort();
      return { result: await rows, commits: true };
    });
    expect(await failureOf(call)).toEqual(['cancelled', undefined]);
    await untilRunning(false);
    expect(await failureOf(runOne(engine, one, [], bounds, aborted))).toEqual(['cancelled', undefined]);
  });

  test('a transaction that waits for something else is rolled back', async () => {
    const late = engine.transact({ ...writeOptions, timeoutMs: 100 }, async (run) => {
      await run(statement("insert into owners values (50, 'late')", {}), [], bounds);
      return new Promise<never>(() => {});
    });
    expect(await failureOf(late)).toEqual(['timeout', undefined]);
    // Waits for the lock of the first transaction, if that still runs.
    expect(await runOne(engine, statement("insert into owners values (50, 'next')", {}))).toMatchObject({ changed: 1 });
  });

  test('transactions wait for a connection, and no longer if they are aborted', async () => {
    const other = openEngine({ url, maxConnections: 1 });
    const controller = new AbortController();
    const waiting = await other.transact(readOptions, async (run) => {
      await run(one, [], bounds);
      const call = failureOf(runOne(other, one, [], bounds, controller.signal));
      controller.abort();
      return { result: await call, commits: true };
    });
    expect(waiting).toEqual(['cancelled', undefined]);
    const results = await Promise.allSettled(Array.from({ length: 1100 }, () => runOne(other, one)));
    const failed = results.filter(({ status }) => status === 'rejected');
    expect(failed.length).toBeGreaterThanOrEqual(99);
    expect(failed[0]).toMatchObject({ reason: { failure: 'busy' } });
    await other.close();
  });

  test('a query ends in the database after the server was killed, an idle server ends, and one without the driver says so', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mysql-engine-'));
    await build({
      input: path.resolve('runtime/features/sql/mysql/index.ts'),
      platform: 'node',
      external: /^mysql2/u,
      output: { file: path.join(folder, 'engine.mjs'), minify: true },
      logLevel: 'silent',
    });
    const mainOf = (runs: SqlStatement) => `
      import { openEngine } from './engine.mjs';
      const engine = openEngine({ url: ${JSON.stringify(url)}, maxConnections: 2 });
      const statement = ${JSON.stringify(runs)};
      const call = engine.transact({ reads: true, timeoutMs: 2000, signal: new AbortController().signal }, async (run) =>
        ({ result: await run(statement, [], { maxRows: 9, maxBytes: 999 }), commits: true }));
      await call.catch(({ failure, subject }) => console.log(failure, subject));`;
    const file = path.join(folder, 'main.mjs');
    writeFileSync(file, mainOf(slow));
    expect(spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout).toBe('driver mysql2\n');
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
    const idle = path.join(folder, 'idle.mjs');
    writeFileSync(idle, mainOf(one));
    // Ends without being told to, although its connection is open.
    expect(spawnSync(process.execPath, [idle], { timeout: 60_000 }).status).toBe(0);
    const child = spawn(process.execPath, [file], { stdio: 'inherit' });
    await untilRunning(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    await untilRunning(false);
    rmSync(folder, { recursive: true });
    expect((await runOne(engine, one)).rows).toEqual([[1]]);
  });
});
