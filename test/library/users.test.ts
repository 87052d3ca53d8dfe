import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApplication, type Application, type Connected, type Sdk } from './application.js';
import { ada, grace, type Visitor } from './browser.js';
import { post, startLibrary, type Library } from './start-library.js';

const dune = { isbn: '9780441172719', title: 'Dune', author: 'Frank Herbert' };
const newBook = { title: 'Notes', author: 'Ada Lovelace', copies: 1 };

describe.each<Sdk>(['SDK v1', 'SDK v2'])('readers with an application of %s', (sdk) => {
  let library: Library;

  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(async () => {
    library.child.kill();
    await library.exited;
  });

  /** A user who logs in as soon as the application starts, as hosts have it. */
  async function open(user: Visitor): Promise<{ app: Application; client: Connected }> {
    const app = createApplication(sdk, library.url);
    await expect(app.connect()).rejects.toThrow();
    await app.logIn(user);
    return { app, client: await app.connect() };
  }

  const call = (client: Connected, name: string, values = {}): Promise<unknown> =>
    client.callTool({ name, arguments: values });

  test('a first login is for books:read, and the page says what that is', async () => {
    const app = createApplication(sdk, library.url);
    await expect(app.connect()).rejects.toThrow();
    const { pages } = await app.logIn(ada);
    const asked = sdk === 'SDK v2' ? 'Read the catalog Stay logged in' : 'Read the catalog';
    expect(pages).toEqual([
      'Log in to the library User Password Log in',
      `Allow A &#60;b&#62;reading&#60;/b&#62; app to use the library? You are logged in as Ada Lovelace. The program asks to: ${asked} Allow Deny`,
    ]);
    expect(app.scopes()).toEqual(['books:read']);
    const client = await app.connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add_book');
    const found = await call(client, 'find_books', { words: 'dune herbert' });
    expect(JSON.stringify(found)).toContain('\\"available\\":2');
    await client.close();
  });

  describe('two users', () => {
    let mine: Connected;
    let hers: Connected;

    beforeEach(async () => {
      const { app, client } = await open(ada);
      await expect(call(client, 'borrow_book', { isbn: dune.isbn })).rejects.toThrow();
      await app.logIn(ada);
      expect(app.scopes()).toEqual(['books:read', 'loans:write']);
      const other = await open(grace);
      await expect(call(other.client, 'list_loans')).rejects.toThrow();
      await other.app.logIn(grace);
      expect(other.app.scopes()).toEqual(['books:read', 'loans:read']);
      [mine, hers] = [client, other.client];
    });

    test('step up in the middle of a connection, and see their own loans only', async () => {
      expect(await call(mine, 'borrow_book', { isbn: dune.isbn })).toMatchObject({ structuredContent: dune });
      expect(await call(mine, 'list_loans')).toMatchObject({
        structuredContent: { reader: 'Ada Lovelace', loans: [dune] },
      });
      expect(await call(hers, 'list_loans')).toMatchObject({
        structuredContent: { reader: 'Grace Hopper', loans: [] },
      });
      const uri = `library://loans/${dune.isbn}`;
      expect(JSON.stringify(await mine.readResource({ uri }))).toContain('Dune');
      await expect(hers.readResource({ uri })).rejects.toThrow('Resource not found');
      expect(JSON.stringify(await mine.readResource({ uri: 'library://loans' }))).toContain('Dune');
      expect(JSON.stringify(await hers.readResource({ uri: 'library://loans' }))).not.toContain('Dune');
      const suggested = await mine.getPrompt({ name: 'suggest_next', arguments: { mood: 'something short' } });
      expect(JSON.stringify(suggested)).toContain('Ada Lovelace has borrowed:\\n- Dune by Frank Herbert');
      expect(await call(mine, 'return_book', { isbn: dune.isbn })).toMatchObject({
        structuredContent: { available: 2 },
      });
      await Promise.all([mine.close(), hers.close()]);
    });
  });

  test('a scope that a user does not have is not granted, and the call stays refused', async () => {
    const { app, client } = await open(ada);
    const book = { ...newBook, isbn: '9780000000001' };
    await expect(call(client, 'add_book', book)).rejects.toThrow();
    const { pages } = await app.logIn(ada);
    expect(pages.at(-1)).toContain(
      'Your account does not allow this, so the program will not get it: Change the catalog',
    );
    expect(app.scopes()).toEqual(['books:read']);
    await expect(call(client, 'add_book', book)).rejects.toThrow();
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add_book', arguments: book } };
    const refused = await post(library.url, app.tokens()?.access_token, message);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope", scope="books:read catalogue:admin"$/u,
    );
    await client.close();
    const librarian = await open(grace);
    await expect(call(librarian.client, 'add_book', book)).rejects.toThrow();
    await librarian.app.logIn(grace);
    expect(await call(librarian.client, 'add_book', book)).toMatchObject({
      structuredContent: { title: 'Notes', available: 1 },
    });
    await librarian.client.close();
  });

  test('a user who says no is back at the application without a token', async () => {
    const app = createApplication(sdk, library.url);
    await expect(app.connect()).rejects.toThrow();
    const { address } = await app.logIn({ ...ada, answer: 'deny' });
    expect(address.searchParams.get('error')).toBe('access_denied');
    expect(app.scopes()).toEqual([]);
  });
});
