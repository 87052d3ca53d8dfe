import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { startHttpServer, type HttpServer } from '../clients/http-server.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { useEndpoint } from '../graphql/start-endpoint.js';
import { createProject, type Project } from '../kit/build-server.js';
import { startChromium } from '../kit/start-chromium.js';
import { typeCheck } from '../kit/type-check.js';
import { openAppsHost } from '../views/apps-host/open-apps-host.js';
import { HttpTarget } from '../wire/http-kit.js';
import { modern, type Wire } from '../wire/wire.js';
import { resultOf } from './transports.js';

const sdl = `
input Place { tenant_key: String! city: String }
type Order { id: ID! tenant_key: String! }
type Query { orders(tenant_key: String!, first: Int): [Order!]! places(place: Place): [String!]! }
`;

const endpoint = await useEndpoint(buildSchema(sdl), {
  orders: ({ tenant_key }: { tenant_key: string }) => [{ id: `order of ${tenant_key}`, tenant_key }],
  places: ({ place }: { place: object }) => [JSON.stringify(place)],
});
const api = useRecordingServer();

const files = (address: string): { readonly [file: string]: string } => ({
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0, code: { allow: [all], confirm: never }, trustedHeaders: [X-Tenant] }
graphql:
  shop:
    endpoint: https://shop.example/graphql
    schema: ./shop.graphql
    operations: ./*.query.graphql
    tools:
      ListOrders: { name: list_orders, bind: { tenant_key: &bind { header: X-Tenant, stdio: demo } } }
      ListPlaces: { name: list_places, bind: { place: { value: { tenant_key: acme } } } }
tools:
  get_stock:
    description: Returns the stock.
    inputSchema:
      type: object
      properties: { tenant_key: { type: string, bind: *bind }, item: { type: string, description: Item. } }
      required: [item]
    http: { url: '${address}/{{tenant_key}}/stock?item={{item}}', body: { json: { tenant: '{{tenant_key}}' } } }
    ui: { view: ../views/stock }
  pick_item:
    description: Picks an item.
    inputSchema: { type: object, properties: { tenant_key: { type: string, bind: *bind }, item: { type: string, description: Item. } } }
    ui: { view: ../views/stock, visibility: [app] }
`,
  'definitions/shop.graphql': sdl,
  'definitions/orders.query.graphql': `# Lists orders.
query ListOrders($tenant_key: String!, $first: Int) { orders(tenant_key: $tenant_key, first: $first) { id } }
# Lists places.
query ListPlaces($place: Place, $again: Place) { places(place: $place) again: places(place: $again) }
`,
  'handlers/server.ts': 'export const options = { callsPerSecond: 100_000 };\n',
  'handlers/tools/pick-item.ts': `import type { PickItem } from '../../generated/handlers.ts';
export const pickItem: PickItem = ({ tenant_key, item }) => \`\${item} for \${tenant_key}\`;
`,
  'views/stock/view.ts': `import { openStock } from '../../generated/views/stock.ts';
const stock = openStock();
const show = (text: string): void => { document.body.appendChild(document.createElement('p')).textContent = text; };
stock.onInput(({ input }) => {
  show(JSON.stringify(input));
  void stock.call.pick_item({ item: 'tea' }).then(({ text }) => show(text));
  // @ts-expect-error: The tool has no such argument.
  void stock.call.pick_item({ item: 'tea', tenant_key: 'globex' }).then(({ text }) => show(text), (error) => show(String(error)));
});
`,
});

let project: Project;
const servers: HttpServer[] = [];
let tools: HttpTarget;
let code: HttpTarget;

beforeAll(async () => {
  project = await createProject(files(api.url));
  // The bundle contains the page of the view.
  const { exitCode, out, error } = await runInMemory(['build'], { cwd: project.folder });
  if (exitCode !== 0) throw new Error(out + error);
  const bundle = path.join(project.folder, 'dist/server.mjs');
  const environment = { SHOP__SHOP__BASE_URL: endpoint.url };
  servers.push(await startHttpServer(bundle, environment));
  servers.push(await startHttpServer(bundle, { ...environment, MCP_MODE: 'code' }));
  [tools, code] = servers.map(({ url }) => new HttpTarget(url)) as [HttpTarget, HttpTarget];
}, 180_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

beforeEach(() => {
  api.answer = ({ method, target, body }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify([method, target, body.toString()]));
  };
});

const call = async (name: string, args: object, tenant = 'acme', target = tools): Promise<Wire> => {
  const message = modern(1, 'tools/call', { name, arguments: args });
  return resultOf((await target.post(message, { 'X-Tenant': tenant })).messages[0]);
};
const textOf = ({ content }: Wire): string => String(content?.[0]?.text);
const refusal = (name: string, argument = 'tenant_key'): string =>
  `Invalid arguments for tool "${name}":\n- ${argument}: cannot be sent, because the server sets it`;

describe('a tool of a GraphQL operation', () => {
  test('gets the variable of its caller', async () => {
    expect((await call('list_orders', { first: 1 }))['structuredContent']).toEqual({
      orders: [{ id: 'order of acme' }],
    });
    expect((await call('list_orders', {}, 'globex'))['structuredContent']).toEqual({
      orders: [{ id: 'order of globex' }],
    });
    expect(endpoint.requests.map(({ body }) => body.variables)).toEqual([
      { tenant_key: 'acme', first: 1 },
      { tenant_key: 'globex' },
    ]);
  });

  test.each([
    ['its variable', { tenant_key: 'globex' }],
    ['its own value', { tenant_key: 'acme' }],
    ['null', { tenant_key: null }],
  ])('refuses %s', async (_name, args) => {
    expect(textOf(await call('list_orders', args))).toBe(refusal('list_orders'));
    expect(endpoint.requests).toEqual([]);
  });

  test.each([
    ['variables', { variables: { tenant_key: 'globex' } }],
    ['a query', { query: '{ orders(tenant_key: "globex") { id } }', operationName: 'X' }],
    ['a prototype', JSON.parse('{"__proto__":{"tenant_key":"globex"}}') as object],
  ])('sends the value of its caller, whatever else has %s', async (_name, args) => {
    await call('list_orders', args);
    expect(JSON.stringify(endpoint.requests)).not.toContain('globex');
    for (const { body } of endpoint.requests) expect(body.variables).toMatchObject({ tenant_key: 'acme' });
  });

  test('gets an input object of which callers can send no part', async () => {
    const again = { city: 'Rome', tenant_key: 'x' };
    const { structuredContent } = await call('list_places', { again });
    const acme = '{"tenant_key":"acme"}';
    expect(structuredContent).toEqual({ places: [acme], again: ['{"tenant_key":"x","city":"Rome"}'] });
    expect(textOf(await call('list_places', { place: { city: 'Rome' } }))).toBe(refusal('list_places', 'place'));
  });

  test('is the same for code of the model', async () => {
    const run = async (script: string): Promise<string> =>
      textOf(await call('run_code', { code: script }, 'acme', code));
    expect(await run('return await shop.list_orders({})')).toContain('order of acme');
    expect(await run("return await shop.list_orders({ tenant_key: 'globex' })")).toContain(
      'cannot be sent, because the server sets it',
    );
  });
});

test('a tool with `http` puts the value of its caller in its request', async () => {
  const sent = async (tenant: string): Promise<unknown> =>
    JSON.parse(textOf(await call('get_stock', { item: 'a/b' }, tenant)));
  expect(await sent('acme')).toEqual(['POST', '/acme/stock?item=a%2Fb', '{"tenant":"acme"}']);
  expect(await sent('a?x=')).toEqual(['POST', '/a%3Fx%3D/stock?item=a%2Fb', '{"tenant":"a?x="}']);
  api.requests.length = 0;
  expect(textOf(await call('get_stock', { item: 'tea' }, '../globex'))).toBe(
    'An argument in the path must not be or contain the segment "." or ".."',
  );
  expect(textOf(await call('get_stock', { item: 'tea', tenant_key: 'globex' }))).toBe(refusal('get_stock'));
  expect(api.requests).toEqual([]);
});

describe('a view', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  }, 300_000);

  afterAll(() => browser?.close());

  test('neither gets a bound argument nor sends one', { timeout: 60_000 }, async () => {
    const listed = await tools.post(modern(1, 'resources/list'), { 'X-Tenant': 'acme' });
    const [page] = resultOf(listed.messages[0])['resources'] as readonly Wire[];
    const read = await tools.post(modern(2, 'resources/read', { uri: page?.['uri'] }));
    const html = String(resultOf(read.messages[0])['contents']?.[0]?.text);
    expect(html).toContain('<script');
    const host = await openAppsHost(browser, (name, input) => call(name, input));
    const frame = await host.show({ html, csp: {}, hostContext: { theme: 'light' } });
    await host.tell('sendInput', { item: 'tea' });
    await frame.getByText('tea for acme').waitFor();
    await frame.getByText('tenant_key: cannot be sent, because the server sets it').waitFor();
    expect((await frame.locator('p').allTextContents()).join(' ')).not.toContain('globex');
    expect(await frame.locator('p').first().textContent()).toBe('{"item":"tea"}');
    expect(host.news.filter(({ kind }) => kind === 'call')).toEqual([
      { kind: 'call', name: 'pick_item', input: { item: 'tea' } },
      { kind: 'call', name: 'pick_item', input: { item: 'tea', tenant_key: 'globex' } },
    ]);
    await host.close();
  });

  test('has types without it', async () => {
    expect(await typeCheck(project.folder, ['generated', 'handlers', 'views'])).toBe('');
    expect(readFileSync(path.join(project.folder, 'generated/views/stock.ts'), 'utf8')).not.toContain('tenant_key');
  });
});
