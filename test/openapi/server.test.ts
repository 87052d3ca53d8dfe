import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { keepTalking, type Message } from '../kit/talk.js';
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
import type { AddOrder, AddOrderResult } from '../../generated/handlers.ts';
export const addOrder: AddOrder = async (input, context): Promise<AddOrderResult> => {
  const order = await context.forward({ ...input, title: input.title.toUpperCase() });
  return { ...order, '@note': 'implemented' };
};
`,
};

const project = await createProject({
  'definitions/shop.mcp.yaml': definition,
  'definitions/shop.yaml': document,
  ...handlers,
});
const server = await project.bundle();
const api = await startRecordingServer();
api.answer = ({ target, body }, response) => {
  const order = { id: '7', title: 'Dune', ...(body.length === 0 ? {} : (JSON.parse(body.toString()) as object)) };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(target.startsWith('/orders?') ? [order] : order));
};

afterAll(() => api.close());
const talk = keepTalking(server, { SHOP__SHOP__BASE_URL: api.url, SHOP__SHOP__KEY: 'secret' });

const listRequests = () =>
  api.requests.map(({ method, target, headers, body }) => ({
    line: `${method} ${target}`,
    key: headers['x-key'],
    body: body.toString(),
  }));

async function call(name: string, input: object): Promise<Message['result']> {
  api.requests.length = 0;
  const { messages } = await talk([
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
  ]);
  return messages.at(-1)?.result;
}

describe('a server that is made of an OpenAPI document and a definition', () => {
  test('lists all tools', async () => {
    const { messages } = await talk([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]);
    const tools = messages[0]?.result.tools as readonly { name: string }[];
    const names = tools.map(({ name }) => name).join(' ');
    expect(names).toBe('ping getOrder change_order listOrders addOrder broken');
  });

  test('forwards parameters and bodies under the names of the API, and fills no defaults', async () => {
    const result = await call('listOrders', { status: ['a', 'b'] });
    expect(listRequests()).toEqual([{ line: 'GET /orders?status%5B%5D=a&status%5B%5D=b', key: 'secret', body: '' }]);
    expect(result).toMatchObject({ structuredContent: { result: [{ id: '7', title: 'Dune' }] } });
    await call('change_order', { id: '1/2', title: 'T', note: null, next: { title: 'U', note: 'n' } });
    const [request] = listRequests();
    expect(request?.line).toBe('PUT /orders/1%2F2');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      title: 'T',
      '@note': null,
      next: { title: 'U', '@note': 'n' },
    });
  });

  test('lets a handler that is implemented call the API', async () => {
    const result = await call('addOrder', { title: 'dune' });
    expect(listRequests()).toEqual([{ line: 'POST /orders', key: 'secret', body: '{"title":"DUNE"}' }]);
    expect(result.structuredContent).toEqual({ id: '7', title: 'DUNE', '@note': 'implemented' });
  });

  test('has handlers for nothing but what is implemented, and passes the strictest type check', async () => {
    expect(project.report.write?.created).toEqual(['handlers/server.ts']);
    expect(await typeCheck(project.folder)).toBe('');
    const types = await readFile(path.join(project.folder, 'generated/types.ts'), 'utf8');
    expect(types).toContain('next?: OrderInput;');
  });
});
