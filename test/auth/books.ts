import type { AuthDefinition, RequestContext, ServerDefinition } from '../../runtime/index.js';
import { protect } from '../../runtime/features/auth/index.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { serve, type HttpSubject, type HttpTestOptions } from '../wire/http-kit.js';
import type { RawHeaders, RawResponse } from '../wire/raw-http.js';
import type { Subject } from '../wire/wire.js';

/** Address of the protected server for its clients. */
export const resource = 'https://books.example/mcp';

/** A protected bookshop, and what its handlers saw. */
export interface Books extends Subject {
  readonly definition: ServerDefinition;
  /** Names of the entries whose handlers ran. */
  readonly ran: string[];
}

/** Members of `auth` instead of those of the bookshop; `undefined` removes one. */
export type AuthChange = { readonly [key in keyof AuthDefinition]?: AuthDefinition[key] | undefined };

/** A bookshop whose entries need different scopes. */
export function makeBooks(auth: AuthChange): Books {
  const ran: string[] = [];
  const run = (name: string) => (): string => {
    ran.push(name);
    return name;
  };
  const base = makeDefinition({
    server: { name: 'books', version: '1.0.0', title: 'Bookshop' },
    capabilities: { prompts: true, resources: true, subscribe: true },
    tools: [makeTool('find'), makeTool('order'), makeTool('who')],
    prompts: [
      {
        name: 'recommend',
        fields: { arguments: '[{"name":"topic"}]' },
        arguments: [{ name: 'topic', required: false }],
        completions: { topic: 'handler' },
      },
    ],
    resources: [{ uri: 'books://stock', fields: { name: '"stock"' } }],
    resourceTemplates: [
      {
        uriTemplate: 'books://book/{id}',
        fields: { name: '"book"' },
        matcher: { pattern: /^books:\/\/book\/([^/]+)$/u, path: [{ name: 'id' }], query: [] },
      },
    ],
  });
  const standard: AuthDefinition = {
    issuers: [],
    resource,
    scopes: ['books:read', 'books:order', 'books:stock'],
    implies: { 'books:order': ['books:read'] },
    required: ['books:read'],
    entries: {
      tools: { order: ['books:order', 'books:stock'] },
      prompts: { recommend: ['books:order'] },
      resources: { 'books://stock': ['books:stock'] },
      resourceTemplates: { 'books://book/{id}': ['books:order'] },
    },
  };
  const source = protect({ ...standard, ...auth } as AuthDefinition);
  return {
    definition: { ...base, loadAuth: async () => source },
    handlers: makeHandlers({
      tools: { find: run('find'), order: run('order'), who: (_: unknown, { auth: caller }: RequestContext) => caller },
      prompts: { recommend: run('recommend') },
      resources: { 'books://stock': run('stock') },
      resourceTemplates: { 'books://book/{id}': run('book') },
      completions: { prompts: { recommend: { topic: () => (ran.push('complete'), ['x']) } }, resourceTemplates: {} },
    }),
    ran,
  };
}

/** Text of the first content of a tool's answer, or the message of an error. */
export function textOf({ body }: RawResponse): string {
  const { result, error } = JSON.parse(body) as {
    result?: { content: { text: string }[] };
    error?: { message: string };
  };
  return result?.content[0]?.text ?? error?.message ?? '';
}

/** Parts of a `WWW-Authenticate` header. */
export function readChallenge(response: RawResponse): { readonly [name: string]: string } | undefined {
  const { 'www-authenticate': header } = response.headers;
  if (header === undefined) return undefined;
  const parts = [...header.matchAll(/(\w+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [name, value] as const);
  return { scheme: header.split(' ', 1)[0] ?? '', ...Object.fromEntries(parts) };
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A request of the modern era. */
export function request(method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
}

/** A protected server that is being tested. */
export class ProtectedServer {
  readonly subject: HttpSubject;

  constructor(subject: HttpSubject) {
    this.subject = subject;
  }

  /** Sends a request, with a token if there is one. */
  send(token: string | undefined, method: string, params: object = {}, headers: RawHeaders = {}): Promise<RawResponse> {
    const sent = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return this.subject.post(request(method, params), { ...sent, ...headers });
  }

  /** Calls a tool. */
  callTool(token: string | undefined, name: string, headers: RawHeaders = {}): Promise<RawResponse> {
    return this.send(token, 'tools/call', { name, arguments: {} }, headers);
  }
}

/** Serves a bookshop over HTTP until the test is over. */
export async function serveBooks(books: Books, options: HttpTestOptions = {}): Promise<ProtectedServer> {
  return new ProtectedServer(await serve(books, options));
}
