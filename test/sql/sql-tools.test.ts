import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.js';
import { typeCheck } from '../kit/type-check.js';
import { createDatabase, definition, schema } from './shop.js';

await linkSqlite();
const project = await createProject({ 'definitions/shop.mcp.yaml': definition, 'definitions/schema.sql': schema });
const server = await project.bundle();

test('a server with SQL alone has no handlers to write, and type-checks', async () => {
  expect(existsSync(path.join(project.folder, 'handlers', 'tools'))).toBe(false);
  expect(project.report.diagnostics).toEqual([]);
  expect(project.report.summary).toMatchObject({ tools: 7, declared: { sql: 7 } });
  expect(await typeCheck(project.folder, ['generated', 'handlers'])).toBe('');
});

test('the lock file has what the database said, and no path of this machine', () => {
  const lock = readFileSync(path.join(project.folder, 'generated', 'sql.lock.json'), 'utf8');
  expect(lock).not.toContain(project.folder);
  expect(JSON.parse(lock)).toMatchObject({
    version: 1,
    tools: {
      get_customer: {
        steps: [{ statements: { '': { columns: [{ name: 'id' }, { name: 'name' }, { name: 'email' }] } } }],
      },
    },
  });
});

describe.each(ways)('SQL over $carrier in $revision', (way) => {
  const database = path.join(project.folder, `${way.carrier}-${way.revision}.db`);
  const asked = createDatabase(database).then(() => askServer(server, way, { environment: { SHOP_DB: database } }));
  const call = async (name: string, input: object) => (await (await asked).call(name, input)).result;
  afterAll(async () => (await asked).close());

  test('hints and output schemas follow from the statements', async () => {
    const { result } = await (await asked).ask('tools/list');
    const tools = new Map((result.tools as { name: string }[]).map((tool) => [tool.name, tool]));
    expect(tools.get('find_orders')).toMatchObject({
      annotations: { readOnlyHint: true, openWorldHint: false },
      outputSchema: {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'integer' },
                total: { type: 'integer' },
                note: { type: ['string', 'null'] },
                placed_at: { type: 'string' },
              },
              required: ['id', 'total', 'note', 'placed_at'],
              additionalProperties: false,
            },
          },
          more: { type: 'boolean' },
        },
        required: ['rows', 'more'],
      },
    });
    expect(tools.get('rename_customer')).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    });
    expect(tools.get('page_orders')).toMatchObject({ inputSchema: { properties: { cursor: { type: 'string' } } } });
  });

  test('rows are found by bound arguments, in the order of chosen columns, up to the limit', async () => {
    expect((await call('find_orders', { customer: 1 })).structuredContent).toEqual({
      rows: [
        { id: 1, total: 500, note: null, placed_at: '2026-01-01' },
        { id: 2, total: 700, note: 'gift', placed_at: '2026-01-02' },
      ],
      more: true,
    });
    const sorted = await call('find_orders', {
      customer: 1,
      status: ['sent', 'open'],
      sort: 'total',
      direction: 'desc',
    });
    expect(sorted.structuredContent).toEqual({
      rows: [
        { id: 1, total: 500, note: null, placed_at: '2026-01-01' },
        { id: 3, total: 100, note: null, placed_at: '2026-01-02' },
      ],
      more: false,
    });
    expect((await call('find_orders', { customer: 1, status: [] })).structuredContent).toEqual({
      rows: [],
      more: false,
    });
  });

  test('one row, none, and too many', async () => {
    expect((await call('get_customer', { id: 2 })).structuredContent).toEqual({
      row: { id: 2, name: 'Bob', email: null },
    });
    expect((await call('get_customer', { id: 3 })).structuredContent).toEqual({ row: null });
    expect((await call('need_customer', { id: 2 })).structuredContent).toEqual({ id: 2, name: 'Bob' });
    expect(await call('need_customer', { id: 3 })).toMatchObject({
      isError: true,
      content: [{ text: 'No row matches.' }],
    });
    expect(await call('need_customer', { id: 1 })).toMatchObject({
      isError: true,
      content: [{ text: 'More than one row matches; the tool expects one.' }],
    });
  });

  test('a value is never SQL', async () => {
    const name = `Robert'); drop table customers; --`;
    expect((await call('rename_customer', { id: 2, name })).structuredContent).toEqual({ changed: 1 });
    expect((await call('get_customer', { id: 2 })).structuredContent).toMatchObject({ row: { name } });
    await call('rename_customer', { id: 2, name: 'Bob' });
    expect(await call('find_orders', { customer: 1, sort: 'id; drop table orders' })).toMatchObject({ isError: true });
  });

  test('steps share a transaction: the order disappears when the item cannot be added', async () => {
    expect(await call('place_order', { customer: 9, product: 'tea', quantity: 1 })).toMatchObject({ isError: true });
    const placed = await call('place_order', { customer: 2, product: 'tea', quantity: 1 });
    expect(placed.structuredContent).toEqual({ id: expect.any(Number), items: 1 });
  });

  test('pages follow each other without gaps, and a forged cursor is refused', async () => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { structuredContent } = await call('page_orders', cursor === undefined ? {} : { cursor });
      seen.push(...structuredContent.rows.map(({ id }: { id: number }) => id));
      cursor = structuredContent.nextCursor;
    } while (cursor !== undefined);
    expect(seen.slice(0, 5)).toEqual([5, 4, 2, 3, 1]);
    for (const wrong of ['', 'x', 'W10', Buffer.from('[{"a":1},2]').toString('base64url')]) {
      expect(await call('page_orders', { cursor: wrong })).toMatchObject({
        isError: true,
        content: [{ text: 'The cursor is not valid. Start again without one.' }],
      });
    }
  });
});
