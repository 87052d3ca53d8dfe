import { startRecordingServer } from '../forward/recording-server.js';

/** A document with a few operations of several kinds; `definition` adds what stands under `openapi.shelf`. */
export function shelfFiles(settings: string, server = ''): { readonly [file: string]: string } {
  return {
    'definitions/shelf.mcp.yaml': `
server: { name: shelf, version: 1.0.0${server} }
tools:
  ping: { description: Answers., toolset: upkeep }
openapi:
  shelf:
    document: ./shelf.yaml
${settings.replace(/^(?=.)/gmu, '    ')}
`,
    'definitions/shelf.yaml': shelfDocument,
    'handlers/tools/add-book.ts': `
import type { AddBook, AddBookResult } from '../../generated/handlers.ts';
export const addBook: AddBook = async (input, context): Promise<AddBookResult> => {
  context.log.info('adding');
  const sure = await context.elicit('Sure?', { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] });
  if (sure.action !== 'accept') throw new Error('Not sure');
  return context.forward({ ...input, title: input.title.toUpperCase() });
};
`,
  };
}

const shelfDocument = `
openapi: 3.1.0
info: { title: The Shelf, version: 1.0.0 }
servers: [{ url: 'https://shelf.example.com' }]
paths:
  /books:
    get:
      operationId: listBooks
      tags: [books]
      summary: List books
      description: Lists the books of the shelf, a page at a time.
      parameters:
        - { name: 'by[author]', in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
      responses: { '200': { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } }
    post:
      operationId: addBook
      tags: [books, upkeep]
      summary: Add a book
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: { '201': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /books/{isbn}:
    parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBook
      tags: [books]
      summary: Get a book
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
    delete:
      operationId: removeBook
      tags: [books, upkeep]
      summary: Remove a book
      responses: { '204': { description: d } }
  /loans:
    get:
      operationId: listLoans
      tags: [Open Loans]
      summary: List loans
      description: Who has borrowed which book.
      responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { count: { type: integer } } } } } } }
  /status:
    get:
      operationId: getStatus
      x-mcp: { toolset: [upkeep, 'a b'] }
      summary: Get the status
      responses: { '200': { description: d, content: { text/plain: { schema: { type: string } } } } }
components:
  schemas:
    Book:
      type: object
      properties:
        isbn: { type: string }
        title: { type: string }
        next: { $ref: '#/components/schemas/Book' }
      required: [isbn, title]
`;

/** The API itself, as it was called. */
export interface ShelfApi {
  readonly environment: { readonly [name: string]: string };
  /** Method, path and body of each request. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Starts the API of the document. It counts loans in words, which its own schema forbids; a limit of 49 gives 2,000 books; the book
 * `wait` never comes; the title of the book `long` has a million characters.
 */
export async function startShelf(): Promise<ShelfApi> {
  const requests: string[] = [];
  const api = await startRecordingServer();
  api.answer = ({ method, target, body }, response) => {
    const line = `${method} ${target}`;
    requests.push(body.length === 0 ? line : `${line} ${body.toString()}`);
    const json = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (line === 'GET /books?limit=49')
      json(
        200,
        Array.from({ length: 2000 }, () => ({ isbn: '1', title: 'Dune' })),
      );
    else if (line.startsWith('GET /books?') || line === 'GET /books') json(200, [{ isbn: '1', title: 'Dune' }]);
    else if (line === 'GET /books/wait') response.on('close', () => requests.push('closed'));
    else if (line === 'GET /books/long') json(200, { isbn: 'long', title: 'x'.repeat(1e6) });
    else if (line === 'GET /books/0') json(404, { message: 'no such book' });
    else if (line.startsWith('GET /books/')) json(200, { isbn: '1', title: 'Dune' });
    else if (line === 'POST /books') response.writeHead(201, { 'content-type': 'application/json' }).end(body);
    else if (line === 'GET /loans') json(200, { count: 'three' });
    else if (line === 'GET /status') response.writeHead(200, { 'content-type': 'text/plain' }).end('fine');
    else response.writeHead(204).end();
  };
  return { environment: { SHELF__SHELF__BASE_URL: api.url }, requests, close: () => api.close() };
}
