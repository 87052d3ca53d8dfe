import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GraphQLError } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';
import { schema, sdl } from './library-schema.js';
import { useEndpoint } from './start-endpoint.js';

const book = { __typename: 'Book', id: 'b1', title: 'Emma', addedAt: '2026-01-02T03:04:05Z', pages: 474, price: 12.5 };
const film = { __typename: 'Film', id: 'f1', title: 'Emma', addedAt: '2026-01-02', minutes: 124.5 };
const author = { __typename: 'Author', name: 'Jane Austen', books: [book] };

const endpoint = await useEndpoint(schema, {
  items: ({ first = 10 }: { first?: number }) => [{ ...book, author }, film].slice(0, first),
  search: ({ text }: { text: string }) => (text === 'none' ? [] : [book, film, author]),
  book: ({ by }: { by: { id?: string } }) => {
    if (by.id === 'secret') throw new GraphQLError('No access.', { extensions: { code: 'FORBIDDEN' } });
    return by.id === 'b1' ? { ...book, details: { any: [1] } } : null;
  },
  broken: { name: 'Nobody', born: () => Promise.reject(new Error('The register is closed.')), books: [] },
  addBook: ({ title, price }: { title: string; price?: number }) => ({ ...book, title, price }),
  removeBook: () => true,
});

const operations = `
# Lists the newest items.
#
# Returns books and films.
query ListItems($filter: Filter, $first: Int = 2, $withAuthor: Boolean!) {
  items(filter: $filter, first: $first) {
    id
    ...Common
    ... on Book { pages price author @include(if: $withAuthor) { name born } }
    ... on Film { length: minutes }
  }
}

fragment Common on Item { title addedAt }

query Search(
  # Words of the title or name.
  $text: String!
) {
  search(text: $text) {
    ... on Item { id title }
    ... on Author { kind: __typename name books(first: 1) { title } }
  }
}

query GetBook($by: Key!) { book(by: $by) { title details } broken @skip(if: true) { name } }

query GetBroken { broken { name born } }

mutation AddBook($title: String!, $price: Money, $note: JSON) { addBook(title: $title, price: $price, note: $note) { title price } }

mutation RemoveBook($id: ID!) { removeBook(id: $id) }
`;

const definition = `
server: { name: shop, version: 1.0.0 }
graphql:
  library:
    endpoint: https://library.example.com/graphql?v=2
    schema: ./library.graphql
    operations: ./operations/*.graphql
    auth: bearer
    headers: { X-Client: mcp }
    scalars: { Money: { type: number, description: Amount in euros. } }
    tools:
      RemoveBook: { name: remove_book, title: Remove, annotations: { idempotentHint: true } }
`;

const project = await createProject({
  'definitions/shop.mcp.yaml': definition,
  'definitions/library.graphql': sdl,
  'definitions/operations/all.graphql': operations,
});
const server = await project.bundle();
const environment = { SHOP__LIBRARY__TOKEN: 's3cret', SHOP__LIBRARY__BASE_URL: endpoint.url };

test('each operation is a tool, and the project type-checks', async () => {
  expect(project.report.diagnostics).toEqual([]);
  expect(project.report.summary).toMatchObject({ tools: 6, declared: { graphql: 6 } });
  expect(await typeCheck(project.folder, ['generated', 'handlers'])).toBe('');
});

test('types follow the operations: input objects, aliases, fragments, unions and directives', () => {
  const types = readFileSync(path.join(project.folder, 'generated/types.ts'), 'utf8').replaceAll(/\s+/gu, ' ');
  expect(types).toContain(
    'export interface Filter { and?: Filter[] | null; title?: string | null; direction?: Direction | null; limit?: number;',
  );
  expect(types).toContain("export type Direction = 'ASC' | 'DESC';");
  expect(types).toContain('export type Key = { id: string; } | { isbn: string; };');
  expect(types).toContain(
    'export interface ListItemsInput { filter?: Filter | null; first?: number | null; withAuthor: boolean; }',
  );
  expect(types).toContain(
    '/** Amount in euros. */ price: number | null; author?: { name: string; born: number | null; } | null; }',
  );
  expect(types).toContain("| { __typename: 'Film'; id: string; title: string; addedAt: string; length: number; }");
  expect(types).toContain("| { __typename: 'Magazine'; id: string; title: string; addedAt: string; }");
  expect(types).toContain("{ __typename: 'Author'; kind: 'Author'; name: string; books: {");
  expect(types).toContain("{ __typename: 'Book' | 'Film'; id: string;");
  expect(types).not.toContain('broken?:');
});

test('variables are listed in `.env.example`', () => {
  const example = readFileSync(path.join(project.folder, 'generated/env.example'), 'utf8');
  expect([...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gmu)].map(([, name]) => name)).toEqual([
    'SHOP__LIBRARY__TOKEN',
    'SHOP__LIBRARY__BASE_URL',
  ]);
});

describe.each(ways)('over $carrier in $revision', (way) => {
  const asked = (() => {
    let started: ReturnType<typeof askServer> | undefined;
    return () => (started ??= askServer(server, way, { environment }));
  })();
  const call = async (name: string, input: object) => (await (await asked()).call(name, input)).result;
  afterAll(async () => (await asked()).close());

  test('descriptors have names, descriptions, annotations and schemas', async () => {
    const { result } = await (await asked()).ask('tools/list');
    const tools = new Map((result.tools as { name: string }[]).map((tool) => [tool.name, tool]));
    expect([...tools.keys()]).toEqual(['ListItems', 'Search', 'GetBook', 'GetBroken', 'AddBook', 'remove_book']);
    expect(tools.get('ListItems')).toMatchObject({
      description: 'Lists the newest items.\n\nReturns books and films.',
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        properties: { first: { type: ['integer', 'null'], default: 2 }, withAuthor: { type: 'boolean' } },
        required: ['withAuthor'],
        additionalProperties: false,
        $defs: {
          Filter: {
            description: 'Conditions that items match.',
            properties: {
              and: { items: { $ref: '#/$defs/Filter' } },
              direction: { default: 'ASC' },
              limit: { type: 'integer', default: 10 },
              days: { description: 'Days since the item was added.' },
            },
          },
          Direction: { description: 'Order of a list.\n- ASC: Smallest first.\n- DESC: Largest first.' },
        },
      },
    });
    expect(tools.get('Search')).toMatchObject({
      description: 'query search',
      inputSchema: { properties: { text: { description: 'Words of the title or name.' } } },
    });
    expect(tools.get('AddBook')).toMatchObject({ annotations: { readOnlyHint: false, destructiveHint: false } });
    expect(tools.get('remove_book')).toMatchObject({
      title: 'Remove',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    });
  });

  test('a request has the operation, its variables, headers and credentials', async () => {
    await call('ListItems', { withAuthor: true, filter: { and: [{ title: 'x' }], days: null } });
    expect(endpoint.requests).toHaveLength(1);
    const [{ method, target, headers, body } = {}] = endpoint.requests;
    expect([method, target, headers?.['x-client'], headers?.authorization]).toEqual([
      'POST',
      '/graphql?v=2',
      'mcp',
      'Bearer s3cret',
    ]);
    expect(headers?.accept).toBe('application/graphql-response+json, application/json');
    expect(body).toEqual({
      query:
        'query ListItems($filter:Filter$first:Int=2$withAuthor:Boolean!){items(filter:$filter first:$first){__typename id ...Common ...on Book{pages price author@include(if:$withAuthor){name born}}...on Film{length:minutes}}}fragment Common on Item{title addedAt}',
      operationName: 'ListItems',
      variables: { withAuthor: true, filter: { and: [{ title: 'x' }], days: null } },
    });
  });

  test('results are the data', async () => {
    const items = (await call('ListItems', { withAuthor: true })).structuredContent;
    expect(items).toEqual({
      items: [
        {
          __typename: 'Book',
          id: 'b1',
          title: 'Emma',
          addedAt: '2026-01-02T03:04:05Z',
          pages: 474,
          price: 12.5,
          author: { name: 'Jane Austen', born: null },
        },
        { __typename: 'Film', id: 'f1', title: 'Emma', addedAt: '2026-01-02', length: 124.5 },
      ],
    });
    const without = (await call('ListItems', { withAuthor: false, first: 1 })).structuredContent;
    expect(Object.keys(without.items[0])).not.toContain('author');
    expect((await call('Search', { text: 'x' })).structuredContent).toEqual({
      search: [
        { __typename: 'Book', id: 'b1', title: 'Emma' },
        { __typename: 'Film', id: 'f1', title: 'Emma' },
        { __typename: 'Author', kind: 'Author', name: 'Jane Austen', books: [{ title: 'Emma' }] },
      ],
    });
    expect((await call('GetBook', { by: { id: 'b1' } })).structuredContent).toEqual({
      book: { title: 'Emma', details: { any: [1] } },
    });
    expect((await call('GetBook', { by: { id: 'b2' } })).structuredContent).toEqual({ book: null });
    expect((await call('AddBook', { title: 'Persuasion', price: 3 })).structuredContent).toEqual({
      addBook: { title: 'Persuasion', price: 3 },
    });
  });

  test('arguments are checked before a request is sent', async () => {
    for (const by of [{ id: '1', isbn: '2' }, {}, { id: null }, { name: 'x' }]) {
      expect(await call('GetBook', { by })).toMatchObject({ isError: true });
    }
    expect(await call('ListItems', { withAuthor: true, filter: { and: [{ and: [{ titel: 'x' }] }] } })).toMatchObject({
      isError: true,
    });
    expect(endpoint.requests).toEqual([]);
  });

  test('errors without data are tool errors, and errors next to data are notes', async () => {
    expect(await call('GetBook', { by: { id: 'secret' } })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'The library API returned errors:\n- book: No access. (FORBIDDEN)' }],
    });
    const { isError, structuredContent, content } = await call('GetBroken', {});
    expect([isError, structuredContent]).toEqual([undefined, { broken: { name: 'Nobody', born: null } }]);
    expect(content[0].text).toContain('- The data is incomplete. broken.born: The register is closed.');
  });

  const json = 'application/json';
  const answers: readonly [what: string, status: number, body: string, type: string, text: string][] = [
    [
      'a refused request',
      400,
      '{"errors":[{"message":"Bad  request"}]}',
      json,
      'The library API returned errors (status 400):\n- Bad request',
    ],
    [
      'another error',
      403,
      '{"message":"Forbidden"}',
      json,
      'POST /graphql returned 403 Forbidden\n{"message":"Forbidden"}',
    ],
    ['a page', 200, '<html>', 'text/html', 'The library API did not return a GraphQL response'],
    ['other JSON', 200, '[]', json, 'The library API did not return a GraphQL response'],
    ['no data', 200, '{"data":null}', json, 'The library API did not return a GraphQL response'],
    [
      'errors that are none',
      200,
      '{"data":null,"errors":[null,{"message":3,"path":"x"}]}',
      json,
      'The library API returned errors:\n- Unknown error',
    ],
    [
      'many errors',
      200,
      JSON.stringify({ errors: Array.from({ length: 12 }, () => ({ message: 'm'.repeat(600) })) }),
      json,
      `- ${'m'.repeat(500)}\n- and 2 more`,
    ],
  ];
  test.each(answers)('%s is a tool error', async (_what, status, body, type, text) => {
    endpoint.answers.push({ status, body, type });
    const { isError, content } = await call('GetBroken', {});
    expect(isError).toBe(true);
    expect(content[0].text.endsWith(text)).toBe(true);
  });

  test('data that does not match the schema is a tool error', async () => {
    endpoint.answers.push({ status: 200, body: '{"data":{"broken":{"name":null,"born":1}}}', type: json });
    expect(await call('GetBroken', {})).toMatchObject({ isError: true });
  });

  test('a query is repeated after a broken gateway, and a mutation is not', async () => {
    const gateway = { status: 503, body: '' };
    endpoint.answers.push(gateway);
    expect(await call('GetBook', { by: { id: 'b1' } })).not.toHaveProperty('isError');
    expect(endpoint.requests).toHaveLength(2);
    endpoint.answers.push(gateway);
    expect(await call('remove_book', { id: 'b1' })).toMatchObject({ isError: true });
    expect(endpoint.requests).toHaveLength(3);
  });
});

test('a missing credential is named', async () => {
  const asked = await askServer(server, ways[0]!, { environment: { SHOP__LIBRARY__BASE_URL: endpoint.url } });
  const { result } = await asked.call('GetBroken', {});
  await asked.close();
  expect(JSON.stringify(result)).toContain('SHOP__LIBRARY__TOKEN');
  expect(endpoint.requests).toEqual([]);
});
