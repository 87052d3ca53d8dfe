import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askServer, ways, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import type { Message } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { shelfFiles, startShelf } from './shelf-api.js';

const settings = `
mode: discover
implement: [addBook]
tools:
  getBook: { description: Finds the one book with a number., timeoutMs: 20000 }
  removeBook: { enabled: false }
`;

const [discovered, plain] = await Promise.all([
  createProject(shelfFiles(settings)),
  createProject(shelfFiles(settings.replace('mode: discover', ''))),
]);
const [server, plainServer] = await Promise.all([discovered.bundle(), plain.bundle()]);
const api = await startShelf();

afterAll(() => api.close());

beforeEach(() => void (api.requests.length = 0));

interface FoundEntry {
  readonly operation: string;
  readonly siblings?: readonly FoundEntry[];
}

/** Names of the operations that a search finds. */
const namesOf = ({ result }: Message): readonly string[] =>
  (result.structuredContent.operations as readonly FoundEntry[]).flatMap(({ operation, siblings = [] }) => [
    operation,
    ...siblings.map((sibling) => sibling.operation),
  ]);

/** Tools list output schemas that any answer fits: `anyOf: [<what the document says>, {}]`. */
function tighten(schema: object): object {
  const entries = Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'anyOf' && JSON.stringify(value).endsWith(',{}]')) {
      return Object.entries(tighten((value as readonly [object])[0]));
    }
    if (key === '$ref') return [[key, String(value).replace('/anyOf/0', '')]];
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[key, isSchema ? tighten(value) : value]];
  });
  return Object.fromEntries(entries);
}

const textOf = ({ result }: Message): string => result.content[0].text as string;

// Both transports and both eras.
describe.each(ways.filter(({ carrier, revision }) => (carrier === 'HTTP') === (revision === '2026-07-28')))(
  'operations that are discovered over $carrier, in $revision,',
  (way) => {
    const isModern = way.revision === '2026-07-28';

    let asked: AskedServer;
    let withTools: AskedServer;

    beforeAll(async () => {
      const start = { environment: api.environment };
      [asked, withTools] = await Promise.all([askServer(server, way, start), askServer(plainServer, way, start)]);
    });

    afterAll(() => Promise.all([asked.close(), withTools.close()]));

    const find = (query: object): Promise<Message> => asked.call('search_operations', query);

    test('are three tools that say honestly what they may do', async () => {
      const { tools } = (await asked.ask('tools/list')).result;
      expect(tools).toMatchObject([
        { name: 'ping' },
        {
          name: 'search_operations',
          annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
        },
        { name: 'describe_operation', annotations: { readOnlyHint: true, openWorldHint: false } },
        {
          name: 'call_operation',
          // The operation that destroys something is not active.
          annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
        },
      ]);
      expect(tools).toHaveLength(4);
      expect(tools[1].description).toContain('the 5 operations of The Shelf');
      expect(tools[1].description).toContain('Tags: books, upkeep, Open Loans');
    });

    test('are found by words of their names, titles, descriptions, tags, paths and arguments', async () => {
      expect(namesOf(await find({ query: 'the status' }))).toEqual(['getStatus']);
      expect(namesOf(await find({ query: 'BORROWED' }))).toEqual(['listLoans']);
      expect(namesOf(await find({ query: 'open loan' }))).toEqual(['listLoans']);
      expect(namesOf(await find({ query: 'isbn' }))).toEqual(['getBook', 'addBook', 'listBooks']);
      expect(namesOf(await find({ query: 'list the books' }))[0]).toBe('listBooks');
      expect((await find({ query: 'xylophone' })).result.structuredContent).toMatchObject({
        total: 0,
        confidence: 'low',
        operations: [],
        resources: ['books (3)', 'Open Loans (1)', 'status (1)'],
      });
    });

    test('are told with what helps to choose', async () => {
      expect((await find({ query: 'getBook', limit: 1 })).result.structuredContent).toEqual({
        total: 5,
        nextOffset: 1,
        operations: [
          {
            operation: 'getBook',
            title: 'Get a book',
            description: 'Finds the one book with a number.',
            request: 'GET /books/{isbn}',
            tags: ['books'],
          },
        ],
      });
    });

    test('come in pages, a few of them without a query', async () => {
      expect(namesOf(await find({}))).toEqual(['listBooks', 'addBook', 'getBook', 'listLoans', 'getStatus']);
      const { structuredContent } = (await find({ resource: 'books', limit: 2 })).result;
      expect(structuredContent).toMatchObject({
        total: 3,
        operations: [{ operation: 'listBooks', siblings: [{ operation: 'addBook' }] }],
        nextOffset: 2,
      });
      const last = (await find({ resource: 'books', limit: 2, offset: 2 })).result.structuredContent;
      expect(last).toEqual({
        total: 3,
        operations: [{ operation: 'getBook', title: 'Get a book', request: 'GET /books/{isbn}' }],
      });
      expect(namesOf(await find({ offset: 99 }))).toEqual([]);
      expect(await find({ limit: 101 })).toMatchObject({ result: { isError: true } });
    });

    test('are described with the schemas that they have as tools', async () => {
      const { tools } = (await withTools.ask('tools/list')).result;
      for (const operation of ['listBooks', 'addBook', 'getBook', 'listLoans', 'getStatus']) {
        const described = JSON.parse(textOf(await asked.call('describe_operation', { operation, withOutput: true })));
        const tool = tools.find(({ name }: { readonly name: string }) => name === operation);
        const { name: _name, ...fields } = tool;
        expect(described).toMatchObject({ operation, ...tighten(fields) });
      }
    });

    test('are described with an outline of their result unless its schema is asked for', async () => {
      const describeWith = async (input: object): Promise<Message> =>
        JSON.parse(textOf(await asked.call('describe_operation', input)));
      const plain = await describeWith({ operation: 'listBooks' });
      expect(plain).toMatchObject({
        operation: 'listBooks',
        request: 'GET /books',
        inputSchema: { type: 'object', properties: { by_author: { type: 'string' } } },
        returns: isModern
          ? '[{ isbn: string, title: string, next: object }]'
          : '{ result: [{ isbn: string, title: string, next: object }] }',
      });
      expect(plain).not.toHaveProperty('outputSchema');
      expect(await describeWith({ operation: 'listBooks', withOutput: false })).toEqual(plain);
      expect(await describeWith({ operation: 'listBooks', withOutput: true })).not.toHaveProperty('returns');
    });

    test.each([
      ['listBooks', { by_author: 'A B' }],
      ['getBook', { isbn: '1/2' }],
      ['getBook', { isbn: '0' }],
      ['getBook', {}],
      ['getBook', { isbn: 1, more: true }],
      ['listBooks', { limit: 51 }],
      ['listLoans', {}],
      ['getStatus', {}],
    ])('are called as tools are: %s %j', async (operation, input) => {
      const expected = await withTools.call(operation, input);
      const requests = [...api.requests];
      api.requests.length = 0;
      const { result } = await asked.call('call_operation', { operation, arguments: input });
      expect(result).toEqual(expected.result);
      expect(api.requests).toEqual(requests);
    });

    test.each(['getbooks', 'removeBook', 'toString', '__proto__', ''])('do not exist: %j', async (operation) => {
      for (const tool of ['describe_operation', 'call_operation']) {
        const answer = await asked.call(tool, { operation });
        expect(answer.result.isError).toBe(true);
        expect(textOf(answer)).toMatch(new RegExp(`^There is no operation "${operation}"\\.`, 'u'));
      }
      expect(api.requests).toEqual([]);
    });
  },
);

test('operations are those of the toolsets that are chosen, or the tools alone', async () => {
  const listed = async (...args: readonly string[]) => {
    const way = { carrier: 'stdio', revision: '2026-07-28' } as const;
    const chosen = await askServer(server, way, { args, environment: api.environment });
    const operations = namesOf(await chosen.call('search_operations'));
    const unknown = textOf(await chosen.call('call_operation', { operation: 'listBooks' }));
    const tools = await chosen.listTools();
    await chosen.close();
    return { tools, operations, unknown };
  };
  const loans = await listed('--toolsets', 'Open_Loans');
  expect(loans).toMatchObject({
    tools: ['search_operations', 'describe_operation', 'call_operation'],
    operations: ['listLoans'],
    unknown: expect.stringContaining('no operation "listBooks"') as string,
  });
  expect((await listed('--toolsets', 'a_b,books')).operations).toEqual([
    'listBooks',
    'addBook',
    'getBook',
    'getStatus',
  ]);
  const few = await listed('--tools', 'search_operations,call_operation');
  expect(few.tools).toEqual(['search_operations', 'call_operation']);
  expect(few.operations).toHaveLength(5);
});

test('a handler of an operation can ask, log and call the API, as that of a tool', async () => {
  const asked = await askServer(server, { carrier: 'stdio', revision: '2026-07-28' }, { environment: api.environment });
  const params = {
    name: 'call_operation',
    arguments: { operation: 'addBook', arguments: { isbn: '9', title: 'emma' } },
  };
  const first = await asked.ask('tools/call', params, { elicitation: { form: {} } });
  expect(first.result).toMatchObject({ resultType: 'input_required' });
  const [key = ''] = Object.keys(first.result.inputRequests as object);
  const { result } = await asked.ask(
    'tools/call',
    {
      ...params,
      requestState: first.result.requestState,
      inputResponses: { [key]: { action: 'accept', content: { ok: true } } },
    },
    { elicitation: { form: {} } },
  );
  expect(result.structuredContent).toEqual({ isbn: '9', title: 'EMMA' });
  expect(api.requests).toEqual(['POST /books {"isbn":"9","title":"EMMA"}']);
  await asked.close();
});

describe('what is generated for operations that are discovered', () => {
  test('passes the strictest type check', async () => {
    expect(await typeCheck(discovered.folder)).toBe('');
  });

  test('has a handler for what the user answers alone, and nothing of operations where the start loads it', async () => {
    const handlers = await readFile(path.join(discovered.folder, 'generated/handlers.ts'), 'utf8');
    expect(handlers).toContain('addBook: completeWithApi(addBook');
    expect(handlers).not.toContain('getBook');
    expect(discovered.report.summary).toMatchObject({ tools: 4, operations: 6 });
    for (const file of ['definition.ts', 'descriptors.ts']) {
      expect(await readFile(path.join(discovered.folder, 'generated', file), 'utf8')).not.toContain('isbn');
    }
    const catalogue = await readFile(path.join(discovered.folder, 'generated/operation-index/api1.ts'), 'utf8');
    expect(catalogue).toContain('/books/{isbn}');
    expect(catalogue).not.toContain('inputSchema');
    expect(catalogue).not.toContain('removeBook');
  });
});
