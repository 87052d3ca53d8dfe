import { createHash } from 'node:crypto';
import { createProject, type Project } from '../kit/build-server.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { startAuthorizationServer, type AuthorizationServer } from './authorization-server.mjs';

const definition = `
server: { name: books, version: 1.0.0, title: Bookshop, code: { allow: [all], confirm: never } }
auth:
  apiKeys: { variable: BOOKS_KEYS }
  issuers: ['\${BOOKS_ISSUER}']
  scopes: { books:read: Read the catalogue, books:order: Order books }
  implies: { books:order: [books:read] }
  requiredScopes: [books:read]
tools:
  find_book: { description: Finds a book. }
  order_book: { description: Orders a book., scopes: [books:order] }
openapi:
  stock:
    document: stock.openapi.yaml
    mode: discover
    scopes: document
`;

const stock = `
openapi: 3.1.0
info: { title: Stock, version: '1' }
servers: [{ url: 'http://127.0.0.1:9' }]
paths:
  /books:
    get:
      operationId: countBooks
      description: Counts books.
      responses: { '200': { description: A number. } }
      security: [{ login: [books:order] }]
  /authors:
    get: { operationId: countAuthors, description: Counts authors., responses: { '200': { description: A number. } } }
components:
  securitySchemes: { login: { type: openIdConnect, openIdConnectUrl: https://login.example/.well-known/openid-configuration } }
`;

const handlers = {
  'handlers/tools/find-book.ts': `import type { FindBook } from '../../generated/handlers.ts';
export const findBook: FindBook = (_, { auth }) => \`found for \${auth?.subject}, \${auth?.scopes?.includes('books:order')}\`;
`,
  'handlers/tools/order-book.ts': `import type { OrderBook } from '../../generated/handlers.ts';
export const orderBook: OrderBook = (_, { auth }) => \`ordered for \${auth?.subject}\`;
`,
};

/** The scopes of the bookshop. */
export const scopes = ['books:read', 'books:order'];

/** Key of a caller that may only read. */
export const key = 'k3y-of-a-reader-0000000000000000000000000';

/** A generated bookshop that listens, and its authorization server. */
export interface Bookshop {
  readonly issuer: AuthorizationServer;
  readonly project: Project;
  readonly url: URL;
  /** Starts the bundle once more, with other arguments or variables. */
  start(args: readonly string[], environment?: { readonly [name: string]: string }): ServerProcess;
  close(): void;
}

/**
 * Generates, bundles and starts a bookshop.
 *
 * @param documents Client ID Metadata Documents by URL.
 */
export async function startBookshop(documents: { readonly [url: string]: object } = {}): Promise<Bookshop> {
  const issuer = await startAuthorizationServer(scopes, documents);
  const files = { 'definitions/books.mcp.yaml': definition, 'definitions/stock.openapi.yaml': stock, ...handlers };
  const project = await createProject(files);
  const bundle = await project.bundle();
  const known = `${createHash('sha256').update(key).digest('hex')} reader books:read`;
  const start: Bookshop['start'] = (args, environment = {}) =>
    startServer(bundle, args, { BOOKS_ISSUER: issuer.url, BOOKS_KEYS: known, ...environment });
  const server = start(['--http', '0']);
  const url = await addressOf(server);
  const close = (): void => {
    server.child.kill();
    issuer.close();
  };
  return { issuer, project, url, start, close };
}

/** Waits until a server says where it listens. */
export async function addressOf(server: ServerProcess): Promise<URL> {
  return new URL((await untilSaid(server, /http:\S+(?=\s)/u))[0]);
}
