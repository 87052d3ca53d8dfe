import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  UnauthorizedError as UnauthorizedV2,
} from '@modelcontextprotocol/client';
import { UnauthorizedError as UnauthorizedV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { typeCheck } from '../kit/type-check.js';
import { request } from './books.js';
import { openInBrowser, startAuthorizationServer, type AuthorizationServer } from './authorization-server.mjs';

const definition = `
server: { name: books, version: 1.0.0, title: Bookshop, code: { allow: [all], confirm: never } }
auth:
  apiKeys: { variable: BOOKS_KEYS }
  issuers: ['\${BOOKS_ISSUER}']
  scopes: { books:read: Read the catalogue, books:order: Order books }
  implies: { books:order: [books:read] }
  required: [books:read]
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

const scopes = ['books:read', 'books:order'];
/** Key of a caller that may only read, as the server knows it. */
const key = 'k3y-of-a-reader-0000000000000000000000000';
const keys = `${createHash('sha256').update(key).digest('hex')} reader books:read`;
let issuer: AuthorizationServer;
let project: Project;
let server: ServerProcess;
let url: URL;

beforeAll(async () => {
  issuer = await startAuthorizationServer(scopes);
  const files = { 'definitions/books.mcp.yaml': definition, 'definitions/stock.openapi.yaml': stock, ...handlers };
  project = await createProject(files);
  server = startServer(await project.bundle(), ['--http', '0'], {
    BOOKS_ISSUER: issuer.url,
    BOOKS_KEYS: keys,
  });
  url = await addressOf(server);
}, 60_000);

async function addressOf({ output }: ServerProcess): Promise<URL> {
  while (!output.stderr.includes('\n')) await new Promise((resolve) => setTimeout(resolve, 20));
  return new URL(/http:\S+/u.exec(output.stderr)?.[0] ?? '');
}

/** Calls a tool with the key of the reader. */
function callAsReader(target: URL, name: string, input: object): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  };
  return fetch(target, {
    method: 'POST',
    headers,
    body: JSON.stringify(request('tools/call', { name, arguments: input })),
  });
}

afterAll(() => {
  server.child.kill();
  issuer.close();
});

/** Memory of an application between the steps of an authorization. */
function makeProvider() {
  const kept: { client?: never; tokens?: never; verifier: string; target: URL | undefined } = {
    verifier: '',
    target: undefined,
  };
  const redirectUrl = 'http://127.0.0.1:1/callback';
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'test',
      redirect_uris: [redirectUrl],
      // With a refresh token the clients refresh first, which gives no more scopes.
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native' as const,
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => void (kept.client = client as never),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void (kept.tokens = tokens as never),
    redirectToAuthorization: (target: URL) => void (kept.target = target),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
  };
  /** The user agrees; returns the parameters that the application gets. */
  const agree = async (): Promise<URLSearchParams> => {
    const { target } = kept;
    kept.target = undefined;
    if (target === undefined) throw new Error('The client asked for no authorization');
    return (await openInBrowser(target)).searchParams;
  };
  return { provider, agree };
}

interface Connection {
  call(name: string, input?: object): Promise<unknown>;
  /** Ends an authorization. */
  finish(answer: URLSearchParams): Promise<void>;
  close(): Promise<void>;
}

const identity = { name: 'test', version: '1.0.0' };

const clients = {
  'SDK v1': {
    Unauthorized: UnauthorizedV1,
    open: async (authProvider: ReturnType<typeof makeProvider>['provider'], onTransport: (it: Finisher) => void) => {
      const transport = new TransportV1(url, { authProvider });
      onTransport((answer) => transport.finishAuth(answer.get('code') ?? ''));
      const client = new ClientV1(identity);
      await client.connect(transport as never);
      return {
        call: (name: string, input = {}) => client.callTool({ name, arguments: { ...input } }),
        close: () => client.close(),
      };
    },
  },
  'SDK v2': {
    Unauthorized: UnauthorizedV2,
    open: async (authProvider: ReturnType<typeof makeProvider>['provider'], onTransport: (it: Finisher) => void) => {
      const transport = new TransportV2(url, { authProvider });
      onTransport((answer) => transport.finishAuth(answer));
      const client = new ClientV2(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(transport);
      return {
        call: (name: string, input = {}) => client.callTool({ name, arguments: { ...input } }),
        close: () => client.close(),
      };
    },
  },
};
type Finisher = (answer: URLSearchParams) => Promise<void>;

describe('the generated project', () => {
  test('has the scopes and the subject in its types', async () => {
    expect(await typeCheck(project.folder)).toBe('');
    const wrong = path.join(project.folder, 'handlers', 'tools', 'find-book.ts');
    const text = readFileSync(wrong, 'utf8');
    writeFileSync(wrong, text.replace('books:order', 'books:burn'));
    expect(await typeCheck(project.folder)).toContain('"books:burn"');
    writeFileSync(wrong, text);
  });

  test('an operation in discover mode needs the scopes of its document, and is described without them', async () => {
    const called = await callAsReader(url, 'call_operation', { operation: 'countBooks', arguments: {} });
    expect(called.status).toBe(403);
    expect(called.headers.get('www-authenticate')).toContain('scope="books:read books:order"');
    const other = await callAsReader(url, 'call_operation', { operation: 'countAuthors', arguments: {} });
    expect(other.status).toBe(200);
    const described = await callAsReader(url, 'describe_operation', { operation: 'countBooks' });
    expect(await described.text()).toContain('GET /books');
  });

  test('a script calls what its sender may call, and nothing else', async () => {
    const code = startServer(path.join(project.folder, 'dist', 'server.mjs'), ['--http', '0', '--mode', 'code'], {
      BOOKS_ISSUER: issuer.url,
      BOOKS_KEYS: keys,
    });
    const target = await addressOf(code);
    const run = async (script: string) => (await callAsReader(target, 'run_code', { code: script })).text();
    expect(await run('await tools.find_book({})')).toContain('found for reader');
    for (const refused of ['tools.order_book', 'stock.countBooks']) {
      const text = await run(`await ${refused}({})`);
      expect(text).toContain('Forbidden: needs the scopes books:read, books:order');
    }
    code.child.kill();
    await code.exited;
  });

  test('lists its variables', () => {
    const text = readFileSync(path.join(project.folder, 'generated', 'env.example'), 'utf8');
    expect(text).toContain('# Issuer of access tokens: the URL of the authorization server.\nBOOKS_ISSUER=\n');
  });

  test('has code for tokens only with `auth`', async () => {
    const plain = await createProject({
      'definitions/plain.mcp.yaml': 'server: { name: plain, version: 1.0.0 }\ntools:\n  t: { description: T. }\n',
    });
    const read = (folder: string) =>
      readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('js'))
        .map((file) => readFileSync(path.join(folder, 'dist', file), 'utf8'))
        .join('\n');
    await plain.bundle();
    const marks = ['oauth-protected-resource', 'dpop+jwt', 'insufficient_scope', 'introspection_endpoint'];
    const code = [read(plain.folder), read(project.folder)] as const;
    expect(marks.filter((mark) => code[0].includes(mark))).toEqual([]);
    expect(marks.filter((mark) => !code[1].includes(mark))).toEqual([]);
  });

  test('does not start without its issuer', async () => {
    const { output, exited } = startServer(path.join(project.folder, 'dist', 'server.mjs'), ['--http', '0'], {
      BOOKS_ISSUER: '',
      BOOKS_KEYS: keys,
    });
    expect(await exited).toBe(1);
    expect(output.stderr).toContain('`auth` needs the environment variable BOOKS_ISSUER');
  });

  test('needs no token on standard input', async () => {
    const { child, output, exited } = startServer(path.join(project.folder, 'dist', 'server.mjs'));
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'order_book', arguments: {} } };
    child.stdin.end(`${JSON.stringify(call)}\n`);
    expect(await exited).toBe(0);
    expect(output.stdout).toContain('ordered for undefined');
  });
});

describe.each(Object.entries(clients))('the official client %s', (_name, { Unauthorized, open }) => {
  test('gets from 401 to the answer of a tool, and from books:read to books:order in the middle', async () => {
    issuer.requests.splice(0);
    const { provider, agree } = makeProvider();
    let finish: Finisher = async () => {};
    const connect = (): Promise<Omit<Connection, 'finish'>> => open(provider, (finisher) => (finish = finisher));
    await expect(connect()).rejects.toThrow(Unauthorized);
    expect(issuer.requests).toEqual([]);
    await finish(await agree());
    expect(issuer.requests[0]?.get('scope')).toBe('books:read');
    expect(issuer.requests[0]?.get('resource')).toBe(url.href);
    const client = await connect();
    expect(await client.call('find_book')).toMatchObject({ content: [{ text: 'found for ada, false' }] });
    await expect(client.call('order_book')).rejects.toThrow();
    await finish(await agree());
    expect(issuer.requests.at(-1)?.get('scope')?.split(' ')).toEqual(expect.arrayContaining(scopes));
    expect(await client.call('order_book')).toMatchObject({ content: [{ text: 'ordered for ada' }] });
    expect(await client.call('find_book')).toMatchObject({ content: [{ text: 'found for ada, true' }] });
    await client.close();
  });
});
