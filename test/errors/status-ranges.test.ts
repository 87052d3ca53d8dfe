import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

/** Answers `/…/<status>` with that status. */
const api = createServer(({ url = '' }, response) => {
  const status = Number(url.slice(-3));
  response
    .writeHead(status, { 'content-type': 'application/json', location: 'https://elsewhere.example' })
    .end(status < 300 ? '{}' : JSON.stringify({ message: `No ${status}` }));
});
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
afterAll(() => api.close());
const { port } = api.address() as AddressInfo;

const schema = { type: 'object', properties: { message: { type: 'string' } } };
const error = { description: 'An error', content: { 'application/json': { schema } } };
const ok = { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } };
const status = { name: 'status', in: 'path', required: true };

/** Responses of the operations. `bare` ones are declared without a body. */
const bare = { description: 'Declared' };
const operations: { readonly [id: string]: object } = {
  all: { default: error, '5XX': error, '4XX': error, 404: error, 200: ok },
  lower: { '4xx': error, 200: ok },
  gaps: { 200: ok, 302: bare, default: error, 404: bare, '5XX': bare, '4XX': error, 500: error },
  only: { 200: ok, default: error },
  success: { default: error },
  moved: { 302: bare, default: error },
};
const document = {
  openapi: '3.0.3',
  info: { title: 'Ranges', version: '1' },
  servers: [{ url: `http://127.0.0.1:${port}` }],
  paths: Object.fromEntries(
    Object.entries(operations).map(([operationId, responses]) => [
      `/${operationId}/{status}`,
      { get: { operationId, summary: 'Fails.', parameters: [{ ...status, schema: { type: 'integer' } }], responses } },
    ]),
  ),
};
const swagger = {
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: `127.0.0.1:${port}`,
  schemes: ['http'],
  paths: {
    '/old/{status}': {
      get: {
        operationId: 'old',
        summary: 'Fails.',
        parameters: [{ ...status, type: 'integer' }],
        responses: {
          200: { description: 'OK', schema: { type: 'object' } },
          403: { description: 'Forbidden', schema },
          default: { description: 'An error', schema },
        },
      },
    },
  },
};

const project = await createProject({
  'definitions/ranges.mcp.yaml': `
server: { name: ranges, version: 1.0.0 }
openapi:
  ranges:
    document: ./ranges.json
    retries: 0
    tools:
      only:
        errors:
          rest: { description: Try something else., when: { status: default } }
          mine: { description: Not yours., when: { status: 4XX } }
          gone: { description: It is gone., when: { status: 410 } }
  old: { document: ./old.json, retries: 0 }
tools:
  fetch:
    description: Fails.
    annotations: { readOnlyHint: true }
    inputSchema: { type: object, properties: { status: { type: integer, description: Status. } }, required: [status] }
    http: { url: 'http://127.0.0.1:${port}/fetch/{{status}}', retries: 0 }
    errors:
      others: { description: It failed., when: { status: default } }
      down: { description: It is down., retryable: true, when: { status: 5XX } }
      absent: { description: It is absent., when: { status: 404 } }
`,
  'definitions/ranges.json': JSON.stringify(document),
  'definitions/old.json': JSON.stringify(swagger),
});
const server = await project.bundle();

test('the errors compile; those with the same responses are generated once', async () => {
  expect(await typeCheck(project.folder)).toBe('');
  const errors = readFileSync(path.join(project.folder, 'generated/errors.ts'), 'utf8');
  expect(errors).toContain(`    declareErrors('all', {
      not_found: { isOfApi: true, when: { status: 404 } },
      server_error: { isOfApi: true, when: { status: '5XX' } },
      client_error: { isOfApi: true, when: { status: '4XX' } },
      api_error: { isOfApi: true, when: { status: 'default' } },
    }),`);
  expect(errors).toContain("api_error: { isOfApi: true, when: { status: 'default', except: [302, 404, '5XX'] } }");
  expect(errors).not.toContain('success');
});

const way = ways.find(({ carrier, revision }) => carrier === 'HTTP' && revision === '2026-07-28');
if (way === undefined) throw new Error('There is no such way');

describe('the most specific error applies', () => {
  const asked = askServer(server, way);
  afterAll(async () => (await asked).close());

  test.each([
    ['all', 404, 'not_found'],
    ['all', 403, 'client_error'],
    ['all', 503, 'server_error'],
    ['all', 307, 'api_error'],
    ['lower', 422, 'client_error'],
    ['lower', 500, undefined],
    ['gaps', 404, undefined],
    ['gaps', 400, 'client_error'],
    ['gaps', 500, 'internal_server_error'],
    ['gaps', 502, undefined],
    ['gaps', 302, undefined],
    ['gaps', 307, 'api_error'],
    ['only', 410, 'gone'],
    ['only', 404, 'mine'],
    ['only', 500, 'rest'],
    ['success', 404, undefined],
    ['moved', 404, 'api_error'],
    ['old', 403, 'forbidden'],
    ['old', 404, 'api_error'],
    ['fetch', 404, 'absent'],
    ['fetch', 500, 'down'],
    ['fetch', 400, 'others'],
  ])('%s with status %d: %s', async (name, code, expected) => {
    const { result } = await (await asked).call(name, { status: code });
    expect(result.isError).toBe(true);
    const { 'create-mcp-from-schema/error': sent } = result._meta ?? {};
    expect(sent?.name).toBe(expected);
    if (expected !== undefined) expect(sent.status).toBe(code);
  });

  test('data and repetition are those of the response', async () => {
    const call = async (name: string, code: number) =>
      (await (await asked).call(name, { status: code })).result._meta['create-mcp-from-schema/error'];
    expect(await call('all', 503)).toEqual({
      name: 'server_error',
      data: { message: 'No 503' },
      retryable: true,
      status: 503,
    });
    expect(await call('all', 500)).toEqual({ name: 'server_error', data: { message: 'No 500' }, status: 500 });
    expect(await call('fetch', 503)).toEqual({ name: 'down', retryable: true, status: 503 });
  });
});
