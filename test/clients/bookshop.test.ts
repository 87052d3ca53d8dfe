import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadModule } from '../kit/load-module.js';
import { clientKinds, type ConnectedClient } from './client-kinds.js';

const dune = {
  isbn: '9780441172719',
  title: 'Dune',
  author: 'Frank Herbert',
  subjects: ['science fiction', 'ecology', 'politics'],
  price: 11.99,
  inStock: 4,
};

describe.each(clientKinds)('bookshop, $name', ({ name, era, connect }) => {
  let client: ConnectedClient;

  beforeAll(async () => {
    client = await connect('dist/bookshop/server.mjs');
  });

  afterAll(async () => {
    // At the end of input the server ends by itself, with nothing to complain about, and leaves no process behind.
    expect(await client.close()).toEqual({ exitCode: 0, survivors: [], stderr: '' });
  });

  test('introduces itself', () => {
    expect(client.server).toEqual({
      name: 'bookshop',
      title: 'The Bookshop',
      version: '1.0.0',
      description: 'A small bookshop with a catalog for searching and ordering.',
    });
    expect(client.instructions).toBe('Look a book up before you order it.');
    expect(client.capabilities).toEqual({
      completions: {},
      extensions: { 'io.modelcontextprotocol/ui': {} },
      logging: {},
      prompts: {},
      resources: {},
      tools: {},
    });
  });

  test('lists its tools', async () => {
    expect(await client.listTools()).toMatchObject({
      tools: [
        {
          name: 'find_books',
          title: 'Find books',
          description: 'Searches the catalog by title, author or subject.',
          annotations: { readOnlyHint: true, openWorldHint: false },
          inputSchema: {
            type: 'object',
            properties: { query: { type: 'string', minLength: 1 }, limit: { type: 'integer', default: 10 } },
            required: ['query'],
          },
          outputSchema: { type: 'object', required: ['books', 'total'] },
          _meta: { ui: { resourceUri: expect.stringMatching(/^ui:\/\/bookshop\/shelf\?v=/u) as string } },
        },
        { name: 'check_stock', title: 'Check stock', _meta: { ui: { visibility: ['app'] } } },
        { name: 'order_book', title: 'Order a book', inputSchema: { required: ['isbn'] } },
      ],
    });
  });

  test('lists its prompt, its resources and its resource template', async () => {
    expect(await client.listPrompts()).toMatchObject({
      prompts: [
        {
          name: 'recommend',
          title: 'Recommend books',
          arguments: [
            { name: 'subject', description: 'Subject of the books.', required: true },
            { name: 'reader', description: 'A sentence about the reader, such as "They are for a child of eight."' },
          ],
        },
      ],
    });
    expect(await client.listResources()).toMatchObject({
      resources: [
        { uri: 'bookshop://opening-hours', name: 'opening-hours', mimeType: 'text/markdown' },
        { uri: 'bookshop://catalogue', name: 'catalogue', mimeType: 'application/json' },
        { uri: expect.stringMatching(/^ui:/u) as string, name: 'shelf', mimeType: 'text/html;profile=mcp-app' },
      ],
    });
    expect(await client.listResourceTemplates()).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'bookshop://books/{isbn}', name: 'book', mimeType: 'application/json' }],
    });
  });

  test('answers a call with content that the client validates against the output schema', async () => {
    // The clients compile the output schemas of the tools that they have listed.
    await client.listTools();
    expect(await client.callTool('find_books', { query: 'dune' })).toMatchObject({
      content: [{ type: 'text', text: JSON.stringify({ books: [dune], total: 1 }) }],
      structuredContent: { books: [dune], total: 1 },
    });
    const found = async (values: { [name: string]: unknown }) => {
      const { structuredContent } = (await client.callTool('find_books', values)) as {
        readonly structuredContent: { readonly books: readonly { readonly title: string }[]; readonly total: number };
      };
      return [...structuredContent.books.map(({ title }) => title), structuredContent.total];
    };
    expect(await found({ query: 'sea classics' })).toEqual(['The Odyssey', 'Moby-Dick', 2]);
    expect(await found({ query: '  LE guin ' })).toEqual(['The Left Hand of Darkness', 1]);
    expect(await found({ query: 'sea', limit: 1 })).toEqual(['The Odyssey', 2]);
    expect(await found({ query: 'sea dune' })).toEqual([0]);
    expect(await client.callTool('order_book', { isbn: '9780441478125' })).toMatchObject({
      structuredContent: { orderNumber: 1001, book: { title: 'The Left Hand of Darkness', inStock: 1 } },
    });
  });

  test('says what is wrong with arguments, as a result that a model can read', async () => {
    await client.listTools();
    expect(await client.callTool('find_books', { limit: 0 })).toMatchObject({
      isError: true,
      content: [
        {
          type: 'text',
          text: 'Invalid arguments for tool "find_books":\n- query: is required\n- limit: must be at least 1, got 0',
        },
      ],
    });
    for (const [isbn, problem] of [
      ['9780142437247', 'Moby-Dick is out of stock.\nOffer another book.'],
      [
        '9780000000000',
        'There is no book with the ISBN 9780000000000.\nLook it up with find_books.\nDo not repeat the call.',
      ],
    ] as const) {
      expect(await client.callTool('order_book', { isbn })).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: problem }],
      });
    }
  });

  test('refuses a tool that it does not have', async () => {
    await expect(client.callTool('burn_books', {})).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: burn_books') as string,
    });
  });

  test('gets its prompt', async () => {
    expect(await client.getPrompt('recommend', { subject: 'the sea', reader: 'They are for a sailor.' })).toMatchObject(
      {
        messages: [
          {
            role: 'user',
            content: {
              type: 'text',
              text: 'Recommend three books about the sea from the catalog of the shop. They are for a sailor.',
            },
          },
        ],
      },
    );
    await expect(client.getPrompt('recommend', {})).rejects.toMatchObject({ code: -32602 });
  });

  test('reads a static resource, one with a handler and one of a template', async () => {
    expect(await client.readResource('bookshop://opening-hours')).toMatchObject({
      contents: [
        {
          uri: 'bookshop://opening-hours',
          mimeType: 'text/markdown',
          text: expect.stringMatching(/^# Opening hours\n.*Tuesday to Friday +\| 10:00 – 18:30 \|/su) as string,
        },
      ],
    });
    expect(await client.readResource('bookshop://catalogue')).toMatchObject({
      contents: [
        { uri: 'bookshop://catalogue', mimeType: 'application/json', text: expect.stringMatching(/^\[.*Odyssey/u) },
      ],
    });
    expect(await client.readResource('bookshop://books/9780441172719')).toMatchObject({
      contents: [{ uri: 'bookshop://books/9780441172719', text: JSON.stringify(dune) }],
    });
  });

  test.each(['bookshop://books/9780000000000', 'bookshop://elsewhere'])('has no %s', async (uri) => {
    // v2 shows both codes of the protocol as the one of its latest revision.
    const code = name.startsWith('SDK v1') ? -32002 : -32602;
    await expect(client.readResource(uri)).rejects.toMatchObject({ code });
  });

  test('answers in the era that the client speaks', async () => {
    const answer = await client.listTools();
    if (era === 'modern') expect(answer).toMatchObject({ cacheScope: 'public', ttlMs: 0 });
    else expect(answer).not.toHaveProperty('cacheScope');
  });
});

test.each([
  ['nothing', '', { length: 10 }],
  ['the beginning of an ISBN', '97804', ['9780441172719', '9780441478125']],
  ['words of a title', 'hand left', ['9780441478125']],
  ['what no book has', 'cookery', []],
])('ISBNs are suggested for %s', async (_what, typed, isbns) => {
  interface Handlers {
    readonly handlers: {
      readonly completions: {
        readonly resourceTemplates: { readonly [uri: string]: { isbn(value: string): unknown } };
      };
    };
  }
  const { handlers } = await loadModule<Handlers>(process.cwd(), 'generated/bookshop/handlers.ts');
  expect(await handlers.completions.resourceTemplates['bookshop://books/{isbn}']?.isbn(typed)).toMatchObject(isbns);
});
