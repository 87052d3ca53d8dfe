import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findEngine } from '../../runtime/features/stores/sqlite/open-database.js';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { typeCheck } from '../kit/type-check.js';

await linkSqlite();

/** Responses by path: status, media type, body. */
const responses: { readonly [path: string]: readonly [status: number, type: string, body: string] } = {
  '/books/none': [404, 'application/json', '{"message":"No such book","id":9007199254740993}'],
  '/books/text': [404, 'application/json', 'oops'],
  '/books/lent': [409, 'application/problem+json', '{"type":"https://b.example/problems/already-lent","title":"Lent"}'],
  '/books/odd': [409, 'application/problem+json', '{"type":"about:blank","title":"Odd"}'],
  '/books/many': [429, 'application/json', '{"message":"Slow down"}'],
  '/books/broken': [500, 'application/json', '{}'],
};
let requests = 0;
const api = createServer((request, response) => {
  requests += 1;
  const [status, type, body] = responses[request.url ?? ''] ?? [200, 'application/json', '{"title":"Dune"}'];
  response.writeHead(status, { 'content-type': type, ...(status === 429 && { 'retry-after': '7' }) }).end(body);
});
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
afterAll(() => api.close());
const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

const error = {
  description: 'No such book',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
const problem = {
  type: 'object',
  properties: { type: { enum: ['https://b.example/problems/already-lent', 'about:blank'] }, title: { type: 'string' } },
};
const operation = (operationId: string) => ({
  operationId,
  summary: 'Returns a book.',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'A book', content: { 'application/json': { schema: { type: 'object' } } } },
    404: error,
    409: { description: 'Conflict', content: { 'application/problem+json': { schema: problem } } },
    429: { ...error, description: 'Too many' },
    503: { description: 'Not now' },
  },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  servers: [{ url }],
  paths: { '/books/{id}': { get: operation('getBook'), put: operation('putBook') } },
  components: {
    schemas: { Error: { type: 'object', properties: { message: { type: 'string' }, id: { type: 'integer' } } } },
  },
};

const definition = `
server: { name: books, version: 1.0.0 }
openapi:
  books:
    document: ./books.json
    retries: 0
    tools:
      putBook:
        errors:
          missing: { description: There is no such book., recovery: Search first., when: { status: 404 } }
databases:
  loans: { kind: sqlite, file: loans.db, schema: ./loans.sql }
tools:
  find_book:
    description: Finds a book.
    annotations: { readOnlyHint: true }
    inputSchema: { type: object, properties: { id: { type: string, description: Id. } }, required: [id] }
    http: { url: '${url}/books/{{id}}', retries: 0 }
    errors:
      missing:
        description: There is no such book.
        data: { type: object, properties: { message: { type: string } }, required: [message] }
        when: { status: 404 }
      busy: { description: The API is busy., retryable: true, when: { status: 429 } }
      broken: { description: The API is broken., retryable: true, retryAfterMs: 0, retries: 2, when: { status: 500 } }
  lend:
    description: Lends a book.
    inputSchema: { type: object, properties: { book: { type: integer, description: Book. } }, required: [book] }
    sql: { statement: 'insert into loans (book) values ({{book}})', rows: none }
    errors:
      already_lent: { description: The book is lent already., retryable: false, when: { failure: unique, constraint: book } }
  loan:
    description: Returns a loan.
    inputSchema: { type: object, properties: { book: { type: integer, description: Book. } }, required: [book] }
    sql: { statement: 'select book from loans where book = {{book}}', rows: one }
    errors:
      not_lent: { description: The book is not lent., when: { failure: no-row } }
`;

const schema = 'create table loans (book integer not null unique);';
const project = await createProject({
  'definitions/books.mcp.yaml': definition,
  'definitions/books.json': JSON.stringify(document),
  'definitions/loans.sql': schema,
});
const server = await project.bundle();
const key = 'create-mcp-from-schema/error';
const loans = path.join(project.folder, 'loans.db');
writeFileSync(loans, '');
const database = (await findEngine())(loans);
database.exec(schema);
database.close();

test('the project compiles; tools of a document share errors', async () => {
  expect(await typeCheck(project.folder)).toBe('');
  const errors = readFileSync(path.join(project.folder, 'generated/errors.ts'), 'utf8');
  expect(errors).toContain(`export interface GetBookErrors {
  /** No such book */
  readonly not_found: types.ErrorType | undefined;`);
});

describe.each(ways.filter(({ carrier, revision }) => (carrier === 'stdio') === (revision === '2025-06-18')))(
  'over $carrier in $revision',
  (way) => {
    const asked = askServer(server, way, { environment: { LOANS_DB: loans } });
    afterAll(async () => (await asked).close());

    test.each([
      [
        'getBook',
        'none',
        'GET /books/{id} returned 404',
        { name: 'not_found', data: { message: 'No such book', id: 9007199254740992 } },
      ],
      ['getBook', 'text', 'GET /books/{id} returned 404', { name: 'not_found' }],
      ['getBook', 'lent', 'GET /books/{id} returned 409', { name: 'already_lent', data: { title: 'Lent' } }],
      ['getBook', 'odd', 'GET /books/{id} returned 409', { name: 'conflict', data: { title: 'Odd' } }],
      ['getBook', 'many', 'Try again in 7 s', { name: 'too_many_requests', retryable: true, retryAfterMs: 7000 }],
      ['getBook', 'broken', 'GET /books/{id} returned 500', undefined],
      ['putBook', 'none', 'There is no such book.\nPUT /books/{id} returned 404', { name: 'missing' }],
      ['putBook', 'lent', 'PUT /books/{id} returned 409', { name: 'already_lent' }],
      ['find_book', 'none', 'There is no such book.\n', { name: 'missing', data: { message: 'No such book' } }],
      ['find_book', 'text', 'There is no such book.\n', { name: 'missing' }],
      ['find_book', 'many', 'The API is busy.\n', { name: 'busy', retryable: true, retryAfterMs: 7000 }],
    ])('%s of %s fails as declared', async (name, id, text, expected) => {
      const { result } = await (await asked).call(name, { id });
      expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining(text) }] });
      if (expected === undefined) expect(result._meta?.[key]).toBeUndefined();
      else expect(result._meta[key]).toMatchObject(expected);
    });

    test('of a database, as declared', async () => {
      const { call } = await asked;
      const book = way.carrier === 'stdio' ? 1 : 2;
      const missing = await call('loan', { book });
      expect(missing.result).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'The book is not lent.\nNo row matches.' }],
        _meta: { [key]: { name: 'not_lent' } },
      });
      await call('lend', { book });
      const { result } = await call('lend', { book });
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: 'The book is lent already.\nA row with this book exists already.\nDo not repeat the call.' }],
        _meta: { [key]: { name: 'already_lent', retryable: false } },
      });
    });

    test('a call is repeated if its error says so', async () => {
      requests = 0;
      const { result } = await (await asked).call('find_book', { id: 'broken' });
      expect(result._meta[key]).toEqual({ name: 'broken', retryable: true, retryAfterMs: 0, status: 500 });
      expect(requests).toBe(3);
    });
  },
);
