import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { byId, talk, type Message } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';

const document = `
openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
servers: [{ url: 'https://shop.example.com/api' }]
security: [{ key: [] }]
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getOrder
      summary: Get an order
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
    put:
      operationId: putOrder
      summary: Change an order
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  /orders:
    get:
      operationId: listOrders
      summary: List orders
      parameters:
        - { name: 'status[]', in: query, schema: { type: array, items: { type: string } } }
        - { name: limit, in: query, schema: { type: integer, default: 20, maximum: 50 } }
      responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } }
    post:
      operationId: addOrder
      summary: Add an order
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  /broken:
    post:
      operationId: broken
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { a: { maxLength: 3, minLength: 9 } } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Order:
      type: object
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        '@note': { type: string, nullable: true }
        next: { $ref: '#/components/schemas/Order' }
      required: [id, title]
`;

const definition = `
server: { name: shop, version: 1.0.0 }
tools:
  ping: { description: Answers. }
openapi:
  shop:
    document: ./shop.yaml
    implement: [addOrder]
    tools: { putOrder: { name: change_order } }
`;

const handlers = {
  'handlers/tools/ping.ts': `
import type { Ping } from '../../generated/handlers.ts';
export const ping: Ping = () => 'pong';
`,
  'handlers/tools/add-order.ts': `
import type { AddOrder, AddOrderAnswer } from '../../generated/handlers.ts';
export const addOrder: AddOrder = async (input, context): Promise<AddOrderAnswer> => {
  const order = await context.forward({ ...input, title: input.title.toUpperCase() });
  return { ...order, '@note': 'implemented' };
};
`,
};

let project: Project;
let server: string;
let api: Server;
const requests: { readonly line: string; readonly key: unknown; readonly body: string }[] = [];

beforeAll(async () => {
  project = await createProject({
    'definitions/shop.mcp.yaml': definition,
    'definitions/shop.yaml': document,
    ...handlers,
  });
  server = await project.bundle();
  api = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      requests.push({ line: `${request.method} ${request.url}`, key: request.headers['x-key'], body });
      const order = { id: '7', title: 'Dune', ...(body === '' ? {} : (JSON.parse(body) as object)) };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url?.startsWith('/orders?') === true ? [order] : order));
    });
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await project.remove();
  await new Promise((resolve) => api.close(resolve));
});

async function call(name: string, input: object): Promise<Message['result']> {
  requests.length = 0;
  const { port } = api.address() as AddressInfo;
  const { messages } = await talk(
    server,
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }],
    { SHOP_BASE_URL: `http://127.0.0.1:${port}`, SHOP_KEY: 'secret' },
  );
  return byId(messages)[0]?.result;
}

describe('a server that is made of an OpenAPI document and a definition', () => {
  test('lists all tools', async () => {
    const { messages } = await talk(server, [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]);
    const tools = messages[0]?.result.tools as readonly { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual([
      'ping',
      'getOrder',
      'change_order',
      'listOrders',
      'addOrder',
      'broken',
    ]);
  });

  test('forwards parameters under the names of the API, and fills no defaults', async () => {
    const result = await call('listOrders', { status: ['a', 'b'] });
    expect(requests).toEqual([{ line: 'GET /orders?status%5B%5D=a&status%5B%5D=b', key: 'secret', body: '' }]);
    expect(result).toMatchObject({ structuredContent: { result: [{ id: '7', title: 'Dune' }] } });
  });

  test('forwards bodies under the names of the API', async () => {
    await call('change_order', { id: '1/2', title: 'T', note: null, next: { title: 'U', note: 'n' } });
    expect(requests[0]?.line).toBe('PUT /orders/1%2F2');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      title: 'T',
      '@note': null,
      next: { title: 'U', '@note': 'n' },
    });
  });

  test.each([
    ['an argument that does not exist', 'getOrder', { id: '1', extra: true }],
    ['an argument out of range', 'listOrders', { limit: 51 }],
    ['a missing argument', 'change_order', { id: '1' }],
  ])('calls nothing for %s', async (_title, name, input) => {
    expect(await call(name, input)).toMatchObject({ isError: true });
    expect(requests).toEqual([]);
  });

  test('lets a handler that is implemented call the API', async () => {
    const result = await call('addOrder', { title: 'dune' });
    expect(requests).toEqual([{ line: 'POST /orders', key: 'secret', body: '{"title":"DUNE"}' }]);
    expect(result.structuredContent).toEqual({ id: '7', title: 'DUNE', '@note': 'implemented' });
  });

  test('has handlers for nothing but what is implemented', () => {
    const { created = [] } = project.report.write ?? {};
    expect(created).toEqual(['handlers/server.ts']);
  });

  test('passes the strictest type check', async () => {
    expect(await typeCheck(project.folder)).toBe('');
    const types = await readFile(path.join(project.folder, 'generated/types.ts'), 'utf8');
    expect(types).toContain('next?: OrderInput;');
  });
});
