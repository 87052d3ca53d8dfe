import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listLoadedFiles } from '../../bench/list-loaded-files.mjs';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { readApi } from './read-api.js';

const api = await startRecordingServer();
api.answer = (_request, response) => response.writeHead(204).end();
beforeEach(() => void (api.requests.length = 0));
afterAll(() => api.close());

const document = {
  openapi: '3.1.0',
  info: { title: 'Weather', version: '1' },
  servers: [{ url: api.url }],
  security: [{ token: [] }],
  paths: { '/rain': { get: { operationId: 'rain', responses: { 204: { description: 'Rain.' } } } } },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};
const project = await createProject({ 'definitions/github.openapi.json': JSON.stringify(document) });
const server = await project.bundle();

async function callRain(environment: { readonly [name: string]: string }) {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rain', arguments: {} } };
  const { messages, stderr } = await talk(server, [call], environment);
  return { answer: JSON.stringify(messages[0]?.result), stderr, sent: api.requests.map(({ headers }) => headers) };
}

describe('the document of another host in a file `github.openapi.json`, with a scheme `token`', () => {
  test('does not get GITHUB_TOKEN, a variable of another program', async () => {
    const { answer, stderr, sent } = await callRain({ GITHUB_TOKEN: 'ghp_ambient' });
    expect(sent).toEqual([]);
    expect(answer).toContain('The github API needs credentials: set GITHUB__GITHUB__TOKEN');
    const hint =
      'GITHUB_TOKEN is set but no longer read: if its value is meant for this server, set GITHUB__GITHUB__TOKEN';
    expect(stderr.split(hint)).toHaveLength(2);
    expect(answer + stderr).not.toContain('ghp_ambient');
  });

  test('gets the token that was set for it', async () => {
    const { stderr, sent } = await callRain({ GITHUB_TOKEN: 'ghp_ambient', GITHUB__GITHUB__TOKEN: 'rain-token' });
    expect(sent).toEqual([expect.objectContaining({ authorization: 'Bearer rain-token' })]);
    expect(stderr).not.toContain('no longer read');
  });
});

test('a project without `credentials` loads no code for them', async () => {
  const files = await listLoadedFiles(server, [['tools/call', { name: 'rain', arguments: {} }]]);
  const names = files.map(({ name }) => name).join(' ');
  expect(names).toMatch(/forwards-/u);
  expect(names).not.toMatch(/credentials-/u);
});

test('no file name and scheme together name a variable of another program or API', async () => {
  const variablesOf = async (name: string, scheme: string) => {
    const security = { components: { securitySchemes: { [scheme]: { type: 'apiKey', in: 'header', name: 'K' } } } };
    const { apis } = await readApi({
      'definitions/a.mcp.yaml': `server: { name: aws, version: 1.0.0 }\nopenapi: { ${name}: { document: ./d.json } }\n`,
      'definitions/d.json': JSON.stringify({ ...document, ...security }),
    });
    return Object.values(apis[0].securitySchemes as object).map(({ keyVariable }) => keyVariable as unknown);
  };
  expect(await variablesOf('secret', 'access_key')).toEqual(['AWS__SECRET__ACCESS_KEY']);
  expect(await variablesOf('shop', 'eu_token')).toEqual(['AWS__SHOP__EU_TOKEN']);
  expect(await variablesOf('shop_eu', 'token')).toEqual(['AWS__SHOP_EU__TOKEN']);
});
