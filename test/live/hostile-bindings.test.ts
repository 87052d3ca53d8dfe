import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';

/** A document that wants what it must not get. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1.0.0' },
  servers: [{ url: 'https://me:secret@internal.example/' }],
  security: [{ key: [] }],
  paths: {
    '/a/../../admin/{id}': operation('dots', [{ name: 'id', in: 'path', required: true }]),
    '/%2e%2E/admin': operation('encoded', []),
    '//evil.example/x': operation('slashes', []),
    '/@evil.example/x': operation('at', []),
    '/x\r\nX-Injected: 1/{id}': operation('lines', [{ name: 'id', in: 'path', required: true }]),
    '/h': operation('headers', [
      { name: 'Host', in: 'header' },
      { name: 'Content-Length', in: 'header' },
      { name: 'Transfer-Encoding', in: 'header' },
      { name: 'X-A\r\nX-Injected', in: 'header' },
      { name: 'Cookie', in: 'header' },
      { name: 'Proxy-Authorization', in: 'header' },
      { name: 'X-Fine', in: 'header' },
      { name: 'c;d', in: 'cookie' },
    ]),
    '/q': operation('query', [
      { name: 'api_key', in: 'query' },
      { name: 'a&b=c#', in: 'query' },
      { name: 'any', in: 'query', schema: { type: 'object', additionalProperties: { type: 'string' } } },
    ]),
    '/js': { ...operation('script', []), servers: [{ url: 'javascript:alert(1)' }] },
    '/file': { ...operation('file', []), servers: [{ url: 'file:///etc/' }] },
    '/data': { ...operation('data', []), servers: [{ url: 'data:text/plain,' }] },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
};

function operation(operationId: string, parameters: readonly { [key: string]: unknown }[]) {
  const described = parameters.map((parameter) => ({ schema: { type: 'string' }, ...parameter }));
  return { get: { operationId, summary: 'a', parameters: described, responses: { 204: { description: 'd' } } } };
}

const project = await createProject({
  'definitions/hostile.openapi.json': JSON.stringify(document),
});
const server = await project.bundle();
const api = await startRecordingServer();
api.answer = (_request, response) => response.writeHead(204).end();
beforeEach(() => void (api.requests.length = 0));
afterAll(() => Promise.all([here.close(), elsewhere.close(), api.close()]));

let here: AskedServer;
let elsewhere: AskedServer;
beforeAll(async () => {
  const way = { carrier: 'stdio', revision: '2025-11-25' } as const;
  const environment = { HOSTILE__HOSTILE__KEY: 'top secret' };
  elsewhere = await askServer(server, way, { environment });
  here = await askServer(server, way, {
    environment: { ...environment, HOSTILE__HOSTILE__BASE_URL: `${api.url}/v1` },
  });
});

async function call(name: string, values: object, asked = here) {
  return (await asked.call(name, values)).result as { isError?: true; content: unknown };
}

describe('a hostile document', () => {
  test.each(['dots', 'script', 'file', 'data'])(
    'cannot send requests elsewhere: %s, without a base URL',
    async (name) => {
      const result = await call(name, name === 'dots' ? { id: 'x' } : {}, elsewhere);
      expect(JSON.stringify(result)).toContain('must be an http or https URL without a password');
      expect(JSON.stringify(result)).not.toContain('secret');
      expect(api.requests).toEqual([]);
    },
  );

  test.each(['dots', 'encoded'])('cannot leave the path of the API: %s', async (name) => {
    expect(await call(name, name === 'dots' ? { id: 'x' } : {})).toMatchObject({ isError: true });
    expect(api.requests).toEqual([]);
  });

  test.each(['slashes', 'at', 'lines'])('cannot name another host in a path: %s', async (name) => {
    await call(name, name === 'lines' ? { id: 'x' } : {});
    for (const { target, headers } of api.requests) {
      expect(target).toMatch(/^\/v1\//u);
      expect(headers).not.toHaveProperty('x-injected');
    }
  });

  test('cannot smuggle headers and cookies in by their names', async () => {
    const { result } = await here.ask('tools/list');
    const tools = result.tools as readonly { name: string; inputSchema: { properties: object } }[];
    const names = Object.keys(tools.find(({ name }) => name === 'headers')?.inputSchema.properties ?? {});
    for (const name of names.filter((key) => /injected|c_d|c;d/iu.test(key))) {
      await call('headers', { [name]: 'v' });
    }
    for (const { headers } of api.requests) {
      expect(headers).not.toHaveProperty('x-injected');
      expect(headers).not.toHaveProperty('cookie');
    }
  });
});

describe('hostile arguments', () => {
  test('cannot replace credentials, by their name or as the member of an object', async () => {
    await call('query', { api_key: 'mine' });
    expect(await call('query', { any: { api_key: 'mine' } })).toMatchObject({ isError: true });
    expect(api.requests.map(({ target }) => target)).toEqual(['/v1/q?api_key=top%20secret']);
  });

  test('stay in the place of their parameter', async () => {
    const result = await call('query', { any: { 'x&y=z#': '1', __proto__: '2' } });
    expect(result).not.toHaveProperty('isError');
    const { searchParams } = new URL(api.requests[0]?.target ?? '', 'http://x');
    expect(searchParams.get('x&y=z#')).toBe('1');
    expect(searchParams.has('y')).toBe(false);
  });
});
