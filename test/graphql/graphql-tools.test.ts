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
  const types = readFileSync(path.join(project.folder, 'generated/types.ts'), 'utf8');
  console.log(types);
  console.log(readFileSync(path.join(project.folder, 'generated/descriptors.ts'), 'utf8'));
  console.log(readFileSync(path.join(project.folder, 'generated/api-calls.ts'), 'utf8'));
});

describe.each(ways)('over $carrier in $revision', (way) => {
  const asked = (() => {
    let started: ReturnType<typeof askServer> | undefined;
    return () => (started ??= askServer(server, way, { environment }));
  })();
  const call = async (name: string, input: object) => (await (await asked()).call(name, input)).result;
  afterAll(async () => (await asked()).close());

  test('a', async () => {
    console.log(
      JSON.stringify(await call('ListItems', { withAuthor: true, filter: { and: [{ title: 'x' }] } }), null, 1),
    );
    console.log(JSON.stringify(await call('Search', { text: 'x' }), null, 1));
    console.log(JSON.stringify(await call('GetBook', { by: { id: 'b1' } }), null, 1));
    console.log(JSON.stringify(await call('GetBook', { by: { id: 'secret' } }), null, 1));
    console.log(JSON.stringify(await call('GetBook', { by: { id: 'secret', isbn: '2' } }), null, 1));
    console.log(JSON.stringify(await call('GetBroken', {}), null, 1));
    console.log(JSON.stringify(endpoint.requests[0]));
  });
});
