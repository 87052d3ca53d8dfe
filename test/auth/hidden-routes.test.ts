import { expect, test, vi } from 'vitest';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { makeBooks, resource, serveBooks } from './books.js';

const issuers = ['https://issuer.example'];
const hello = (): Response => new Response('hello');
const metadata = '/.well-known/oauth-protected-resource';

test.each([
  ['behind a proxy', { issuers }, [`GET ${metadata}/mcp`, `POST ${metadata}`, `GET ${metadata}/*`]],
  [
    'with another path for clients',
    { issuers, resource: 'https://books.example/at/books' },
    [`GET ${metadata}/at/books`],
  ],
  ['on the local machine', { issuers, resource: undefined }, [`GET ${metadata}/mcp`]],
])('a route instead of the metadata that the server answers is an error at the start, %s', async (_, auth, names) => {
  for (const name of names) {
    const message = `The route "${name}" in \`routes\` of handlers/server.ts uses a path that the server itself serves`;
    await expect(serveBooks(makeBooks(auth), { routes: { [name]: hello } })).rejects.toThrow(message);
  }
});

test('a server with `fetch` says so, too', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = createWebServer({ ...makeBooks({ issuers }), routes: { [`GET ${metadata}/mcp`]: hello } });
  expect((await server.fetch(new Request(resource))).status).toBe(500);
  expect(logged.mock.calls.join()).toContain(`The route "GET ${metadata}/mcp"`);
});

test('other routes next to the metadata are served, and without issuers there is no metadata', async () => {
  const routes = { 'GET /.well-known/*': hello, [`GET ${metadata}-not`]: hello };
  const { subject } = await serveBooks(makeBooks({ issuers }), { routes });
  const ask = async (server: typeof subject, path: string) => (await server.fetch({ method: 'GET', path })).body;
  expect(await ask(subject, `${metadata}-not`)).toBe('hello');
  expect(await ask(subject, '/.well-known/other')).toBe('hello');
  expect(JSON.parse(await ask(subject, `${metadata}/mcp`))).toMatchObject({ resource });
  const apiKeys = { variable: 'BOOK_KEYS' };
  process.env['BOOK_KEYS'] = `${'0'.repeat(64)} ada books:read`;
  const keyed = await serveBooks(makeBooks({ apiKeys }), { routes: { [`GET ${metadata}`]: hello } });
  expect(await ask(keyed.subject, metadata)).toBe('hello');
});
