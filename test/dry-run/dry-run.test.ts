import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unlikeKinds, type ConnectedClient } from '../clients/client-kinds.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { openSqlite } from '../kit/open-sqlite.js';
import { talk, type Message } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { runCode } from '../code-mode/code-kit.js';

await linkSqlite();
const api = useRecordingServer();

const order = `{ type: object, properties: { id: { type: integer, description: Id. } }, required: [id] }`;
const definition = `
server: { name: shop, version: 1.0.0 }
databases:
  shop: { kind: sqlite, url: { env: SHOP_DB }, schema: ./schema.sql }
tools:
  cancel_orders:
    description: Cancels the open orders of a customer.
    inputSchema: { type: object, properties: { customer: { type: integer, description: Id. } }, required: [customer] }
    sql:
      statement: update orders set status = 'canceled' where customer = {{customer}} and status = 'open'
      confirm: Cancel {{changed}} orders of customer {{customer}}?
    dryRun: true
  place_order:
    description: Places an order.
    inputSchema: { type: object, properties: { customer: { type: integer, description: Id. } }, required: [customer] }
    sql:
      steps:
        - { name: placed, statement: "insert into orders (customer, status) values ({{customer}}, 'open') returning id" }
        - { statement: "insert into items values ({{placed.id}}, 'tea') returning order_id, product" }
      rows: one
    task: optional
    dryRun: true
  count_twice:
    description: Cancels orders, with a handler.
    inputSchema: ${order}
    sql: { statement: 'delete from orders where id = {{id}}' }
    implement: true
    dryRun: true
  refund:
    description: Refunds an order.
    inputSchema: ${order}
    outputSchema: { type: object, properties: { rows: { type: integer } }, required: [rows] }
    dryRun: { confirm: 'Refund {{dryRun.rows}} payments of order {{id}}? {{dryRun}}' }
  ship:
    description: Ships an order.
    inputSchema: ${order}
    handler: ../handlers/orders.ts#ship
    args: [id]
    dryRun: { handler: '../handlers/orders.ts#previewShip', argument: false, confirm: '{{dryRun}}?' }
  call_off:
    description: Calls off a delivery.
    inputSchema: ${order}
    http:
      method: DELETE
      url: https://api.example.com/deliveries/{{id}}?api_key=fixed
      auth: { type: http, scheme: bearer, variable: DELIVERY_TOKEN }
    outputSchema: { type: object, properties: { done: { type: boolean } }, required: [done] }
    dryRun: true
  reroute:
    description: Reroutes a delivery.
    inputSchema: ${order}
    implement: true
    http:
      url: https://api.example.com/deliveries/{{id}}/route
      headers: { X-Session: 'session-{{id}}' }
      body: { json: { delivery: '{{id}}', note: 's3cret' } }
      auth: { type: http, scheme: bearer, variable: DELIVERY_TOKEN }
    dryRun: true
openapi:
  fleet: { document: ./fleet.json, mode: discover, tools: { removeVan: { dryRun: true } } }
`;

const schema = `
create table orders (id integer primary key, customer integer not null, status text not null);
create table items (order_id integer not null, product text not null);
`;

const files = {
  'definitions/shop.mcp.yaml': definition,
  'definitions/schema.sql': schema,
  'definitions/fleet.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Fleet', version: '1' },
    paths: {
      '/vans/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        delete: {
          operationId: 'removeVan',
          summary: 'Removes a van.',
          responses: { 200: { description: 'd', content: { 'application/json': { schema: { type: 'object' } } } } },
        },
      },
    },
  }),
  'handlers/orders.ts': `
export const done: string[] = [];
export const ship = (id: number) => { done.push('ship'); return 'Shipped ' + id + ': ' + done.join(); };
export const previewShip = (id: number) => 'Ship order ' + id;
`,
  'handlers/tools/refund.ts': `
import type { Refund } from '../../generated/handlers.ts';
let runs = 0;
export const refund: Refund = (input, context) => ({ rows: 100 + ++runs, ran: context.isDryRun, keys: Object.keys(input) });
export const dryRun: Refund = (input, context) => ({ rows: input.id, ran: context.isDryRun, keys: Object.keys(input) });
`,
};

const project = await createProject(files);
const server = await project.bundle();
const database = path.join(project.folder, 'shop.db');
const connection = openSqlite(database);
connection.exec(schema);
const listOrders = (): readonly object[] => connection.prepare('select id, customer, status from orders').all();
const orders = [
  { id: 1, customer: 7, status: 'open' },
  { id: 2, customer: 7, status: 'open' },
];
afterAll(() => void connection.close());

test('the project type-checks, and stubs have a function for dry runs', async () => {
  expect(project.report.diagnostics).toEqual([]);
  expect(await typeCheck(project.folder)).toBe('');
});

test('a handler without its function for dry runs does not type-check, and the bundler says what to write', async () => {
  const { folder, bundle } = await createProject({
    ...files,
    'handlers/tools/refund.ts': files['handlers/tools/refund.ts'].replace(/^export const dryRun.*$/mu, ''),
  });
  expect(await typeCheck(folder)).toContain("has no exported member 'dryRun'");
  await expect(bundle()).rejects.toThrow(
    'help: Write `export const dryRun: <type of the handler> = async (input, context) => { … }` in `handlers/tools/refund.ts`.',
  );
});

describe.each(unlikeKinds)('$name', ({ connect }) => {
  const asked: string[] = [];
  let client: ConnectedClient;
  let answer: object | undefined = {};
  beforeAll(async () => {
    const environment = { SHOP_DB: database, DELIVERY_TOKEN: 's3cret', SHOP__API_EXAMPLE_COM__BASE_URL: api.url };
    client = await connect(server, environment, (message) => {
      asked.push(message);
      return answer as { readonly [name: string]: string } | undefined;
    });
  });
  afterAll(async () => void (await client.close()));
  beforeEach(() => {
    asked.length = 0;
    answer = {};
    connection.exec(`delete from orders; insert into orders values (1, 7, 'open'), (2, 7, 'open')`);
  });
  const note = { type: 'text', text: 'Dry run. Nothing was changed: this is what the call would do.' };
  const _meta = { 'create-mcp-from-schema/dryRun': true };

  test('models see the argument', async () => {
    const { tools } = (await client.listTools()) as { tools: { name: string; inputSchema: { properties: object } }[] };
    const withArgument = tools.filter(({ inputSchema }) => 'dryRun' in inputSchema.properties);
    expect(withArgument.map(({ name }) => name)).toEqual([
      'cancel_orders',
      'place_order',
      'count_twice',
      'refund',
      'call_off',
      'reroute',
    ]);
    expect(withArgument[0]?.inputSchema.properties).toMatchObject({
      dryRun: {
        type: 'boolean',
        description: 'Set to true to change nothing and only see what the call would do. Default: false.',
      },
    });
  });

  test('statements are rolled back', async () => {
    expect(await client.callTool('cancel_orders', { customer: 7, dryRun: true })).toMatchObject({
      content: [note, { type: 'text', text: '{"changed":2}' }],
      structuredContent: { changed: 2 },
      _meta,
    });
    expect(asked).toEqual([]);
    expect(await client.callTool('place_order', { customer: 9, dryRun: true })).toMatchObject({
      structuredContent: { order_id: 3, product: 'tea' },
      _meta,
    });
    expect(await client.callTool('count_twice', { id: 1, dryRun: true })).toMatchObject({
      structuredContent: { changed: 1 },
      _meta,
    });
    expect(listOrders()).toEqual(orders);
  });

  test('a confirmed call is made, and not marked', async () => {
    const result = await client.callTool('cancel_orders', { customer: 7, dryRun: false });
    expect(asked).toEqual(['Cancel 2 orders of customer 7?']);
    expect(result).toMatchObject({ structuredContent: { changed: 2 } });
    expect(result).not.toMatchObject({ _meta });
    expect(listOrders()).toEqual(orders.map((each) => ({ ...each, status: 'canceled' })));
  });

  test('a handler runs its other function, and the user sees the outcome before the handler runs', async () => {
    const dry = { rows: 4, ran: true, keys: ['id'] };
    expect(await client.callTool('refund', { id: 4, dryRun: true })).toMatchObject({ structuredContent: dry, _meta });
    expect(asked).toEqual([]);
    answer = undefined;
    expect(await client.callTool('refund', { id: 4 })).toMatchObject({
      content: [{ text: 'The user did not confirm. Nothing was changed.' }],
      isError: true,
    });
    answer = {};
    expect(await client.callTool('refund', { id: 5 })).toMatchObject({
      structuredContent: { rows: 101, ran: false, keys: ['id'] },
    });
    expect(asked).toEqual([
      'Refund 4 payments of order 4? {"rows":4,"ran":true,"keys":["id"]}',
      'Refund 5 payments of order 5? {"rows":5,"ran":true,"keys":["id"]}',
    ]);
  });

  test.each([{ dry_run: true }, { DryRun: true }, { 'dry-run': 'yes' }, { isDryRun: true }])(
    'an argument that looks like a dry run does nothing: %o',
    async (input) => {
      expect(await client.callTool('cancel_orders', { customer: 7, ...input })).toMatchObject({ isError: true });
      expect(asked).toEqual([]);
      expect(listOrders()).toEqual(orders);
    },
  );

  test('without the argument, only the confirmation runs dry', async () => {
    expect(await client.callTool('ship', { id: 1, dryRun: true })).toMatchObject({
      content: [{ text: 'There is no argument "dryRun". Nothing was changed. Calls of this tool cannot be dry runs.' }],
      isError: true,
    });
    expect(await client.callTool('ship', { id: 1 })).toMatchObject({ content: [{ text: 'Shipped 1: ship' }] });
    expect(asked).toEqual(['Ship order 1?']);
  });

  test('requests are described without credentials, and not sent', async () => {
    expect(await client.callTool('call_off', { id: 3, dryRun: true })).toMatchObject({
      content: [note, { type: 'text' }],
      structuredContent: {
        dryRun: true,
        request: { method: 'DELETE', url: `${api.url}/deliveries/3?api_key=***`, headers: {} },
      },
      _meta,
    });
    const { structuredContent } = (await client.callTool('reroute', { id: 3, dryRun: true })) as {
      structuredContent: unknown;
    };
    expect(structuredContent).toEqual({
      dryRun: true,
      request: {
        method: 'POST',
        url: `${api.url}/deliveries/3/route`,
        headers: { 'x-session': '***', 'content-type': 'application/json' },
        body: '{"delivery":3,"note":"***"}',
      },
    });
    expect(api.requests).toEqual([]);
    api.answer = (_request, response) => response.setHeader('content-type', 'application/json').end('{"done":true}');
    expect(await client.callTool('call_off', { id: 3 })).toMatchObject({ structuredContent: { done: true } });
    expect(api.requests).toMatchObject([{ method: 'DELETE', target: '/deliveries/3?api_key=fixed' }]);
  });
});

const signIn = { carrier: 'stdio', revision: '2026-07-28' } as const;
const environment = (): { readonly [name: string]: string } => ({
  SHOP_DB: database,
  DELIVERY_TOKEN: 's3cret',
  SHOP__API_EXAMPLE_COM__BASE_URL: api.url,
  SHOP__FLEET__BASE_URL: api.url,
});

describe('in other modes', () => {
  beforeEach(() => {
    connection.exec(`delete from orders; insert into orders values (1, 7, 'open'), (2, 7, 'open')`);
  });

  test('a script needs no confirmation for a dry run', async () => {
    const asked = await askServer(server, signIn, { args: ['--mode', 'code'], environment: environment() });
    const code = 'return [await tools.count_twice({ id: 1, dryRun: true }), await tools.count_twice({ id: 1 })]';
    expect((await runCode(asked, code)).text).toContain('elicitation');
    const dry = 'return await tools.count_twice({ id: 1, dryRun: true })';
    expect((await runCode(asked, dry)).text).toContain('"changed":1');
    expect(listOrders()).toEqual(orders);
    expect(api.requests).toEqual([]);
    await asked.close();
  });

  test('an operation of discover mode runs dry', async () => {
    const asked = await askServer(server, signIn, { environment: environment() });
    const input = { operation: 'removeVan', arguments: { id: 1, dryRun: true } };
    expect((await asked.call('call_operation', input)).result).toMatchObject({
      structuredContent: { dryRun: true, request: { method: 'DELETE', url: `${api.url}/vans/1` } },
      _meta: { 'create-mcp-from-schema/dryRun': true },
    });
    expect(api.requests).toEqual([]);
    await asked.close();
  });

  test('a read-only server has no tools with dry runs', async () => {
    const asked = await askServer(server, signIn, { args: ['--read-only'], environment: environment() });
    expect(await asked.listTools()).toEqual(['search_operations', 'describe_operation', 'call_operation']);
    await asked.close();
  });

  test('the state of a dry run does not confirm a real call', async () => {
    const asked = await askServer(server, signIn, { environment: environment() });
    const call = (input: object, more: object = {}): Promise<Message> =>
      asked.ask('tools/call', { name: 'refund', arguments: input, ...more }, { elicitation: { form: {} } });
    const { result } = await call({ id: 4 });
    expect(result).toMatchObject({ resultType: 'input_required' });
    const answers = {
      requestState: result.requestState as string,
      inputResponses: { confirm: { action: 'accept', content: {} } },
    };
    expect(await call({ id: 4, dryRun: false }, answers)).toMatchObject({ error: { code: -32602 } });
    expect(await call({ id: 5 }, answers)).toMatchObject({ error: { code: -32602 } });
    expect((await call({ id: 4 }, answers)).result).toMatchObject({ structuredContent: { rows: 101 } });
    await asked.close();
  });

  test('a task runs dry', async () => {
    const asked = await askServer(server, { carrier: 'stdio', revision: '2025-11-25' }, { environment: environment() });
    const params = { name: 'place_order', arguments: { customer: 9, dryRun: true }, task: { ttl: 60_000 } };
    const { taskId } = (await asked.ask('tools/call', params)).result.task as { readonly taskId: string };
    expect((await asked.ask('tasks/result', { taskId })).result).toMatchObject({
      structuredContent: { order_id: 3, product: 'tea' },
      _meta: { 'create-mcp-from-schema/dryRun': true },
    });
    expect(listOrders()).toEqual(orders);
    await asked.close();
  });

  test('calls of a batch run in their own modes', async () => {
    const call = (id: number, input: object): object => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'count_twice', arguments: input },
    });
    const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const { messages } = await talk(
      server,
      [
        { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello },
        JSON.stringify([call(1, { id: 1, dryRun: true }), call(2, { id: 2 }), call(3, { id: 1, dryRun: true })]),
      ],
      environment(),
    );
    const answers = messages.slice(1).flat();
    const marks = answers.map(({ id, result }) => [id, result._meta?.['create-mcp-from-schema/dryRun']]);
    expect(marks.toSorted()).toEqual([
      [1, true],
      [2, undefined],
      [3, true],
    ]);
    expect(listOrders()).toEqual([{ id: 1, customer: 7, status: 'open' }]);
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])(
    '%s has dry runs',
    async (revision) => {
      const asked = await askServer(server, { carrier: 'HTTP', revision }, { environment: environment() });
      const { result } = await asked.call('count_twice', { id: 1, dryRun: true });
      expect(result.content).toEqual([
        { type: 'text', text: 'Dry run. Nothing was changed: this is what the call would do.' },
        { type: 'text', text: '{"changed":1}' },
      ]);
      expect(result._meta).toMatchObject({ 'create-mcp-from-schema/dryRun': true });
      expect(listOrders()).toEqual(orders);
      await asked.close();
    },
  );
});
