import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { readApi } from './read-api.js';

const api = await startRecordingServer();
api.answer = (_request, response) => response.writeHead(204).end();
beforeEach(() => void (api.requests.length = 0));
afterAll(() => api.close());

/** A document that says nothing of credentials, as GitHub's own does not. */
const document = {
  openapi: '3.0.3',
  info: { title: 'GitHub', version: '1' },
  servers: [{ url: api.url }],
  paths: {
    '/user': {
      get: {
        operationId: 'whoAmI',
        parameters: [{ name: 'x-github-api-version', in: 'header', schema: { type: 'string' } }],
        responses: { 204: { description: 'd' } },
      },
    },
  },
};
const define = (settings: object) => ({
  'definitions/me.mcp.json': JSON.stringify({
    server: { name: 'me', version: '1.0.0' },
    openapi: { github: { document: './github.json', ...settings } },
  }),
  'definitions/github.json': JSON.stringify(document),
});
const headers = { 'X-GitHub-Api-Version': '2022-11-28' };

async function callWith(settings: object, environment: { readonly [name: string]: string }) {
  const server = await (await createProject(define(settings))).bundle();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoAmI', arguments: {} } };
  const { messages } = await talk(server, [call], environment);
  const [sent] = api.requests;
  return { answer: JSON.stringify(messages[0]?.result), headers: sent?.headers };
}

describe('an API whose document has no security scheme', () => {
  test('is called with the token and the headers of the definition', async () => {
    const { headers: sent } = await callWith({ headers, auth: 'bearer' }, { ME__GITHUB__TOKEN: 'secret' });
    expect(sent).toMatchObject({ authorization: 'Bearer secret', 'x-github-api-version': '2022-11-28' });
  });

  test('is not called without the token, and the error names the variable', async () => {
    const { answer, headers: sent } = await callWith({ auth: 'bearer' }, {});
    expect(answer).toContain('The github API needs credentials: set ME__GITHUB__TOKEN');
    expect(sent).toBeUndefined();
  });

  test('is called without the token when it is not required', async () => {
    const { headers: sent } = await callWith({ auth: { type: 'http', scheme: 'bearer', required: false } }, {});
    expect(sent).toBeDefined();
    expect(sent).not.toHaveProperty('authorization');
  });

  test('is called with a key in a header', async () => {
    const auth = { type: 'apiKey', in: 'header', name: 'X-Key' };
    expect((await callWith({ auth }, { ME__GITHUB__KEY: 'k' })).headers).toMatchObject({ 'x-key': 'k' });
  });
});

test('a header of the definition is no argument', async () => {
  const { tools, diagnostics } = await readApi(define({ headers }));
  expect(diagnostics).toEqual([]);
  expect(tools['whoAmI']?.inputSchema.properties).toEqual({});
});

test('a key of the definition is no argument', async () => {
  const auth = { type: 'apiKey', in: 'header', name: 'X-GitHub-Api-Version' };
  const { tools } = await readApi(define({ auth }));
  expect(tools['whoAmI']?.inputSchema.properties).toEqual({});
});

test.each([
  ['another host', { servers: [{ url: 'https://cdn.example' }] }, undefined],
  ['an operation that needs no credentials', { security: [] }, []],
])('the token does not go to %s', async (_, more, security) => {
  const paths = { '/logo': { get: { operationId: 'logo', responses: { 200: { description: 'd' } }, ...more } } };
  const { tools } = await readApi({
    ...define({ auth: 'bearer' }),
    'definitions/github.json': JSON.stringify({ ...document, paths }),
  });
  expect(tools['logo']?.operation.security).toEqual(security);
});

test.each([
  [{ headers: { Authorization: 'Bearer x' } }],
  [{ headers: { 'X-A': 'a\nb' } }],
  [{ headers: { 'X A': 'a' } }],
  [{ auth: 'digest' }],
  [{ auth: { type: 'mutualTLS' } }],
  [{ headers: { Expect: '100-continue' } }],
])('what no request can have is refused: %j', async (settings) => {
  const { diagnostics } = await readApi(define(settings));
  expect(diagnostics.join()).toMatch(/^invalid-(?:name|value) 1:\d+/u);
});

test.each([[{ type: 'apiKey' }], [{ type: 'apiKey', in: 'header' }], [{ type: 'http' }]])(
  'a scheme that is not complete is refused: %j',
  async (auth) => {
    const { diagnostics } = await readApi(define({ auth }));
    expect(diagnostics.join()).toMatch(/^missing-key 1:\d+/u);
  },
);
