import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatRequest, startMockApi } from '../kit/start-mock-api.js';

const document = {
  openapi: '3.0.3',
  servers: [{ url: 'https://api.test/v1' }],
  paths: {
    '/things': {
      get: { responses: { 200: { $ref: '#/components/responses/Things' } } },
      post: {
        responses: {
          400: { description: 'Wrong.' },
          201: {
            headers: {
              Location: { schema: { type: 'string' }, example: '/v1/things/1' },
              'Content-Length': { example: '9' },
            },
          },
        },
      },
    },
    '/things/{id}': {
      get: {
        responses: { '2XX': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
      put: {
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
      delete: { responses: { 204: { description: 'Gone.' } } },
    },
    '/things/newest': { get: { responses: { 200: { content: { 'text/plain': { example: 'seven' } } } } } },
    '/files/{path}': { get: { responses: { default: { description: 'Bytes.' } } } },
    '/compare/{base}...{head}': { get: { responses: { 302: { description: 'Elsewhere.' } } } },
  },
  components: {
    responses: {
      Things: { content: { 'application/json': { examples: { two: { $ref: '#/components/examples/Things' } } } } },
    },
    examples: { Things: { value: [{ id: 7, name: 'lamp' }] } },
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer', minimum: 5 },
          at: { type: 'string', format: 'date-time' },
          kind: { enum: ['big', 'small'] },
          secret: { type: 'string', writeOnly: true },
          parent: { $ref: '#/components/schemas/Thing' },
          parts: {
            type: 'array',
            items: { allOf: [{ properties: { a: { type: 'boolean' } } }, { properties: { b: { type: 'number' } } }] },
          },
          shape: {
            oneOf: [{ $ref: '#/components/schemas/Circle' }],
            discriminator: { propertyName: 'type', mapping: { round: '#/components/schemas/Circle' } },
          },
          labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 2 } },
        },
      },
      Circle: { type: 'object', properties: { type: { type: 'string' }, radius: { nullable: true, type: 'number' } } },
    },
  },
};

const api = await startMockApi(document, { items: 2 });
const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(api.url + path, { redirect: 'manual', ...init });

beforeEach(() => api.use({}));
afterAll(() => api.close());

describe('an API that answers from its document', () => {
  test('repeats the items of an example', async () => {
    expect(api.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/u);
    expect(await (await ask('/things')).json()).toEqual([
      { id: 7, name: 'lamp' },
      { id: 8, name: 'lamp' },
    ]);
  });

  test('makes values of schemas, and cuts those that contain themselves', async () => {
    const first = await (await ask('/things/9')).text();
    expect(JSON.parse(first)).toEqual({
      id: 5,
      at: '2026-01-02T03:04:05Z',
      kind: 'big',
      parts: [
        { a: true, b: 1 },
        { a: true, b: 1 },
      ],
      shape: { type: 'round', radius: 1 },
      labels: { key: 'ke' },
    });
    expect(await (await ask('/things/9')).text()).toBe(first);
  });

  test('answers with the status and the headers of the success', async () => {
    const created = await ask('/things', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([created.status, created.headers.get('location'), await created.text()]).toEqual([201, '/v1/things/1', '']);
    expect((await ask('/things/9', { method: 'DELETE' })).status).toBe(204);
    expect((await ask('/compare/a...b')).status).toBe(302);
    const newest = await ask('/things/newest');
    expect([newest.headers.get('content-type'), await newest.text()]).toEqual(['text/plain', 'seven']);
    expect((await ask('/nothing')).status).toBe(404);
  });

  test('records requests', async () => {
    await ask('/things?a=1&b=%20', {
      method: 'POST',
      body: '{"b":1,"a":2}',
      headers: { 'content-type': 'application/json' },
    });
    await ask('/things', { method: 'POST', body: new URLSearchParams({ 'a[b]': 'c d' }) });
    await ask('/files/a%2Fb/c');
    expect(api.requests.map(formatRequest)).toEqual([
      'POST /things?a=1&b=  {"a":2,"b":1}',
      'POST /things {"a[b]":"c d"}',
      'GET /files/a/b/c',
    ]);
    expect(api.requests.map(({ operation, params }) => [operation, params])).toEqual([
      ['POST /things', {}],
      ['POST /things', {}],
      ['GET /files/{path}', { path: 'a/b/c' }],
    ]);
  });

  test('puts the members of a body into the answer', async () => {
    const body = JSON.stringify({ id: 9, kind: 'small', parts: {}, other: true });
    const changed = await ask('/things/9', { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    expect(await changed.json()).toMatchObject({ id: 9, kind: 'small', parts: [{ b: 1 }, { b: 1 }] });
  });

  test('answers as a test wants', async () => {
    api.use({
      'GET /things/{id}': ({ params }, { body }) =>
        params['id'] === '0'
          ? { status: 410, body: { message: 'Gone' } }
          : { body: { ...(body as object), id: params['id'] } },
      'GET /things': () => {
        throw new Error('broken override');
      },
    });
    expect(await (await ask('/things/3')).json()).toMatchObject({ id: '3', kind: 'big' });
    expect((await ask('/things/0')).status).toBe(410);
    const broken = await ask('/things');
    expect([broken.status, await broken.text()]).toEqual([500, 'Error: broken override']);
    expect(() => api.use({ 'GET /gone': () => ({}) })).toThrow('The document has no operation GET /gone');
  });
});

test('every operation of the Petstore is answered as its document says', async () => {
  const petstore = parse(readFileSync('definitions/petstore/petstore.openapi.yaml', 'utf8')) as typeof document;
  const mock = await startMockApi(petstore);
  const operations = Object.entries(petstore.paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(([method, { responses }]: [string, { responses: object }]) => ({
      path,
      method,
      responses,
    })),
  );
  for (const { path, method, responses } of operations) {
    const { status } = await fetch(mock.url + path.replaceAll(/\{\w+\}/gu, '1'), { method: method.toUpperCase() });
    expect([path, method, String(status)]).toEqual([
      path,
      method,
      Object.keys(responses).find((key) => key.startsWith('2')),
    ]);
  }
  expect(operations.length).toBeGreaterThan(20);
  expect(mock.requests.every(({ operation }) => operation !== undefined)).toBe(true);
  await mock.close();
});
