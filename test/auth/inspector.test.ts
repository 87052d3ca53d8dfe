import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInspector, type Inspector } from '../clients/inspector.js';
import { makeFolder } from '../kit/make-folder.js';
import { openInBrowser } from './authorization-server.mjs';
import { key, startBookshop, type Bookshop } from './protected-bookshop.js';

let inspector: Inspector;
let bookshop: Bookshop;

beforeAll(async () => {
  inspector = await openInspector();
  bookshop = await startBookshop();
}, 600_000);

afterAll(() => bookshop.close());

/** The user agrees; the authorization server sends the browser back to the Inspector. */
async function agree(address: URL): Promise<void> {
  const response = await fetch(await openInBrowser(address));
  expect(response.status).toBe(200);
}

/** A port that is free at the moment. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const call = (name: string) => ['--method', 'tools/call', '--tool-name', name];

describe.each(['legacy', 'modern'] as const)('the Inspector, %s', (era) => {
  test('logs in, and asks for a further scope in the middle', async () => {
    const { requests } = bookshop.issuer;
    requests.splice(0);
    // With a refresh token it would refresh when a scope is missing, which gives no more scopes.
    const oauth = { requestRefreshToken: false };
    const books = { type: 'streamable-http', url: bookshop.url.href, protocolEra: era, oauth };
    const home = makeFolder({ 'servers.json': JSON.stringify({ mcpServers: { books } }) });
    const config = path.join(home, 'servers.json');
    const callback = ['--callback-url', `http://127.0.0.1:${await findPort()}/oauth/callback`];
    const options = [...callback, ...call('order_book')];
    const ordered = await inspector.login({ config, server: 'books', options, home }, agree);
    expect(ordered).toMatchObject({ exitCode: 0, result: { content: [{ text: 'ordered for ada' }] } });
    expect(ordered.stderr).toContain('This operation needs additional scope: books:order.');
    expect(requests.map((parameters) => parameters.get('scope'))).toEqual(['books:read', 'books:read books:order']);
  });
});

test('the Inspector sends an API key as a header', async () => {
  const header = ['--header', `Authorization: Bearer ${key}`];
  const found = await inspector.run('legacy', bookshop.url.href, [...header, ...call('find_book')]);
  expect(found).toMatchObject({ exitCode: 0, result: { content: [{ text: 'found for reader, false' }] } });
});

test('the Inspector says that a login is needed where it cannot ask its user', async () => {
  const refused = await inspector.run('modern', bookshop.url.href, ['--stored-auth-only', ...call('find_book')]);
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('auth_required');
});
