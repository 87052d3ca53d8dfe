import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { startRecordingServer } from './recording-server.js';

const name = { name: 'name', in: 'path', required: true, schema: { type: 'string', maxLength: 20 } };
const answer = (type: string) => ({ responses: { 200: { description: 'd', content: { [type]: {} } } } });
const paths = {
  '/files/{name}': {
    parameters: [name],
    get: { operationId: 'getFile', ...answer('application/zip') },
    post: { operationId: 'makeFile', ...answer('application/zip') },
  },
  '/json/{name}': { parameters: [name], get: { operationId: 'getJson', ...answer('application/json') } },
  '/own/{name}': { parameters: [name], get: { operationId: 'ownFile', ...answer('application/zip') } },
};
const project = await createProject({
  'definitions/it.mcp.yaml': `
server: { name: it, version: 1.0.0 }
tools: { ping: { description: Answers. } }
openapi:
  store: { document: ./store.json, implement: [ownFile], tools: { getFile: { scopes: [files] } } }
auth: { apiKeys: { variable: IT_KEYS }, scopes: { files: Reads files. } }
`,
  'definitions/store.json': JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Store', version: '1' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }),
});
const server = await project.bundle();
const api = await startRecordingServer();
const bytes = Buffer.from(Uint8Array.from({ length: 400_000 }, (_, index) => index % 251));

/** `plain` comes without ranges, `wrong` in another range than the one that was asked for. */
api.answer = ({ target, headers }, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/u.exec(String(headers['range'])) ?? [];
  if (headers['authorization'] !== 'Bearer secret') return void response.writeHead(401).end();
  const type = { 'content-type': target.startsWith('/json') ? 'application/json' : 'application/zip' };
  if (first === undefined || target.endsWith('/plain')) return void response.writeHead(200, type).end(bytes);
  if (Number(first) >= bytes.length) return void response.writeHead(416).end();
  const start = Number(first) + (target.endsWith('/wrong') ? 1 : 0);
  const part = bytes.subarray(start, Number(last) + 1);
  const range = `bytes ${start}-${start + part.length - 1}/${bytes.length}`;
  response.writeHead(206, { ...type, 'content-range': range }).end(part);
};
const environment = { IT__STORE__BASE_URL: api.url, IT__STORE__TOKEN: 'secret' };
let asked: AskedServer;

beforeAll(async () => {
  asked = await askServer(server, { carrier: 'stdio', revision: '2026-07-28' }, { environment });
});

afterAll(async () => {
  await asked.close();
  await api.close();
});

const read = (uri: string) => asked.ask('resources/read', { uri });
const uriOf = (tool: string, file: string) =>
  `api-file:///${tool}?arguments=${encodeURIComponent(JSON.stringify({ name: file }))}`;

test('a large file is answered with a link, which is read as a whole and in parts with the credentials of the call', async () => {
  const { result } = await asked.call('getFile', { name: 'a b' });
  const [said, link] = result.content;
  expect(said.text).toBe(
    'The file has 400000 bytes (application/zip) and is not included. Read the linked resource; to read a part of it, at most 1 MiB, append `&offset=0&length=262144` to its URI.',
  );
  expect(link).toEqual({
    type: 'resource_link',
    uri: uriOf('getFile', 'a b'),
    name: 'a%20b',
    mimeType: 'application/zip',
    size: 400_000,
  });
  const whole = await read(link.uri);
  expect(whole.result.contents).toEqual([
    { uri: link.uri, mimeType: 'application/zip', blob: bytes.toString('base64') },
  ]);
  expect(whole.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  for (const file of ['a b', 'plain']) {
    const uri = `${uriOf('getFile', file)}&offset=399000&length=5000`;
    const [part] = (await read(uri)).result.contents;
    expect(part).toEqual({
      uri,
      mimeType: 'application/zip',
      blob: bytes.subarray(399_000).toString('base64'),
      _meta: { 'create-mcp-from-schema/range': { offset: 399_000, length: 1000, size: 400_000 } },
    });
  }
  expect(api.requests.at(-2)?.headers['range']).toBe('bytes=399000-403999');
});

test.each([
  ['a tool that changes something', uriOf('makeFile', 'a'), 'does not return a file'],
  ['a tool that answers with JSON, of which fields may be hidden', uriOf('getJson', 'a'), 'does not return a file'],
  ['a tool with a handler', uriOf('ownFile', 'a'), 'does not return a file'],
  ['a tool of the server itself', uriOf('ping', 'a'), 'Resource not found'],
  ['no tool', uriOf('getFiles', 'a'), 'Resource not found'],
  ['arguments that are no object', 'api-file:///getFile?arguments=%5B1%5D', 'Resource not found'],
  ['a malformed URI', 'api-file:///getFile?arguments=%7', 'Resource not found'],
  ['another path', uriOf('getFile', '../json/a').replace('%2F', '/'), 'must not be or contain'],
  ['invalid arguments', uriOf('getFile', 'x'.repeat(21)), 'Invalid arguments for tool "getFile"'],
  ['a part behind the end', `${uriOf('getFile', 'a')}&offset=400000`, '416'],
  [
    'another part than the one that was asked for',
    `${uriOf('getFile', 'wrong')}&offset=1&length=2`,
    'a different part',
  ],
  ['a part behind the end of what comes as a whole', `${uriOf('getFile', 'plain')}&offset=400000`, 'after the end'],
])('a read of %s is refused', async (_title, uri, message) => {
  const changes = api.requests.filter(({ method }) => method !== 'GET').length;
  expect((await read(uri)).error?.message).toContain(message);
  expect(api.requests.filter(({ method }) => method !== 'GET')).toHaveLength(changes);
});

test('a caller without the scopes of the tool reads no file', async () => {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const keys = `${hash('ada-key')} ada files;${hash('bob-key')} bob`;
  const started = startServer(server, ['--http', '0'], { ...environment, IT_KEYS: keys });
  const url = await started.listening();
  const uri = `${uriOf('getFile', 'a')}&offset=0&length=10`;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const post = (caller: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${caller}-key`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'resources/read',
        'Mcp-Name': uri,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri, _meta } }),
    });
  const allowed = await post('ada');
  expect([allowed.status, await allowed.text()]).toEqual([200, expect.stringContaining('"blob":"AAECAwQFBgcICQ=="')]);
  const refused = await post('bob');
  expect(refused.status).toBe(403);
  started.child.kill('SIGKILL');
  await started.exited;
});
