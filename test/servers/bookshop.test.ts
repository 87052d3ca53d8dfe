import { describe, expect, test } from 'vitest';
import { loadModule } from '../kit/load-module.js';
import { talk, type Message } from '../kit/talk.js';

const server = 'dist/bookshop/server.mjs';

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'reader', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const eras = [
  { era: 'legacy', missing: -32002, meta: undefined },
  { era: 'modern', missing: -32602, meta: modernMeta },
];

describe.each(eras)('$era', ({ era, missing, meta }) => {
  /** Sends requests one behind the other to a fresh server; gives the answers in their order. */
  async function ask(...requests: readonly (readonly [method: string, params: object])[]): Promise<readonly Message[]> {
    const messages = requests.map(([method, params], id) => ({
      jsonrpc: '2.0',
      id,
      method,
      params: { ...params, ...(meta && { _meta: meta }) },
    }));
    const { messages: answers, stderr, exitCode } = await talk(server, messages);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    return requests.map((_, id) => answers.find((answer) => answer.id === id) ?? {});
  }

  const find = (values: object) => ['tools/call', { name: 'find_books', arguments: values }] as const;
  const order = (isbn: string) => ['tools/call', { name: 'order_book', arguments: { isbn } }] as const;
  const read = (uri: string) => ['resources/read', { uri }] as const;
  const recommend = (values: object) => ['prompts/get', { name: 'recommend', arguments: values }] as const;

  test('finds books by words of title, author and subject', async () => {
    const answers = await ask(
      find({ query: 'sea classics' }),
      find({ query: '  LE guin ' }),
      find({ query: 'sea', limit: 1 }),
      find({ query: 'sea dune' }),
    );
    const found = answers.map(({ result }) => [
      result.structuredContent.books.map(({ title }: { title: string }) => title),
      result.structuredContent.total,
    ]);
    expect(found).toEqual([
      [['The Odyssey', 'Moby-Dick'], 2],
      [['The Left Hand of Darkness'], 1],
      [['The Odyssey'], 2],
      [[], 0],
    ]);
  });

  test('orders a book until it is out of stock', async () => {
    const [first, second, found] = await ask(
      order('9780140449136'),
      order('9780140449136'),
      find({ query: 'odyssey' }),
    );
    expect(first?.result.structuredContent).toEqual({
      orderNumber: 1001,
      book: {
        isbn: '9780140449136',
        title: 'The Odyssey',
        author: 'Homer',
        subjects: ['epic', 'classics', 'sea'],
        price: 12,
        inStock: 0,
      },
    });
    expect(second?.result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'The Odyssey is out of stock.' }],
    });
    expect(found?.result.structuredContent.books).toMatchObject([{ title: 'The Odyssey', inStock: 0 }]);
  });

  test('orders nothing that it does not have', async () => {
    const [unknown, malformed] = await ask(order('9780000000000'), order('no number'));
    expect(unknown?.result).toMatchObject({
      isError: true,
      content: [{ text: 'There is no book with the ISBN 9780000000000. Look it up with find_books.' }],
    });
    expect(malformed?.result).toMatchObject({
      isError: true,
      content: [
        {
          text: 'Invalid arguments for tool "order_book":\n- isbn: must match the pattern ^97[89][0-9]{10}$, got "no number"',
        },
      ],
    });
  });

  test('reads its resources', async () => {
    const [hours, catalogue, book] = await ask(
      read('bookshop://opening-hours'),
      read('bookshop://catalogue'),
      read('bookshop://books/9780441478125'),
    );
    expect(hours?.result.contents).toEqual([
      {
        uri: 'bookshop://opening-hours',
        mimeType: 'text/markdown',
        text: expect.stringMatching(/^# Opening hours\n.*\| Monday +\| closed +\|\n/su) as string,
      },
    ]);
    const books = JSON.parse(catalogue?.result.contents[0].text) as readonly { title: string }[];
    const titles = books.map(({ title }) => title);
    expect(titles.slice(0, 4)).toEqual(['Dune', 'The Left Hand of Darkness', 'The Odyssey', 'Moby-Dick']);
    expect(titles).toHaveLength(10);
    expect(JSON.parse(book?.result.contents[0].text)).toMatchObject({
      title: 'The Left Hand of Darkness',
      price: 10.5,
    });
  });

  test('has no book that is not in the catalogue', async () => {
    const [unknown, outside] = await ask(read('bookshop://books/9780000000000'), read('bookshop://books/a/b'));
    expect(unknown?.error?.code).toBe(missing);
    expect(outside?.error?.code).toBe(missing);
  });

  test('gets the prompt with and without the optional argument', async () => {
    const [full, short, none] = await ask(
      recommend({ subject: 'whales', reader: 'They are for a child of eight.' }),
      recommend({ subject: '{{reader}}' }),
      recommend({}),
    );
    const says = (text: string): object => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
    expect(full?.result).toMatchObject(
      says('Recommend three books about whales from the catalogue of the shop. They are for a child of eight.'),
    );
    expect(short?.result).toMatchObject(
      says('Recommend three books about {{reader}} from the catalogue of the shop. '),
    );
    expect(none?.error?.code).toBe(-32602);
  });

  test('has the envelope of its era', async () => {
    const [answer] = await ask(find({ query: 'dune' }));
    if (era === 'modern') {
      expect(answer?.result).toMatchObject({
        resultType: 'complete',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'bookshop', version: '1.0.0' } },
      });
    } else {
      expect(Object.keys(answer?.result)).toEqual(['content', 'structuredContent']);
    }
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
