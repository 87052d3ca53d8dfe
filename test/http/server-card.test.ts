import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';

const definition = (extra = 'serverCard: true'): string => `server:
  name: shelf
  title: The "Shelf" \${HOME}
  version: 1.4.0
  description: Looks after shelves.
  environment: { SHELF_KEY: { title: Key, description: Yours., secret: true } }
  ${extra}
auth:
  issuers: ['https://login.example.com']
  resource: https://shelf.example.com/mcp
  scopes: { read: See everything }
  requiredScopes: [read]
package:
  registryName: com.example/shelf
  repository: https://github.com/acme/shelf
tools:
  find: { description: Finds., inputSchema: { type: object } }
`;

let folder = '';
let running: ServerProcess;
let url = '';

beforeAll(async () => {
  const project = await createProject({ 'definitions/shelf.mcp.yaml': definition() });
  folder = project.folder;
  running = startServer(await project.bundle(), ['--http', '0'], { SHELF_KEY: 'my-secret' });
  await vi.waitFor(
    () => {
      url = /http:\/\/\S+\/mcp/u.exec(running.output.stderr)?.[0] ?? '';
      expect(url).not.toBe('');
    },
    { timeout: 60_000 },
  );
});

afterAll(async () => {
  running.child.kill();
  await running.exited;
});

const ask = (init?: RequestInit, to = `${url}/server-card`): Promise<Response> => fetch(to, init);

test('a server with `serverCard: true` serves its card to everyone, although callers have to say who they are', async () => {
  const response = await ask({
    headers: { Accept: 'application/mcp-server-card+json', Origin: 'https://any.example' },
  });
  expect(response.status).toBe(200);
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'Content-Type, If-None-Match',
    'access-control-expose-headers': 'ETag',
    'cache-control': 'public, max-age=3600',
    'content-type': 'application/mcp-server-card+json',
    vary: 'Accept-Encoding',
  });
  expect(await response.json()).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: 'com.example/shelf',
    version: '1.4.0',
    description: 'Looks after shelves.',
    title: 'The "Shelf" ${HOME}',
    repository: { url: 'https://github.com/acme/shelf', source: 'github' },
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://shelf.example.com/mcp',
        supportedProtocolVersions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
      },
    ],
  });
  const call = await ask({ method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }, url);
  expect(call.status).toBe(401);
});

test('the card is that of the package `card`, byte for byte', async () => {
  const { exitCode, out, error } = await runInMemory(['package', 'card'], { cwd: folder });
  expect([exitCode, error]).toEqual([0, '']);
  // The server does it itself.
  expect(out).not.toContain('Serve server-card.json');
  const packaged = readFileSync(path.join(folder, 'packages/card/server-card.json'), 'utf8');
  expect(await (await ask()).text()).toBe(packaged);
  expect(packaged).not.toContain('SHELF_KEY');
});

test('the card is not sent again to who has it', async () => {
  const tag = (await ask()).headers.get('etag') ?? '';
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/u);
  const known = await ask({ headers: { 'If-None-Match': tag } });
  expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag]);
  expect(known.headers.get('access-control-allow-origin')).toBe('*');
  expect((await ask({ headers: { 'If-None-Match': '"another"' } })).status).toBe(200);
});

test('a preflight of a browser is answered, and other methods are refused', async () => {
  const preflight = await ask({ method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET' } });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  const post = await ask({ method: 'POST', body: '{}' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await ask({ method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await ask({}, `${url}/server-card/`)).status).not.toBe(200);
});

/** Report of `generate` about a definition. */
async function complain(text: string): Promise<string> {
  return (await runInMemory(['generate'], { cwd: makeFolder({ 'definitions/s.mcp.yaml': text }) })).error;
}

test('a card without a name at the registry is an error, and so is a private address', async () => {
  expect(await complain(definition().replace('  registryName: com.example/shelf\n', ''))).toContain(
    's.mcp.yaml:14:3 error missing-package-key: `package.registryName` is missing: `server.serverCard` needs it.',
  );
  for (const host of ['10.1.2.3', '[fd00::1]', 'api.localhost']) {
    const error = await complain(definition().replace('https://shelf.example.com/mcp', `https://${host}/mcp`));
    expect(error, host).toContain(`The server address https://${host}/mcp is not reachable from the internet.`);
  }
});

test('an address that is not the `resource` of access tokens is a warning', async () => {
  const other = definition().replace('package:\n', 'package:\n  url: https://other.example.com/mcp\n');
  expect(await complain(other)).toMatch(
    /s\.mcp\.yaml:14:3 warning package-advice: server\.serverCard: `package\.url` is https:\/\/other\.example\.com\/mcp, but `resource`/u,
  );
  const same = definition().replace('package:\n', 'package:\n  url: https://shelf.example.com/mcp\n');
  expect(await complain(same)).toBe('');
});

test('a server without the key has no card', async () => {
  const { folder: plain } = await createProject({ 'definitions/shelf.mcp.yaml': definition('docsPage: public') });
  expect(() => readFileSync(path.join(plain, 'generated/server-card.ts'))).toThrow('ENOENT');
  expect(readFileSync(path.join(plain, 'generated/definition.ts'), 'utf8')).not.toContain('loadCard');
});
