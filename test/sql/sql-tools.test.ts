import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askServer, ways, type Way } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { typeCheck } from '../kit/type-check.js';
import { createDatabase, definition, runStatements, schema } from './sqlite-shop.js';

await linkSqlite();
const project = await createProject({ 'definitions/shop.mcp.yaml': definition, 'definitions/schema.sql': schema });
const server = await project.bundle();

test('only the implemented tool has a stub, which calls its statement, and all types fit', async () => {
  expect(readdirSync(path.join(project.folder, 'handlers', 'tools'))).toEqual(['count-orders.ts']);
  expect(readFileSync(path.join(project.folder, 'handlers', 'tools', 'count-orders.ts'), 'utf8')).toContain(
    'return query(input, context);',
  );
  expect(project.report.diagnostics).toEqual([]);
  expect(project.report.summary).toMatchObject({ tools: 8, declared: { sql: 7 } });
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

/** Starts the server with a database of its own. */
async function openShop(way: Way, name: string) {
  const database = path.join(project.folder, `${name}-${way.carrier}-${way.revision}.db`);
  await createDatabase(database);
  return askServer(server, way, { environment: { SHOP_DB: database } });
}

describe.each(ways)('SQL over $carrier in $revision', (way) => {
  const asked = openShop(way, 'each');
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

  test('a stub starts from the statement', async () => {
    expect((await call('count_orders', { customer: 1 })).structuredContent).toEqual({ orders: 3 });
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

  test('changes are confirmed with their number, and the deletion needs the user', async () => {
    // A client that cannot ask the user.
    expect(await (await asked).call('delete_orders', { customer: 2 })).toMatchObject({
      result: { structuredContent: { changed: 0 } },
    });
    const refused = await (await asked).call('delete_orders', { customer: 1 });
    expect(JSON.stringify(refused)).toContain('elicitation');
    const left = await call('find_orders', { customer: 1, status: ['sent'] });
    expect(left.structuredContent.rows).toHaveLength(1);
  });

  test('resources and templates have JSON', async () => {
    const read = async (uri: string) => (await asked).ask('resources/read', { uri });
    expect((await read('shop://statuses')).result.contents).toEqual([
      {
        uri: 'shop://statuses',
        mimeType: 'application/json',
        text: '[{"status":"open","orders":2},{"status":"paid","orders":1},{"status":"sent","orders":1}]',
      },
    ]);
    expect((await read('shop://customers/1')).result.contents).toMatchObject([
      { mimeType: 'application/json', text: '{"id":1,"name":"Ada","email":"ada@example.com"}' },
    ]);
    expect(await read('shop://customers/77')).toHaveProperty('error');
  });

  test('prompts contain the columns of a row, or all rows', async () => {
    const get = async (name: string, args?: object) =>
      (await (await asked).ask('prompts/get', { name, arguments: args })).result?.messages;
    expect(await get('thank', { id: '1' })).toEqual([
      { role: 'user', content: { type: 'text', text: 'Thank Ada (ada@example.com), number 1.' } },
    ]);
    expect(await get('thank', { id: '2' })).toMatchObject([{ content: { text: 'Thank Bob (), number 2.' } }]);
    expect(await get('thank', { id: '3' })).toBeUndefined();
    expect(await get('summarize')).toMatchObject([{ content: { text: 'Summarize [{"name":"Ada"}]' } }]);
  });

  test('completions are the first column', async () => {
    const complete = async (ref: object, name: string, value: string) =>
      (await (await asked).ask('completion/complete', { ref, argument: { name, value } })).result.completion;
    expect(await complete({ type: 'ref/prompt', name: 'greet' }, 'name', 'A')).toMatchObject({ values: ['Ada'] });
    expect(await complete({ type: 'ref/resource', uri: 'shop://customers/{id}' }, 'id', '')).toMatchObject({
      values: ['1', '2'],
      hasMore: false,
    });
  });
});

describe.each(ways.filter(({ revision }) => revision === '2026-07-28'))(
  'a client with a user, over $carrier',
  (way) => {
    const asked = openShop(way, 'user');
    const call = async (name: string, input: object) => (await (await asked).call(name, input)).result;
    afterAll(async () => (await asked).close());

    test('what the user confirms is changed, and nothing else', async () => {
      const params = { name: 'delete_orders', arguments: { customer: 1 } };
      const respond = async (action: string) => {
        const { result: asks } = await (await asked).ask('tools/call', params, { elicitation: { form: {} } });
        expect(asks.inputRequests).toMatchObject({
          'confirm-1': { method: 'elicitation/create', params: { message: 'Delete 1 orders of customer 1?' } },
        });
        const { requestState } = asks;
        const inputResponses = { 'confirm-1': action === 'accept' ? { action, content: {} } : { action } };
        const again = { ...params, requestState, inputResponses };
        return (await (await asked).ask('tools/call', again, { elicitation: { form: {} } })).result;
      };
      expect(await respond('decline')).toMatchObject({
        isError: true,
        content: [{ text: 'The user did not confirm. Nothing was changed.' }],
      });
      expect((await respond('accept')).structuredContent).toEqual({ changed: 1 });
      expect((await call('find_orders', { customer: 1, status: ['sent'] })).structuredContent.rows).toEqual([]);
    });
  },
);

test('columns are found by their names, until one has another name', async () => {
  const database = path.join(project.folder, 'moved.db');
  await createDatabase(database);
  const star = await createProject({
    'definitions/schema.sql': schema,
    'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0 }
databases: { shop: { kind: sqlite, url: { env: SHOP_DB }, schema: ./schema.sql } }
tools:
  list_customers:
    description: Lists the customers.
    sql: { statement: select * from customers order by id }
`,
  });
  const way = { carrier: 'stdio', revision: '2026-07-28' } as const;
  const asked = await askServer(await star.bundle(), way, { environment: { SHOP_DB: database } });
  expect((await asked.call('list_customers')).result.structuredContent.rows).toHaveLength(2);
  await runStatements(
    database,
    `alter table customers add column nick text; alter table customers rename column email to mail;
    alter table customers add column email text; update customers set email = 'b@example.com' where id = 2`,
  );
  expect((await asked.call('list_customers')).result.structuredContent.rows).toEqual([
    { id: 1, name: 'Ada', email: null },
    { id: 2, name: 'Bob', email: 'b@example.com' },
  ]);
  await runStatements(database, 'alter table customers rename column email to address');
  const { result } = await asked.call('list_customers');
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: 'This tool no longer fits the database. Report it to the operator.' }],
  });
  await asked.close();
});
