import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../runtime/features/sql/sqlite/index.js';
import { findEngine, type Database } from '../../runtime/features/stores/sqlite/open-database.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
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
import { strings } from './fuzzed-strings.js';

const endless =
  'with recursive x(i) as (select 1 union all select i + 1 from x) select count(*) from x where i < 0 and :p1 is null';
const slow = statement(endless, { parameters: parametersOf('integer'), columns: columnsOf('integer'), reads: true });

const schema = `
create table items(
  id integer primary key, mail text not null unique, owner integer references items(id) deferrable initially deferred,
  size integer constraint positive check (size > 0), data blob, ratio real, done boolean, extra json, at datetime,
  loose, price numeric(9,2));
create table pairs(a integer, b integer, primary key (a, b));
create table strict_ones(n integer) strict;
insert into items(id, mail, size, data, ratio, done, extra, at, loose, price) values
  (1, 'a@x', 5, x'00ff10', 0.5, 1, '{"a":[1,null]}', '2024-01-02 03:04:05', x'41', 12.5),
  (2, 'b@x', 9007199254740993, null, 1, 0, '[1', null, 'text', 3);
insert into pairs values (1, 2);
`;

let folder = '';
let file = '';
let engine: ReturnType<typeof openEngine>;

function change(sql: string): void {
  const database = open(file);
  // A transaction that has read may not have ended yet: nothing waits for that.
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec(sql);
  database.close();
}
let open: (file: string) => Database;

beforeAll(async () => {
  await linkSqlite();
  open = await findEngine();
  folder = mkdtempSync(path.join(tmpdir(), 'sqlite-engine-'));
  file = path.join(folder, 'shop.db');
  writeFileSync(file, '');
  change(schema);
  engine = openEngine({ url: file, maxConnections: 4 });
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('values', () => {
  test('of every kind of column are decoded', async () => {
    const columns = columnsOf(
      ...(['integer', 'text', 'integer', 'bytes', 'number', 'boolean', 'json', 'local-date-time', 'any'] as const),
      ...(['number', 'decimal', 'uuid', 'date', 'time', 'duration', 'date-time', 'bytes', 'any', 'any'] as const),
    );
    const text = `select id, mail, size, data, ratio, done, extra, at, loose, price, price, 'u', 'd', 't', 'p', 'z', 'ab', 1.5, 7
      from items where id = 1`;
    const { rows } = await runOne(engine, statement(text, { columns, reads: true }));
    const expected = [1, 'a@x', 5, 'AP8Q', 0.5, true, { a: [1, null] }, '2024-01-02 03:04:05', 'QQ==', 12.5, '12.5'];
    expect(rows).toEqual([[...expected, 'u', 'd', 't', 'p', 'z', 'YWI=', 1.5, 7]]);
  });

  test('null is null in all kinds', async () => {
    const kinds = ['integer', 'number', 'decimal', 'boolean', 'text', 'date', 'json', 'bytes', 'any'] as const;
    const text = `select ${kinds.map(() => 'null').join()}`;
    const { rows } = await runOne(engine, statement(text, { columns: columnsOf(...kinds), reads: true }));
    expect(rows).toEqual([kinds.map(() => null)]);
  });

  test.each([
    ['integer', '9007199254740993'],
    ['integer', "'abc'"],
    ['integer', '1.5'],
    ['number', '9e999'],
    ['decimal', '1e300'],
    ['boolean', '2'],
    ['text', "x'00'"],
    ['json', "'[1'"],
    ['any', '9007199254740993'],
    ['date', "x'00'"],
  ] as const)('a %s cannot be %s', async (kind, sql) => {
    const text = statement(`select ${sql} as c1`, { columns: columnsOf(kind), reads: true });
    expect(await failureOf(runOne(engine, text))).toEqual(['result', 'c1']);
  });

  test('of every kind of parameter are bound with their types', async () => {
    const kinds = ['text', 'integer', 'number', 'boolean', 'json', 'bytes', 'array'] as const;
    const text = `select ${kinds.map((_kind, index) => `typeof(:p${index + 1}) || ' ' || quote(:p${index + 1})`).join()}`;
    const asked = statement(text, {
      parameters: parametersOf(...kinds),
      columns: columnsOf(...kinds.map(() => 'text' as const)),
      reads: true,
    });
    const values = ["it's", 3, 2.5, true, { a: 1n }, 'AP8=', ['x', null]];
    const first = await runOne(engine, asked, values);
    expect(first.rows).toEqual([
      ["text 'it''s'", 'integer 3', 'real 2.5', 'integer 1', `text '{"a":1}'`, "blob X'00FF'", `text '["x",null]'`],
    ]);
    const nulls = await runOne(
      engine,
      asked,
      kinds.map(() => null),
    );
    expect(nulls.rows).toEqual([kinds.map(() => 'null NULL')]);
  });

  test('an integer beyond 64 bits is refused, and one below is exact', async () => {
    const echo = statement('select cast(:p1 as text)', {
      parameters: parametersOf('integer'),
      columns: columnsOf('text'),
      reads: true,
    });
    expect((await runOne(engine, echo, [9223372036854775807n])).rows).toEqual([['9223372036854775807']]);
    expect(await failureOf(runOne(engine, echo, [2n ** 63n]))).toEqual(['value', 'integer out of range']);
  });

  test('5,000 strings come back unchanged', async () => {
    const echo = statement('select :p1, length(cast(:p1 as blob))', {
      parameters: parametersOf('text'),
      columns: columnsOf('text', 'integer'),
      reads: true,
    });
    // `node:sqlite` of Node 22 cuts text at the character U+0000.
    const hasNull = !process.versions.node.startsWith('22.');
    const texts = strings(5000).filter((text) => hasNull || !text.includes('\0'));
    const changed = await engine.transact(readOptions, async (run) => {
      const found: string[] = [];
      for (const text of texts) {
        const { rows } = await run(echo, [text], bounds);
        if (rows[0]?.[0] !== text || rows[0]?.[1] !== Buffer.byteLength(text)) found.push(text);
      }
      return { result: found, commits: true };
    });
    expect(changed).toEqual([]);
  });

  test('text with U+0000 comes back unchanged, or is refused where the driver would cut it', async () => {
    const echo = statement('select :p1', { parameters: parametersOf('text'), columns: columnsOf('text'), reads: true });
    if (process.versions.node.startsWith('22.')) {
      expect(await failureOf(runOne(engine, echo, ['a\0b']))).toEqual(['value', 'text with U+0000']);
      expect((await runOne(engine, echo, ['ab'])).rows).toEqual([['ab']]);
    } else {
      expect((await runOne(engine, echo, ['a\0b'])).rows).toEqual([['a\0b']]);
    }
  });
});

describe('bounds', () => {
  const numbers = statement('with recursive x(i) as (select 1 union all select i + 1 from x) select i from x', {
    columns: columnsOf('integer'),
    reads: true,
  });

  test('stop an endless query after the maximum number of rows', async () => {
    const { rows, more } = await runOne(engine, numbers, [], { maxRows: 3, maxBytes: 1000 });
    expect({ rows, more }).toEqual({ rows: [[1], [2], [3]], more: true });
  });

  test('count the bytes of values', async () => {
    const text = statement("select replace(hex(zeroblob(50)), '00', 'ä') from items", {
      columns: columnsOf('text'),
      reads: true,
    });
    const some = await runOne(engine, text, [], { maxRows: 9, maxBytes: 199 });
    expect([some.rows.length, some.more]).toEqual([1, true]);
    const all = await runOne(engine, text, [], { maxRows: 9, maxBytes: 200 });
    expect([all.rows.length, all.more]).toEqual([2, false]);
  });

  test('do not limit what a statement changes', async () => {
    const text = statement('update items set ratio = ratio returning id', { columns: columnsOf('integer') });
    const { rows, more, changed } = await runOne(engine, text, [], { maxRows: 1, maxBytes: 1000 });
    expect([rows, more, changed]).toEqual([[[1]], true, 2]);
  });
});

describe('transactions', () => {
  const insert = statement('insert into items(mail) values (:p1)', { parameters: parametersOf('text') });
  const count = statement('select count(*) from items', { columns: columnsOf('integer') });

  test('commit several statements', async () => {
    const result = await engine.transact(writeOptions, async (run) => {
      const first = await run(insert, ['c1'], bounds);
      const { rows, changed } = await run(count, [], bounds);
      return { result: [first.changed, rows[0]?.[0], changed], commits: true };
    });
    expect(result).toEqual([1, 3, 0]);
    expect((await runOne(engine, { ...count, reads: true })).rows).toEqual([[3]]);
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
    expect(await failureOf(swallowed)).toEqual(['unique', 'mail']);
    expect((await runOne(engine, { ...count, reads: true })).rows).toEqual([[3]]);
  });

  test('run one after another if they write', async () => {
    const add = async (run: Parameters<Parameters<typeof engine.transact>[1]>[0]) => {
      const { rows } = await run(
        statement('select size from items where id = 1', { columns: columnsOf('integer') }),
        [],
        bounds,
      );
      const next = Number(rows[0]?.[0]) + 1;
      await run(
        statement('update items set size = :p1 where id = 1', { parameters: parametersOf('integer') }),
        [next],
        bounds,
      );
      return { result: next, commits: true };
    };
    const sizes = await Promise.all(Array.from({ length: 40 }, () => engine.transact(writeOptions, add)));
    expect(sizes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_each, index) => index + 6));
  });

  test('see one state of the file while they read', async () => {
    const counts = await engine.transact(readOptions, async (run) => {
      const before = await run(count, [], bounds);
      const insertion = runOne(engine, insert, ['w']);
      const busy = await failureOf(insertion);
      const after = await run(count, [], bounds);
      return { result: [before.rows, busy, after.rows], commits: true };
    });
    // Without a write-ahead log, a transaction that reads blocks those that write.
    expect(counts).toEqual([[[3]], ['busy', undefined], [[3]]]);
  });
});

describe('failures', () => {
  const write = (text: string) => failureOf(runOne(engine, statement(text, {})));
  const read = (text: string) => failureOf(runOne(engine, statement(text, { columns: columnsOf('any'), reads: true })));

  test('of constraints name the columns or the rule', async () => {
    expect(await write("insert into items(mail) values ('a@x')")).toEqual(['unique', 'mail']);
    expect(await write('insert into pairs values (1, 2)')).toEqual(['unique', 'a, b']);
    expect(await write('insert into items(id) values (77)')).toEqual(['not-null', 'mail']);
    expect(await write("insert into items(mail, size) values ('m', 0)")).toEqual(['check', 'positive']);
    expect(await write("insert into items(mail, owner) values ('m', 99)")).toEqual(['reference', undefined]);
    expect(await write("insert into strict_ones values ('x')")).toEqual([
      'value',
      'cannot store TEXT value in INTEGER column strict_ones.n',
    ]);
  });

  test('of statements that do not fit the database', async () => {
    expect(await read('select nope from items')).toEqual(['mismatch', undefined]);
    expect(await read('select 1 from nope')).toEqual(['mismatch', undefined]);
    expect(await read('select nope(1)')).toEqual(['mismatch', undefined]);
    expect(await read('select 1, 2')).toEqual(['mismatch', 'c1']);
    expect(await read("select json_extract('[1', '$')")).toEqual(['value', 'malformed JSON']);
  });

  test('a dropped column', async () => {
    const text = statement('select a, b from pairs', { columns: columnsOf('integer', 'integer'), reads: true });
    expect((await runOne(engine, text)).rows).toEqual([[1, 2]]);
    change('alter table pairs rename column b to c');
    expect(await failureOf(runOne(engine, text))).toEqual(['mismatch', undefined]);
    change('alter table pairs rename column c to b');
    expect((await runOne(engine, text)).rows).toEqual([[1, 2]]);
  });

  test('columns are found by their names after others were added, moved or dropped', async () => {
    change('create table moving(id integer, name text); insert into moving values (1, null), (2, null)');
    const columns = [
      { name: 'id', kind: 'integer' },
      { name: 'name', kind: 'text' },
    ] as const;
    const text = statement('select * from moving', { columns, reads: true });
    const both = statement('select *, 3 as name from moving', { columns, reads: true });
    expect((await runOne(engine, text)).rows).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(await failureOf(runOne(engine, both))).toEqual(['mismatch', 'name']);
    change(
      `drop table moving; create table moving(large text, name text, id integer);
      insert into moving values (hex(zeroblob(1000)), 'a', 1)`,
    );
    // Values that the tool does not have do not count.
    expect(await runOne(engine, text, [], { maxRows: 1, maxBytes: 100 })).toMatchObject({
      rows: [[1, 'a']],
      more: false,
    });
    change('alter table moving rename column name to title');
    expect(await failureOf(runOne(engine, text))).toEqual(['mismatch', 'name']);
    change('drop table moving');
  });

  test('a statement that writes is refused where only reading is allowed', async () => {
    expect(
      await failureOf(
        engine.transact(readOptions, async (run) => ({
          result: await run(statement("insert into items(mail) values ('ro')", {}), [], bounds),
          commits: true,
        })),
      ),
    ).toEqual(['read-only', undefined]);
  });

  test('a missing file is not created, and other files are no databases', async () => {
    const missing = path.join(folder, 'missing.db');
    const text = path.join(folder, 'text.db');
    writeFileSync(text, 'no database, but a text that is longer than a header\n'.repeat(20));
    for (const url of [missing, text, folder, ':memory:']) {
      const other = openEngine({ url, maxConnections: 2 });
      for (const reads of [true, false]) {
        const call = runOne(other, statement('select 1', { columns: columnsOf('integer'), ...(reads && { reads }) }));
        expect(await failureOf(call)).toEqual(['unreachable', undefined]);
      }
      await other.close();
    }
    expect(existsSync(missing)).toBe(false);
  });

  test('a file that another process has locked', async () => {
    const database = open(file);
    database.exec('begin exclusive');
    expect(await failureOf(runOne(engine, statement('delete from pairs', {})))).toEqual(['busy', undefined]);
    database.exec('rollback');
    database.close();
  });
});

describe('limits', () => {
  test('a query that never ends is stopped, and the next one works', async () => {
    const call = engine.transact({ ...readOptions, timeoutMs: 100 }, async (run) => ({
      result: await run(slow, [null], bounds),
      commits: true,
    }));
    expect(await failureOf(call)).toEqual(['timeout', undefined]);
    expect((await runOne(engine, statement('select 1', { columns: columnsOf('integer'), reads: true }))).rows).toEqual([
      [1],
    ]);
  });

  test('a query whose result is no longer awaited is stopped', async () => {
    const controller = new AbortController();
    const call = engine.transact({ ...readOptions, signal: controller.signal }, async (run) => {
      const running = run(slow, [null], bounds);
      controller.abort();
      return { result: await running, commits: true };
    });
    expect(await failureOf(call)).toEqual(['cancelled', undefined]);
    expect(await failureOf(runOne(engine, slow, [null], bounds, aborted))).toEqual(['cancelled', undefined]);
  });

  test('a transaction that waits for something else is rolled back', async () => {
    const late = engine.transact({ ...writeOptions, timeoutMs: 50 }, async (run) => {
      await run(statement("insert into items(mail) values ('late')", {}), [], bounds);
      return new Promise<never>(() => {});
    });
    expect(await failureOf(late)).toEqual(['timeout', undefined]);
    const text = statement("select count(*) from items where mail = 'late'", { columns: columnsOf('integer') });
    expect((await runOne(engine, text)).rows).toEqual([[0]]);
  });

  test('a killed transaction that wrote leaves nothing behind', async () => {
    // More than the cache of SQLite, so that the file itself has been changed.
    const fill = statement(
      `with recursive x(i) as (select 1 union all select i + 1 from x where i < 40000 or :p1 is null)
       insert into items(mail, data) select 'fill' || i, zeroblob(400) from x`,
      { parameters: parametersOf('integer') },
    );
    const call = engine.transact({ ...writeOptions, timeoutMs: 1500 }, async (run) => {
      await run(fill, [1], bounds);
      return { result: await run({ ...slow }, [null], bounds), commits: true };
    });
    expect(await failureOf(call)).toEqual(['timeout', undefined]);
    const text = statement("select count(*) from items where mail like 'fill%'", {
      columns: columnsOf('integer'),
      reads: true,
    });
    expect((await runOne(engine, text)).rows).toEqual([[0]]);
  });

  test('queries that never end do not block others', async () => {
    const controller = new AbortController();
    const options = { ...readOptions, signal: controller.signal };
    const call = async () =>
      engine.transact(options, async (run) => ({ result: await run(slow, [null], bounds), commits: true }));
    const long = [call(), call()].map(failureOf);
    const quick = await runOne(engine, statement('select 1', { columns: columnsOf('integer'), reads: true }));
    expect(quick.rows).toEqual([[1]]);
    controller.abort();
    expect(await Promise.all(long)).toEqual([
      ['cancelled', undefined],
      ['cancelled', undefined],
    ]);
  });

  test('more than 1,000 transactions do not wait', async () => {
    const one = statement('select 1', { columns: columnsOf('integer'), reads: true });
    const results = await Promise.allSettled(Array.from({ length: 1100 }, () => runOne(engine, one)));
    const failed = results.filter(({ status }) => status === 'rejected');
    expect(failed.length).toBeGreaterThan(90);
    expect(failed[0]).toMatchObject({ reason: { failure: 'busy' } });
  });
});

describe('the process of SQLite', () => {
  const program = (body: string) => `
    import { openEngine } from './engine.mjs';
    const engine = openEngine({ url: ${JSON.stringify(file)}, maxConnections: 2 });
    const options = { reads: true, timeoutMs: 60_000, signal: new AbortController().signal };
    const read = (text) => engine.transact(options, async (run) =>
      ({ result: await run({ text, parameters: [], columns: [{ name: 'n', kind: 'integer' }] }, [], { maxRows: 9, maxBytes: 999 }), commits: true }));
    ${body}`;

  async function start(body: string, place = folder) {
    const input = path.resolve('runtime/features/sql/sqlite/index.ts');
    const output = { file: path.join(place, 'engine.mjs'), minify: true };
    await build({ input, platform: 'node', output, logLevel: 'silent' });
    writeFileSync(path.join(place, 'main.mjs'), program(body));
    // The driver is found next to the program of the server.
    const link = path.join(folder, 'node_modules');
    if (!existsSync(link)) symlinkSync(path.resolve('node_modules'), link, 'junction');
    const child = spawn(process.execPath, [path.join(place, 'main.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
    return { child, ended: once(child, 'close') };
  }

  test.skipIf(isBuiltin('node:sqlite'))('names the driver that is missing', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'no-driver-'));
    const { child, ended } = await start(
      'await read("select 1").catch(({ failure, subject }) => console.log(failure, subject));',
      other,
    );
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(text)).toBe('driver better-sqlite3\n');
    await ended;
    rmSync(other, { recursive: true });
  });

  test('does not keep an idle server alive, also in a minified bundle', async () => {
    const { child, ended } = await start("console.log((await read('select 7 as n')).rows[0][0]);");
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(text)).toBe('7\n');
    expect(await ended).toEqual([0, null]);
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)('ends with the server during a query: %s', async (signal) => {
    const { child, ended } = await start(`
      const { default: childProcess } = await import('node:child_process');
      const pids = () => childProcess.execFileSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' });
      await read('select 1 as n');
      const pid = pids().trim().split(/\\s+/)[0];
      void read(${JSON.stringify(endless.replace('count(*)', 'count(*) as n').replace(' and :p1 is null', ''))});
      setImmediate(() => console.log(pid));`);
    const [text] = (await once(child.stdout, 'data')) as [Buffer];
    const pid = Number(String(text));
    expect(isRunning(pid)).toBe(true);
    child.kill(signal);
    await ended;
    while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve));
  });
});

/** Whether a process runs; one that has ended can wait for its parent to notice. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/u.test(stdout);
}
