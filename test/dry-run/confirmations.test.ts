import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unlikeKinds, type ConnectedClient } from '../clients/client-kinds.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { openSqlite } from '../kit/open-sqlite.js';

await linkSqlite();
const api = useRecordingServer();

const id = `{ type: object, properties: { id: { type: integer, description: Id. } }, required: [id] }`;
const definition = (mode: string): string => `
server: { name: shop, version: 1.0.0, mode: ${mode} }
databases:
  shop: { kind: sqlite, url: { env: SHOP_DB }, schema: ./schema.sql }
tools:
  cancel:
    description: Cancels the open orders of a customer.
    inputSchema: ${id}
    sql: { statement: "update orders set status = 'canceled' where customer = {{id}} and status = 'open'" }
    dryRun: true
  remove:
    description: Removes an order.
    inputSchema: ${id}
    sql:
      statement: delete from orders where id = {{id}} returning id, status
      rows: one
      confirm: 'Delete {{changed}}: {{dryRun.status}} order {{id}}? {{dryRun}}'
    dryRun: true
  refund:
    description: Refunds an order.
    inputSchema: ${id}
    dryRun: true
  close:
    description: Closes the orders of a customer.
    inputSchema: ${id}
    sql: { statement: "update orders set status = 'closed' where customer = {{id}}" }
    dryRun: { argument: false, confirm: 'Close {{dryRun.changed}} orders?' }
  ship:
    description: Ships an order.
    inputSchema: ${id}
`;
const fleet = `
openapi:
  fleet:
    document: ./fleet.json
    mode: discover
    tools: { removeVan: { dryRun: { confirm: 'Van {{id}}? {{dryRun.request}}' } } }
`;

const schema = 'create table orders (id integer primary key, customer integer not null, status text not null);';

const files = {
  'definitions/schema.sql': schema,
  'handlers/tools/refund.ts': `
import { error } from 'create-mcp-from-schema/runtime';
import type { Refund } from '../../generated/handlers.ts';
export const refund: Refund = async () => 'Refunded';
export const dryRun: Refund = async ({ id }) => {
  console.error('tried out');
  if (id === 404) return error('No such order');
  return 'Would pay \\n' + 'x'.repeat(600);
};
`,
  'handlers/tools/ship.ts': `
import type { Ship } from '../../generated/handlers.ts';
export const ship: Ship = async () => 'Shipped';
`,
};

const operations = {
  openapi: '3.1.0',
  info: { title: 'Fleet', version: '1' },
  paths: {
    '/vans/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      delete: { operationId: 'removeVan', summary: 'Removes a van.', responses: { 204: { description: 'd' } } },
    },
  },
};

const code = await createProject({ 'definitions/shop.mcp.yaml': definition('code'), ...files });
const discover = await createProject({
  'definitions/shop.mcp.yaml': definition('tools') + fleet,
  'definitions/fleet.json': JSON.stringify(operations),
  ...files,
});
const servers = { code: await code.bundle(), discover: await discover.bundle() };
const database = path.join(code.folder, 'shop.db');
const connection = openSqlite(database);
connection.exec(schema);
afterAll(() => void connection.close());

const listOrders = (): readonly object[] => connection.prepare('select * from orders').all();
const addOrder = (order: number): unknown => connection.exec(`insert into orders values (${order}, 7, 'open')`);
const environment = (): { readonly [name: string]: string } => ({ SHOP_DB: database, SHOP__FLEET__BASE_URL: api.url });

beforeEach(() => {
  connection.exec('delete from orders');
  addOrder(1);
  addOrder(2);
});

describe.each(unlikeKinds)('a script of $name', ({ connect }) => {
  const asked: string[] = [];
  let client: ConnectedClient | undefined;
  const run = async (source: string, accepts = true): Promise<unknown> => {
    asked.length = 0;
    client = await connect(servers.code, environment(), (message) => {
      asked.push(message);
      return accepts ? {} : undefined;
    });
    return client.callTool('run_code', { code: source });
  };
  afterEach(async () => void (await client?.close()));

  test('shows what each call would do, before anything is done', async () => {
    expect(await run('await tools.cancel({ id: 7 })')).toMatchObject({ content: [{ text: '{"changed":2}' }] });
    expect(asked).toEqual(['A script wants to call tools.cancel({"id":7}). Dry run: {"changed":2}\nAllow it?']);
    expect(listOrders()).toMatchObject([{ status: 'canceled' }, { status: 'canceled' }]);
  });

  test('does nothing if the user declines', async () => {
    expect(await run('await tools.cancel({ id: 7 })', false)).toMatchObject({ isError: true });
    expect(asked).toHaveLength(1);
    expect(listOrders()).toMatchObject([{ status: 'open' }, { status: 'open' }]);
  });

  test('shows failures, long outcomes, and calls that cannot be tried out', async () => {
    const calls = [
      'refund({ id: 1 })',
      'refund({ id: 404 })',
      'ship({ id: 1 })',
      'cancel({ id: 7 })',
      'cancel({ id: 7 })',
    ];
    await run(`(await Promise.all([${calls.map((call) => `tools.${call}`).join(', ')}])).length`);
    expect(asked).toEqual([
      [
        'A script wants to make 5 calls:',
        `- tools.refund({"id":1}). Dry run: Would pay \\u{a}${'x'.repeat(489)}…`,
        '- tools.refund({"id":404}). Dry run failed: No such order',
        '- tools.ship({"id":1})',
        '- tools.cancel({"id":7}) ×2. Dry run: {"changed":2}',
        'Allow them?',
      ].join('\n'),
    ]);
  });
});

describe('a client that sends a script again', () => {
  const asking = { elicitation: { form: {} } };
  let client: AskedServer;
  const ask = async (more: object = {}, capabilities: object = asking) => {
    const params = { name: 'run_code', arguments: { code: 'await tools.cancel({ id: 7 })' }, ...more };
    const { result } = await client.ask('tools/call', params, capabilities);
    return { result, message: result.inputRequests?.confirm.params.message as unknown };
  };
  const accepted = { inputResponses: { confirm: { action: 'accept', content: {} } } };
  beforeEach(async () => {
    const way = { carrier: 'HTTP', revision: '2026-07-28' } as const;
    client = await askServer(servers.code, way, { environment: environment() });
  });
  afterEach(async () => void (await client.close()));

  test('is asked again if a call would do something else now', async () => {
    const first = await ask();
    expect(first.message).toContain('Dry run: {"changed":2}');
    addOrder(3);
    const second = await ask({ requestState: first.result.requestState as unknown, ...accepted });
    expect(second.message).toContain('Dry run: {"changed":3}');
    expect(listOrders()).toMatchObject([{ status: 'open' }, { status: 'open' }, { status: 'open' }]);
    const third = await ask({ requestState: second.result.requestState as unknown, ...accepted });
    expect(third.result).toMatchObject({ content: [{ text: '{"changed":3}' }] });
  });

  test('is not asked without elicitation, and nothing is tried out', async () => {
    const refund = { arguments: { code: 'await tools.refund({ id: 1 })' } };
    expect(JSON.stringify((await ask(refund, {})).result)).toContain('elicitation');
    expect(await client.close()).not.toContain('tried out');
  });

  test('is shown what was tried out', async () => {
    const refund = { arguments: { code: 'await tools.refund({ id: 404 })' } };
    expect((await ask(refund)).message).toContain('Dry run failed: No such order');
    expect(await client.close()).toContain('tried out');
  });
});

describe.each(unlikeKinds)('other confirmations of $name', ({ connect }) => {
  const asked: string[] = [];
  let client: ConnectedClient | undefined;
  const call = async (name: string, input: { [name: string]: unknown }): Promise<unknown> => {
    asked.length = 0;
    client = await connect(servers.discover, environment(), (message) => {
      asked.push(message);
      return {};
    });
    return client.callTool(name, input);
  };
  afterEach(async () => void (await client?.close()));

  test('call_operation shows what the operation would do', async () => {
    await call('call_operation', { operation: 'removeVan', arguments: { id: 4 } });
    expect(asked).toEqual([`Van 4? {"method":"DELETE","url":"${api.url}/vans/4","headers":{}}`]);
    expect(api.requests).toMatchObject([{ method: 'DELETE', target: '/vans/4' }]);
  });

  test('the confirmation of a statement shows its rows', async () => {
    expect(await call('remove', { id: 2 })).toMatchObject({ structuredContent: { id: 2, status: 'open' } });
    expect(asked).toEqual(['Delete 1: open order 2? {"id":2,"status":"open"}']);
    expect(listOrders()).toMatchObject([{ id: 1 }]);
  });
});

test.each(['remove', 'close'])(
  'the dry run of %s, which a client repeats by its answer, is no reason for a warning',
  async (name) => {
    const way = { carrier: 'stdio', revision: '2026-07-28' } as const;
    const asked = await askServer(servers.discover, way, { environment: environment() });
    const call = (more: object = {}) =>
      asked.ask(
        'tools/call',
        { name, arguments: { id: name === 'close' ? 7 : 1 }, ...more },
        { elicitation: { form: {} } },
      );
    const { result } = await call();
    const [key = ''] = Object.keys(result.inputRequests as object);
    const inputResponses = { [key]: { action: 'accept', content: {} } };
    expect((await call({ requestState: result.requestState as unknown, inputResponses })).result).toMatchObject({
      structuredContent: name === 'close' ? { changed: 2 } : { id: 1 },
    });
    expect(await asked.close()).not.toContain('WARNING');
  },
);
