import { afterAll, beforeEach, expect, test } from 'vitest';
import { listLoadedFiles } from '../../bench/list-loaded-files.mjs';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { keepTalking } from '../kit/talk.js';
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
const callOf = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: `${name}_whoAmI` } });

const apis = {
  github: { headers, auth: 'bearer' },
  missing: { auth: 'bearer' },
  optional: { auth: { type: 'http', scheme: 'bearer', required: false } },
  keyed: { auth: { type: 'apiKey', in: 'header', name: 'X-Key' } },
};
const openapi = Object.entries(apis).map(([name, settings]) => [
  name,
  { document: './github.json', prefix: `${name}_`, ...settings },
]);
const project = await createProject({
  ...define({}),
  'definitions/me.mcp.json': JSON.stringify({
    server: { name: 'me', version: '1.0.0' },
    openapi: Object.fromEntries(openapi) as object,
  }),
});
const server = await project.bundle();
const talk = keepTalking(server, { ME__GITHUB__TOKEN: 'secret', ME__KEYED__KEY: 'k' });

test.each([
  ['the token and the headers of the definition', 'github', ['Bearer secret', '2022-11-28', undefined]],
  ['no token when it is not required', 'optional', [undefined, undefined, undefined]],
  ['a key in a header', 'keyed', [undefined, undefined, 'k']],
])('an API whose document has no security scheme is called with %s', async (_, name, wanted) => {
  await talk([callOf(name)]);
  const sent = api.requests[0]?.headers ?? {};
  expect([sent['authorization'], sent['x-github-api-version'], sent['x-key']]).toEqual(wanted);
});

test('a project without `credentials` loads no code for them', async () => {
  const names = (await listLoadedFiles(server, [['tools/call', { name: 'github_whoAmI' }]])).map(({ name }) => name);
  expect(names.join(' ')).toMatch(/api-calls-/u);
  expect(names.join(' ')).not.toMatch(/credentials-/u);
});

test('it is not called without its token, and the error names the variable', async () => {
  const { messages } = await talk([callOf('missing')]);
  expect(JSON.stringify(messages[0]?.result)).toContain('The missing API needs credentials: set ME__MISSING__TOKEN');
  expect(api.requests).toEqual([]);
});

test('no file name and scheme together name a variable of another program or API', async () => {
  const variablesOf = async (name: string, scheme: string) => {
    const security = { components: { securitySchemes: { [scheme]: { type: 'apiKey', in: 'header', name: 'K' } } } };
    const { apis: found } = await readApi({
      'definitions/a.mcp.yaml': `server: { name: aws, version: 1.0.0 }\nopenapi: { ${name}: { document: ./d.json } }\n`,
      'definitions/d.json': JSON.stringify({ ...document, ...security }),
    });
    return Object.values(found[0].securitySchemes as object).map(({ keyVariable }) => keyVariable as unknown);
  };
  expect(await variablesOf('secret', 'access_key')).toEqual(['AWS__SECRET__ACCESS_KEY']);
  expect(await variablesOf('shop', 'eu_token')).toEqual(['AWS__SHOP__EU_TOKEN']);
  expect(await variablesOf('shop_eu', 'token')).toEqual(['AWS__SHOP_EU__TOKEN']);
});

test.each([{ headers }, { auth: { type: 'apiKey', in: 'header', name: 'X-GitHub-Api-Version' } }])(
  'a header of the definition is no argument: %j',
  async (settings) => {
    const { tools, diagnostics } = await readApi(define(settings));
    expect(diagnostics).toEqual([]);
    expect(tools['whoAmI']?.inputSchema.properties).toEqual({});
  },
);

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
  [{ headers: { Authorization: 'Bearer x' } }, /^invalid-(?:name|value) 1:\d+/u],
  [{ headers: { 'X-A': 'a\nb' } }, /^invalid-(?:name|value) 1:\d+/u],
  [{ headers: { 'X A': 'a' } }, /^invalid-(?:name|value) 1:\d+/u],
  [{ headers: { Expect: '100-continue' } }, /^invalid-(?:name|value) 1:\d+/u],
  [{ auth: 'digest' }, /^invalid-(?:name|value) 1:\d+/u],
  [{ auth: { type: 'mutualTLS' } }, /^invalid-(?:name|value) 1:\d+/u],
  [{ auth: { type: 'apiKey' } }, /^missing-key 1:\d+/u],
  [{ auth: { type: 'apiKey', in: 'header' } }, /^missing-key 1:\d+/u],
  [{ auth: { type: 'http' } }, /^missing-key 1:\d+/u],
])('what no request can have is refused, and a scheme that is not complete: %j', async (settings, expected) => {
  expect((await readApi(define(settings))).diagnostics.join()).toMatch(expected);
});
