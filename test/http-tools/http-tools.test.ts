import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { useRecordingServer, type RecordedRequest } from '../forward/recording-server.js';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const api = useRecordingServer();

const definition = `
server: { name: shop, version: 1.0.0 }
tools:
  get_order:
    description: Returns an order.
    inputSchema:
      type: object
      properties:
        id: { type: string, description: Id. }
        fields: { type: array, items: { type: string }, description: Fields. }
        team: { type: string, description: Team. }
      required: [id]
    http:
      url: https://api.example.com/v1/orders/{{id}}.json?fields={{fields}}&page=1
      query: { size: 20, q: 'team:{{team}}', literal: 'a \\{{b}}' }
      headers: { X-Team: 'team-{{team}}', X-Version: 3 }
      auth: { type: http, scheme: bearer, variable: SHOP_TOKEN }
      output: { pick: [id, customer.name] }
    outputSchema:
      type: object
      properties: { id: { type: string }, customer: { type: object, properties: { name: { type: string } } } }
      required: [id]
  create_order:
    description: Creates an order.
    inputSchema:
      type: object
      properties:
        customer: { type: integer, description: Customer. }
        lines: { type: array, items: { type: object }, description: Lines. }
        note: { type: string, description: Note. }
      required: [customer]
    http:
      url: https://api.example.com/v1/orders
      auth: { type: http, scheme: bearer, variable: SHOP_TOKEN }
      body:
        json:
          customer: { id: '{{customer}}' }
          lines: '{{lines}}'
          note: 'Note: {{note}}'
          source: mcp
          flags: [a, '{{note}}', null]
  subscribe:
    description: Subscribes.
    inputSchema:
      type: object
      properties:
        email: { type: string, description: Address. }
        topics: { type: array, items: { type: string }, description: Topics. }
    http:
      method: PUT
      url: https://api.example.com
      body: { form: { email: '{{email}}', topic: '{{topics}}', from: 'mcp & co' } }
  upload:
    description: Uploads a photo.
    inputSchema:
      type: object
      properties:
        photo: { type: string, contentEncoding: base64, contentMediaType: image/png, description: Photo. }
        title: { type: string, description: Title. }
    implement: true
    http:
      url: https://files.example.com/upload
      body: { multipart: { photo: '{{photo}}', title: '{{title}}', kind: photo } }
`;

const upload = `
import type { Upload } from '../../generated/handlers.ts';
export const upload: Upload = (input, context) => context.forward({ title: 'Untitled', ...input });
`;

const project = await createProject({
  'definitions/shop.mcp.yaml': definition,
  'handlers/tools/upload.ts': upload,
});
const server = await project.bundle();

test('only the tool with `implement: true` has a handler, and the project type-checks', async () => {
  expect(project.report.diagnostics).toEqual([]);
  expect(project.report.summary).toMatchObject({ tools: 4, declared: { http: 3 } });
  expect(existsSync(path.join(project.folder, 'handlers/tools/get-order.ts'))).toBe(false);
  expect(await typeCheck(project.folder, ['generated', 'handlers'])).toBe('');
});

test('variables are listed: one address for each origin, and credentials by the chosen name', () => {
  const example = readFileSync(path.join(project.folder, 'generated/env.example'), 'utf8');
  expect([...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gmu)].map(([, name]) => name)).toEqual([
    'SHOP_TOKEN',
    'SHOP__API_EXAMPLE_COM__BASE_URL',
    'SHOP__FILES_EXAMPLE_COM__BASE_URL',
  ]);
  expect(example).toContain('# Address of the API. Default: the scheme and host in the definition.\n');
});

const environment = (): { readonly [name: string]: string } => ({
  SHOP_TOKEN: 's3cret',
  SHOP__API_EXAMPLE_COM__BASE_URL: api.url,
  SHOP__FILES_EXAMPLE_COM__BASE_URL: `${api.url}/files`,
});

const describeRequest = ({ method, target, body }: RecordedRequest): string => `${method} ${target} ${body.toString()}`;

describe.each(ways)('over $carrier in $revision', (way) => {
  const asked = (() => {
    let started: ReturnType<typeof askServer> | undefined;
    return () => (started ??= askServer(server, way, { environment: environment() }));
  })();
  const call = async (name: string, input: object) => (await (await asked()).call(name, input)).result;
  afterAll(async () => (await asked()).close());

  test.each([
    ['get_order', { id: '7' }, 'GET /v1/orders/7.json?page=1&size=20&literal=a%20%7B%7Bb%7D%7D '],
    [
      'get_order',
      { id: 'a/b?c#d', fields: ['x', 'y&z'], team: 'ü' },
      'GET /v1/orders/a%2Fb%3Fc%23d.json?fields=x&fields=y%26z&page=1&size=20&q=team%3A%C3%BC&literal=a%20%7B%7Bb%7D%7D ',
    ],
    ['create_order', { customer: 7 }, 'POST /v1/orders {"customer":{"id":7},"source":"mcp","flags":["a",null]}'],
    [
      'create_order',
      { customer: 7, lines: [{ sku: '{{note}}' }], note: '"' },
      'POST /v1/orders {"customer":{"id":7},"lines":[{"sku":"{{note}}"}],"note":"Note: \\"","source":"mcp","flags":["a","\\"",null]}',
    ],
    [
      'subscribe',
      { email: 'a@b.example', topics: ['x', 'y z'] },
      'PUT / email=a%40b.example&topic=x&topic=y+z&from=mcp+%26+co',
    ],
  ])('%s sends %j', async (name, input, expected) => {
    await call(name, input);
    expect(api.requests.map(describeRequest)).toEqual([expected]);
  });

  test('headers, credentials and files are sent', async () => {
    await call('get_order', { id: '7', team: 'red' });
    expect(api.requests[0]?.headers).toMatchObject({
      'x-team': 'team-red',
      'x-version': '3',
      authorization: 'Bearer s3cret',
    });
    await call('upload', { photo: 'aGk=' });
    expect(api.requests[1]?.target).toBe('/files/upload');
    const parts = api.requests[1]?.body.toString() ?? '';
    expect(parts).toContain('name="photo"; filename="photo"\r\nContent-Type: image/png\r\n\r\nhi\r\n');
    expect(parts).toContain('name="title"\r\n\r\nUntitled\r\n');
    expect(parts).toContain('name="kind"\r\n\r\nphoto\r\n');
  });

  test('results keep the picked fields and match the output schema', async () => {
    api.answer = (_, response) =>
      response
        .setHeader('Content-Type', 'application/json')
        .end('{"id":"7","customer":{"name":"Ada","vat":1},"secret":2}');
    expect(await call('get_order', { id: '7' })).toMatchObject({
      structuredContent: { id: '7', customer: { name: 'Ada' } },
    });
    api.answer = (_, response) => response.setHeader('Content-Type', 'application/json').end('{"id":7}');
    expect(await call('get_order', { id: '7' })).toMatchObject({ isError: true });
  });

  test('responses with an error status become tool errors', async () => {
    api.answer = (_, response) =>
      response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"message":"Too late."}');
    const { isError, content } = await call('create_order', { customer: 7 });
    expect(isError).toBe(true);
    expect(content[0].text).toContain('409');
    expect(content[0].text).toContain('Too late.');
  });

  test.each([
    ['../admin', 'segment'],
    ['', 'must not be empty'],
  ])('an argument %j cannot change the path', async (id, message) => {
    const { isError, content } = await call('get_order', { id });
    expect(isError).toBe(true);
    expect(content[0].text).toContain(message);
    expect(api.requests).toEqual([]);
  });

  test('an argument cannot add a header', async () => {
    const { isError } = await call('get_order', { id: '7', team: 'a\r\nX-Admin: 1' });
    expect(isError).toBe(true);
    expect(api.requests).toEqual([]);
  });
});

test('a missing credential is named, to the operator', async () => {
  const { SHOP_TOKEN: _, ...others } = environment();
  const asked = await askServer(server, ways[0]!, { environment: others });
  const { result } = await asked.call('get_order', { id: '7' });
  expect(result).toMatchObject({ isError: true });
  await asked.close();
  expect(api.requests).toEqual([]);
  expect(JSON.stringify(result)).toContain('SHOP_TOKEN');
});

test('requests to one host with different credentials are different APIs', async () => {
  const tool = (audience: string) => `
    description: Lists things.
    http:
      url: https://api.example.com:8443/${audience}
      auth: { tokenExchange: { issuer: https://login.example.com, clientId: shop, clientSecret: s, audience: ${audience} } }`;
  const { folder } = await createProject({
    'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0 }
auth: { issuers: [https://login.example.com], resource: https://mcp.example.com/mcp }
tools:
  list_orders:${tool('orders')}
  list_stock:${tool('stock')}
  list_returns:${tool('orders')}
`,
  });
  const delegation = readFileSync(path.join(folder, 'generated/delegation.ts'), 'utf8');
  expect([...delegation.matchAll(/exchange\('([^']+)', .*audience: '(\w+)'/gu)].map(([, ...found]) => found)).toEqual([
    ['api-example-com-8443', 'orders'],
    ['api-example-com-8443-2', 'stock'],
  ]);
  const calls = readFileSync(path.join(folder, 'generated/api-calls.ts'), 'utf8');
  expect([...calls.matchAll(/\['(list_\w+)', \[(http\d)/gu)].map(([, ...found]) => found)).toEqual([
    ['list_orders', 'http1'],
    ['list_stock', 'http2'],
    ['list_returns', 'http1'],
  ]);
  expect(await typeCheck(folder, ['generated', 'handlers'])).toBe('');
});
