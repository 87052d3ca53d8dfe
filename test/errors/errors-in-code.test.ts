import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { readText, runCode } from '../code-mode/code-kit.js';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';

const api = createServer((request, response) => {
  response
    .writeHead(request.url === '/books/1' ? 404 : 503, { 'content-type': 'application/json', 'retry-after': '7' })
    .end('{"message":"No such book","id":9007199254740993}');
});
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
afterAll(() => api.close());
const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;

const schema = { type: 'object', properties: { message: { type: 'string' }, id: { type: 'integer' } } };
const content = { 'application/json': { schema } };
const operation = (operationId: string) => ({
  operationId,
  summary: 'Returns a book.',
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  responses: {
    200: { description: 'A book', content },
    400: { description: 'Wrong', content },
    403: { description: 'Forbidden', content },
    404: { description: 'No such book', content },
    409: { description: 'Conflict', content },
    '5XX': { description: 'Broken', content },
    default: { description: 'Anything', content },
  },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  servers: [{ url }],
  paths: { '/books/{id}': { get: operation('books/get'), put: operation('books/put') } },
};
const project = await createProject({
  'definitions/books.mcp.yaml': `
server: { name: books, version: 1.0.0 }
openapi:
  books:
    document: ./books.json
    retries: 0
    mode: discover
    code: { allow: [all], confirm: never }
    tools: { books/put: { errors: { missing: { description: There is no such book., recovery: Search first., when: { status: 404 } } } } }
tools:
  lend:
    description: Lends a book.
    annotations: { destructiveHint: false }
    inputSchema: { type: object, properties: { how: { type: string, description: How to fail. } }, required: [how] }
    errors:
      lent:
        description: The book is lent.
        data: { type: object, properties: { days: { type: integer }, text: { type: string } }, required: [days] }
        retryable: true
        retryAfterMs: 500
      locked: { description: The library is closed., recovery: Come back tomorrow. }
`,
  'definitions/books.json': JSON.stringify(document),
  'handlers/tools/lend.ts': `
    import type { Lend } from '../../generated/handlers.ts';
    export const lend: Lend = ({ how }, { fail }) => {
      if (how === 'lent') return fail.lent({ days: 3, text: '\\u2028"$' });
      if (how === 'large') return fail.lent({ days: 1, text: 'x'.repeat(9_000_000) });
      if (how === 'locked') return fail.locked();
      if (how === 'invalid') return fail.lent({ days: 'many' as unknown as number });
      throw new Error('plain');
    };`,
});
const server = await project.bundle();

describe('in a script', () => {
  const asked = askServer(server, { carrier: 'stdio', revision: '2026-07-28' }, { args: ['--mode', 'code'] });
  afterAll(async () => (await asked).close());
  const run = async (code: string) => (await runCode(await asked, code)).text;
  const caught = async (call: string) =>
    JSON.parse(
      await run(
        `try { await ${call} } catch (error) { return { ...error, name: error.name, message: error.message, isError: error instanceof Error } }`,
      ),
    ) as object;

  test('an error of a handler has its name, data and repetition', async () => {
    expect(await caught(`tools.lend({ how: 'lent' })`)).toEqual({
      name: 'lent',
      message: 'The book is lent.\nTry again in 0.5 s.',
      data: { days: 3, text: '\u2028"$' },
      retryable: true,
      retryAfterMs: 500,
      isError: true,
    });
    expect(await caught(`tools.lend({ how: 'locked' })`)).toEqual({
      name: 'locked',
      message: 'The library is closed.\nCome back tomorrow.',
      isError: true,
    });
  });

  test('an error of an API has the facts of the call, too', async () => {
    expect(await caught('books.books.get({ id: 1 })')).toEqual({
      name: 'not_found',
      message:
        'GET /books/1 returned 404 Not Found\nTry again in 7 s\n{"message":"No such book","id":9007199254740993}',
      data: { message: 'No such book', id: 9007199254740992 },
      retryAfterMs: 7000,
      status: 404,
      path: '/books/1',
      headers: { 'retry-after': '7' },
      isError: true,
    });
    expect(await caught('books.books.get({ id: 2 })')).toMatchObject({
      name: 'server_error',
      retryable: true,
      status: 503,
    });
  });

  test('the text of the definition is part of the message', async () => {
    expect(await caught('books.books.put({ id: 1 })')).toMatchObject({
      name: 'missing',
      message: expect.stringMatching(/^There is no such book\.\nPUT \/books\/1 returned 404 [^]*\nSearch first\.$/u),
    });
  });

  test('data that is too large is omitted', async () => {
    expect(await caught(`tools.lend({ how: 'large' })`)).toEqual({
      name: 'lent',
      message: 'The book is lent.\nTry again in 0.5 s.',
      retryable: true,
      retryAfterMs: 500,
      isError: true,
    });
  });

  test('other errors have no declared name', async () => {
    expect(await caught(`tools.lend({ how: 'other' })`)).toMatchObject({ name: 'Error' });
    expect(await caught(`tools.lend({ how: 'invalid' })`)).toMatchObject({
      name: 'Error',
      message: expect.stringContaining('whose data does not fit its schema'),
    });
  });

  test('an uncaught error begins with its name', async () => {
    expect(await run(`await tools.lend({ how: 'locked' })`)).toMatch(
      /^locked: The library is closed\.\nCome back tomorrow\.\n {4}at line 1, column 17:/u,
    );
  });

  test('signatures name the errors of a function, a few of many', async () => {
    const find = async (input: object) => readText(await (await asked).call('search_api', input)).text;
    expect(await find({ query: 'lend book' })).toContain(
      '/** lend. Lends a book. Errors (error.name): lent, locked. */',
    );
    expect(await find({ query: 'get book' })).toContain(
      '/** Returns a book. Errors (error.name): bad_request, forbidden, not_found, conflict, server_error, … */',
    );
    expect(await find({ names: ['books.books.get'] })).toContain('conflict, server_error, api_error.');
  });
});

describe('in discover mode', () => {
  const asked = askServer(server, { carrier: 'HTTP', revision: '2025-06-18' });
  afterAll(async () => (await asked).close());

  test('a call of an operation fails with the error of the operation', async () => {
    const call = async (operation: string) =>
      (await (await asked).call('call_operation', { operation, arguments: { id: 1 } })).result;
    expect(await call('books_get')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('GET /books/{id} returned 404 Not Found') }],
      _meta: {
        'create-mcp-from-schema/error': {
          name: 'not_found',
          data: { message: 'No such book', id: 9007199254740992 },
          status: 404,
        },
      },
    });
    expect(await call('books_put')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^There is no such book\.\n[^]*\nSearch first\.$/u) }],
      _meta: { 'create-mcp-from-schema/error': { name: 'missing' } },
    });
  });
});
