import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serveTexts } from '../../runtime/features/well-known/index.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { afterFile } from '../kit/after-file.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { makeBusyServer } from '../wire/http-fixture.js';

const security = 'Contact: mailto:security@example.com\nExpires: 2027-12-31T23:00:00Z\n';

const definition = (texts: string, extra = ''): string => `server:
  name: shop
  version: 1.0.0
  wellKnown:
${texts}
${extra}tools: { sell: { description: Sells. } }
`;

const good = `    security.txt: |
      ${security.trim().replace('\n', '\n      ')}
    openai-apps-challenge: \${SHOP_CHALLENGE}`;

describe('texts under /.well-known/', () => {
  let folder = '';
  let server = '';
  let url = '';
  let running: ServerProcess;

  beforeAll(async () => {
    const project = await createProject({ 'definitions/shop.mcp.yaml': definition(good) });
    folder = project.folder;
    server = await project.bundle();
    running = startServer(server, ['--http', '0'], { SHOP_CHALLENGE: 'token-1' });
    afterFile(() => running.child.kill());
    [url = ''] = await untilSaid(running, /http:\/\/[^/\s]+/u);
  });

  test('are served to everyone, with variables filled in', async () => {
    const response = await fetch(`${url}/.well-known/security.txt`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(security);
    const token = await fetch(`${url}/.well-known/openai-apps-challenge`, {
      headers: { Origin: 'https://any.example' },
    });
    expect(await token.text()).toBe('token-1');
  });

  test('can only be read', async () => {
    const head = await fetch(`${url}/.well-known/security.txt`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(`${url}/.well-known/security.txt`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${url}/.well-known/other`)).status).toBe(404);
  });

  test('are not loaded on stdin', async () => {
    const silent = startServer(server, [], {});
    silent.child.stdin.end();
    expect(await silent.exited).toBe(0);
    expect(silent.output.stderr).not.toContain('SHOP_CHALLENGE');
  });

  test('need their variables when the server listens', async () => {
    const failing = startServer(server, ['--http', '0'], {});
    expect(await failing.exited).toBe(1);
    expect(failing.output.stderr).toContain(
      '`wellKnown` (openai-apps-challenge) needs the environment variable SHOP_CHALLENGE',
    );
  });

  test('are in .env.example, and in a module of their own', async () => {
    expect(await readFile(path.join(folder, 'generated/env.example'), 'utf8')).toContain('\nSHOP_CHALLENGE=\n');
    expect(await readFile(path.join(folder, 'generated/definition.ts'), 'utf8')).toContain("'well-known': async () =>");
  });
});

test.each([
  ['a: "$5"', '`a` contains a `$` that is not part of an environment variable reference.'],
  ['security.txt: "Expires: 2027-12-31T23:00:00Z"', '`security.txt` has no `Contact`.'],
  ['security.txt: "Contact: me@example.com\\nExpires: 2027-12-31T23:00:00Z"', 'has a `Contact` that is not a URI.'],
  ['security.txt: "Contact: mailto:me@example.com"', '`security.txt` has no `Expires`.'],
  [
    'security.txt: "Contact: mailto:a@b.c\\nExpires: 2027-12-31T23:00:00Z\\nExpires: 2028-12-31T23:00:00Z"',
    'has several `Expires`.',
  ],
  ['security.txt: "Contact: mailto:a@b.c\\nExpires: next year"', 'has an `Expires` that is not a date.'],
  [
    'security.txt: "Contact: mailto:a@b.c\\nExpires: 2027-12-31T23:00:00Z\\nwrite to us"',
    'has a line that is not a field.',
  ],
])('%s is an error with its place', async (text, message) => {
  const cwd = makeFolder({ 'definitions/shop.mcp.yaml': definition(`    ${text}`) });
  const { exitCode, error } = await runInMemory(['generate'], { cwd });
  expect(exitCode).toBe(1);
  expect(error).toMatch(/^definitions\/shop\.mcp\.yaml:5:\d+ error invalid-well-known: /u);
  expect(error).toContain(message);
});

test('a name that the server needs itself is an error', async () => {
  const auth = "auth: { issuers: ['https://login.example.com'] }\n";
  const cwd = makeFolder({ 'definitions/shop.mcp.yaml': definition('    oauth-protected-resource: x', auth) });
  expect((await runInMemory(['generate'], { cwd })).error).toContain(
    ':5:5 error invalid-well-known: A server with `auth` serves `/.well-known/oauth-protected-resource` itself.',
  );
});

test('a signed security.txt may have anything', async () => {
  const signed = '    security.txt: "-----BEGIN PGP SIGNED MESSAGE-----\\nHash: SHA512"';
  const cwd = makeFolder({ 'definitions/shop.mcp.yaml': definition(signed) });
  expect((await runInMemory(['generate'], { cwd })).exitCode).toBe(0);
});

test('the help for a wrong name says what a name may be', async () => {
  const cwd = makeFolder({ 'definitions/shop.mcp.yaml': definition('    ../a: x') });
  expect((await runInMemory(['generate'], { cwd })).error).toContain(
    '5:5 error invalid-name: `../a` is not a valid name.\n  5 |     ../a: x\n    |     ^^^^\n  help: A name has 1 to 4 parts separated by `/`.',
  );
});

test('a route of the same path keeps the server from listening', async () => {
  const project = await createProject({
    'definitions/shop.mcp.yaml': definition('    a/b.txt: x'),
    'handlers/server.ts': "export const routes = { 'GET /.well-known/a/b.txt': () => new Response('mine') };\n",
  });
  const failing = startServer(await project.bundle(), ['--http', '0'], {});
  expect(await failing.exited).toBe(1);
  expect(failing.output.stderr).toContain(
    'The route "GET /.well-known/a/b.txt" in `routes` of handlers/server.ts uses a path that the server itself serves',
  );
});

test('a server of `fetch` serves them, with variables of the platform', async () => {
  const { definition: busy, handlers } = makeBusyServer();
  const parts = { 'well-known': async () => serveTexts({ 'a.txt': 'token ${SHOP_TOKEN}' }) };
  const server = createWebServer({ definition: { ...busy, parts }, handlers });
  const bindings = { SHOP_TOKEN: 'abc' };
  const response = await server.fetch(new Request('https://shop.example/.well-known/a.txt'), bindings);
  expect([response.status, await response.text()]).toEqual([200, 'token abc']);
  await server.close();
});
