import { describe, expect, test } from 'vitest';
import { talk, modern } from '../wire/wire.js';
import { makeBooks, resource, serveBooks, type AuthChange, type Books } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();
const shared = { ttlMs: 60_000, scope: 'public' } as const;

/** A bookshop that lets shared caches keep all that it answers, for a minute. */
function makeSharing(auth: AuthChange): Books {
  const books = makeBooks({ issuers: [issuer.url], ...auth });
  const { definition, handlers } = books;
  const hours = { uri: 'books://hours', content: async () => ({ text: '9 to 5' }) };
  return {
    ...books,
    definition: {
      ...definition,
      cache: shared,
      resources: [...definition.resources, hours],
      resourceTemplates: definition.resourceTemplates.map((template) => ({ ...template, cache: shared })),
    },
    handlers: { ...handlers, resources: { 'books://stock': () => ({ contents: [{ text: 'few' }], cache: shared }) } },
  };
}

const read = async (auth: AuthChange, uri: string): Promise<unknown> => {
  const server = await serveBooks(makeSharing(auth));
  const token = await issuer.sign(issuer.claims(resource, { scope: 'books:order books:stock' }));
  const { body } = await server.send(token, 'resources/read', { uri });
  return (JSON.parse(body) as { result: unknown }).result;
};

describe('contents of a resource that needs scopes', () => {
  test.each([
    ['of its own', { required: [] }, 'books://stock', 'few'],
    ['of a template', { required: [] }, 'books://book/1', 'book'],
    ['that everything needs', {}, 'books://hours', '9 to 5'],
  ])('%s are private to the caller, whatever the cache hints say', async (_which, auth, uri, text) => {
    const wanted = { contents: [{ uri, text }], ttlMs: 60_000, cacheScope: 'private' };
    expect(await read(auth, uri)).toMatchObject(wanted);
  });

  test('are not kept from shared caches when no scope is needed, or where no tool needs one', async () => {
    const wanted = { contents: [{ text: '9 to 5' }], ttlMs: 60_000, cacheScope: 'public' };
    expect(await read({ required: [] }, 'books://hours')).toMatchObject(wanted);
    const [onStdio] = await talk(makeSharing({}), [modern(1, 'resources/read', { uri: 'books://hours' })]);
    expect(onStdio?.['result']).toMatchObject(wanted);
  });

  test('are refused without the scopes, however public the cache hints are', async () => {
    const server = await serveBooks(makeSharing({}));
    const low = await issuer.sign(issuer.claims(resource, { scope: 'books:read' }));
    for (const uri of ['books://stock', 'books://book/1']) {
      expect((await server.send(low, 'resources/read', { uri })).status).toBe(403);
    }
  });
});
