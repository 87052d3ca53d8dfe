import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  createSqlTool,
  SqlToolError,
  type SqlDatabase,
  type SqlToolDefinition,
} from '../../runtime/features/sql/index.js';
import { closeDatabase } from '../../runtime/features/sql/open-database.js';
import type { SqlStatement } from '../../runtime/features/sql/sql-definition.js';
import { SqlError } from '../../runtime/features/sql/sql-error.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { serve } from '../wire/http-kit.js';
import { modern } from '../wire/wire.js';
import { bound, openShop, read, write } from './postgres-shop.js';

const shop = openShop();

describe('tools', () => {
  const database: SqlDatabase = {
    name: 'shop',
    kind: 'postgres',
    variable: 'SHOP_URL',
    maxConnections: 2,
    load: () => import('../../runtime/features/sql/postgres/index.js'),
  };
  const byId: SqlStatement = {
    text: 'select id, email from customers where id <= ($1::int4) order by id',
    parameters: [{ name: 'max', bind: 'integer' }],
    columns: [
      { name: 'id', kind: 'integer' },
      { name: 'email', kind: 'text' },
    ],
    reads: true,
  };
  const bounds = { limit: 2, maxBytes: 100_000, timeoutMs: 60_000 };
  const first = { id: 1, email: 'c1@example.org' };
  const second = { id: 2, email: 'c2@example.org' };

  afterAll(() => closeDatabase(database));

  async function call(
    tool: SqlToolDefinition,
    input: unknown,
    signal = new AbortController().signal,
  ): Promise<unknown> {
    vi.stubEnv('SHOP_URL', shop.url);
    const context = { signal } as Parameters<ReturnType<typeof createSqlTool>>[1];
    return createSqlTool(database, tool)(input, context);
  }

  test.each<readonly [SqlToolDefinition['rows'], number | undefined, unknown]>([
    ['many', 1, { rows: [first], more: false }],
    ['many', 3, { rows: [first, second], more: true }],
    ['many', undefined, { rows: [], more: false }],
    ['one', 1, first],
    ['maybe-one', 1, { row: first }],
    ['maybe-one', 0, { row: null }],
  ])('rows: %s with %s', async (rows, max, result) => {
    await expect(call({ ...bounds, rows, statement: byId }, { max })).resolves.toEqual(result);
  });

  test.each<readonly [SqlToolDefinition['rows'], number, string]>([
    ['one', 0, 'No row matches.'],
    ['one', 2, 'More than one row matches; the tool expects one.'],
    ['maybe-one', 2, 'More than one row matches; the tool expects one.'],
  ])('rows: %s with %s rows: %s', async (rows, max, message) => {
    await expect(call({ ...bounds, rows, statement: byId }, { max })).rejects.toThrow(
      expect.objectContaining({ name: 'SqlToolError', message }),
    );
  });

  test('rows: none returns the number of changed rows', async () => {
    const statement = write(`update customers set email = upper(email) where id < 4 returning email`, 'email:text');
    await expect(call({ ...bounds, rows: 'none', statement }, {})).resolves.toEqual({ changed: 3 });
  });

  test('two rows for a tool that writes one change nothing', async () => {
    const statement = write('delete from customers where id in (10, 11) returning id', 'id:integer');
    await expect(call({ ...bounds, rows: 'one', statement }, {})).rejects.toThrow('More than one row matches');
    expect((await shop.admin.query('select 1 from customers where id in (10, 11)')).rowCount).toBe(2);
  });

  test('a row that is too large', async () => {
    const statement = read(`select repeat('x', 2000) x`, 'x:text');
    const called = call({ ...bounds, maxBytes: 1024, rows: 'many', statement }, {});
    await expect(called).rejects.toThrow('A row is larger than 1024 bytes.');
  });

  test('arguments choose the statement', async () => {
    const order = (direction: string): SqlStatement =>
      read(`select id from customers order by id ${direction}`, 'id:integer');
    const choices = { from: ['by', 'direction'], statements: { 'id asc': order('asc'), 'id desc': order('desc') } };
    const tool = { ...bounds, limit: 1, rows: 'many', choices } as const;
    await expect(call(tool, { by: 'id', direction: 'desc' })).resolves.toEqual({ rows: [{ id: 20 }], more: true });
    await expect(call(tool, { by: 'id', direction: 'asc' })).resolves.toEqual({ rows: [{ id: 1 }], more: true });
    await expect(call(tool, { by: 'constructor' })).rejects.toThrow('No statement exists for these values');
  });

  test('a column named __proto__ is a column', async () => {
    const statement = read('select 1 as "__proto__", 2 as "constructor"', '__proto__:integer', 'constructor:integer');
    const row = await call({ ...bounds, rows: 'one', statement }, {});
    expect(JSON.stringify(row)).toBe('{"__proto__":1,"constructor":2}');
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  });

  test('integers of arguments keep all their digits', async () => {
    const { parseJson } = await import('../../runtime/wire/parse-json.js');
    const statement = bound(read('select ($1::int8)::text x', 'x:text'), 'integer');
    const input = parseJson('{"p0": 9007199254740993}');
    await expect(call({ ...bounds, rows: 'one', statement }, input)).resolves.toEqual({ x: '9007199254740993' });
  });

  test('an error of the database is described for the model, and kept for the log', async () => {
    const statement = bound(read('select ($1::int4) x', 'x:integer'), 'text');
    const error = await call({ ...bounds, rows: 'one', statement }, { p0: 'secret' }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(SqlToolError);
    expect((error as SqlToolError).message).toBe(
      'An argument has a value that the database does not accept: invalid input syntax for type integer.',
    );
    expect(((error as SqlToolError).cause as Error).message).toContain('secret');
  });

  test('a canceled call rejects with the reason', async () => {
    const controller = new AbortController();
    const statement = read('select pg_sleep(603)::text as slow', 'slow:text');
    const running = call({ ...bounds, rows: 'one', statement }, {}, controller.signal);
    await shop.untilRunning('pg_sleep(603)');
    controller.abort(new Error('client left'));
    await expect(running).rejects.toThrow('client left');
    await expect(shop.countRunning('pg_sleep(603)')).resolves.toBe(0);
  });

  test('a variable that is not set is named in the log only', async () => {
    const unset = { ...database, variable: 'NO_SUCH_VARIABLE' };
    const tool = createSqlTool(unset, { ...bounds, rows: 'many', statement: byId });
    const context = { signal: new AbortController().signal } as Parameters<typeof tool>[1];
    const error = (await Promise.resolve(tool({}, context)).catch((each: unknown) => each)) as SqlToolError;
    expect(error.message).toBe('The address of the database is not set. Report it to the operator.');
    expect(error.advice).toBe('set the environment variable NO_SUCH_VARIABLE to the address of the database "shop"');
  });

  test('a conflict is repeated once if the tool reads', async () => {
    const failures: SqlError[] = [new SqlError('conflict')];
    const engines: SqlDatabase = {
      ...database,
      load: async () => ({
        openEngine: () => ({
          transact: async () => {
            const failure = failures.pop();
            if (failure !== undefined) throw failure;
            return { row: null } as never;
          },
          close: async () => {},
        }),
      }),
    };
    const context = { signal: new AbortController().signal } as Parameters<ReturnType<typeof createSqlTool>>[1];
    const reading = createSqlTool(engines, { ...bounds, rows: 'maybe-one', statement: byId });
    await expect(reading({}, context)).resolves.toEqual({ row: null });
    failures.push(new SqlError('conflict'), new SqlError('conflict'));
    await expect(reading({}, context)).rejects.toThrow('Other changes were made at the same time.');
    failures.push(new SqlError('conflict'));
    const { reads: _reads, ...writes } = byId;
    const writing = createSqlTool(engines, { ...bounds, rows: 'maybe-one', statement: writes });
    await expect(writing({}, context)).rejects.toThrow('Other changes were made at the same time.');
  });

  test('over HTTP, the client gets the message, and the operator the cause, both without the password', async () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0);
    vi.stubEnv('CLOSED_URL', 'postgres://reader:hunter2@127.0.0.1:1/shop');
    const closed = { ...database, variable: 'CLOSED_URL' };
    const find = createSqlTool(closed, { ...bounds, rows: 'many', statement: byId });
    const server = await serve({
      definition: makeDefinition({ tools: [makeTool('find')] }),
      handlers: makeHandlers({ tools: { find } }),
    });
    const { messages } = await server.post(modern('call', 'tools/call', { name: 'find' }));
    expect(messages[0]?.['result']).toMatchObject({
      isError: true,
      content: [{ text: 'The database cannot be reached. Try again later.' }],
    });
    const report = written.join('');
    expect(report).toContain('The database cannot be reached. Try again later. (database "shop", CLOSED_URL)');
    expect(report).toContain('connect ECONNREFUSED 127.0.0.1:1');
    expect(JSON.stringify(messages) + report).not.toContain('hunter2');
  });
});
