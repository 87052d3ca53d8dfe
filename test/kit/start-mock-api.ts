import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '../../generator/core/schema/mock-values.js';
import { readBasePath, readRoutes, type MockReply, type MockRoute } from './mock-document.js';

/** A request that a mock API received. */
export interface MockRequest {
  readonly method: string;
  /** As it was sent, below the base path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** JSON as a value, a form as an object of texts, else text; `undefined`: there was none. */
  readonly body: unknown;
  /** Method and path template of the operation, such as `GET /pets/{petId}`; `undefined`: the document has none. */
  readonly operation?: string;
  /** Path parameters, decoded. */
  readonly params: { readonly [name: string]: string };
}

/**
 * Answer of an operation that a test decides; members and headers that it omits are those of the document. A header
 * that is empty is not sent.
 *
 * @param documented Answer that the document gives.
 */
export type MockOverride = (request: MockRequest, documented: MockReply) => Partial<MockReply>;

/** Overrides by operation, such as `GET /pets/{petId}`. */
export type MockOverrides = { readonly [operation: string]: MockOverride };

/** An HTTP API that answers every operation of a document with the document's examples, or with values of its schemas. */
export interface MockApi {
  /** The base URL, on the loopback address. */
  readonly url: string;
  /** Since the start, or the last `use`. */
  readonly requests: readonly MockRequest[];
  /** Replaces the overrides and forgets the requests. */
  use(overrides: MockOverrides): void;
  close(): Promise<void>;
}

interface MockOptions {
  readonly overrides?: MockOverrides;
  /** Items of the lists in answers. Default: 3. */
  readonly items?: number;
  /** Default: any free port. */
  readonly port?: number;
  /** Called with each request before it is answered. */
  readonly onRequest?: (request: MockRequest) => void;
}

const maxBodyBytes = 1024 * 1024;

/**
 * Starts an API that answers from a parsed OpenAPI document, keeps no state, and checks neither credentials nor requests.
 * Members of a body replace those of the answer that have the same name and type.
 * The status is the first 2xx of the document. Unknown paths are answered with 404, a body above 1 MiB and a failing override with 500.
 *
 * @throws Error when an override names an operation that the document does not have.
 */
export async function startMockApi(
  document: { readonly [key: string]: unknown },
  { overrides = {}, items = 3, port = 0, onRequest }: MockOptions = {},
): Promise<MockApi> {
  const base = readBasePath(document);
  const routes = readRoutes(document, items);
  const requests: MockRequest[] = [];
  const known = new Set(routes.map(({ operation }) => operation));
  let current: MockOverrides = {};
  const use = (next: MockOverrides): void => {
    const wrong = Object.keys(next).filter((operation) => !known.has(operation));
    if (wrong.length > 0) throw new Error(`The document has no operation ${wrong.join(', ')}`);
    current = next;
    requests.length = 0;
  };
  use(overrides);
  const server = createServer((incoming, response) => {
    receive(incoming, base, routes)
      .then(({ request, route }) => {
        requests.push(request);
        onRequest?.(request);
        const documented = route === undefined ? notFound(request) : echo(request, route.reply());
        const changes = current[request.operation ?? '']?.(request, documented) ?? {};
        const { status, headers, body } = { ...documented, ...changes, headers: mergeHeaders(documented, changes) };
        response.writeHead(status, headers).end(encodeBody(body, headers['content-type']));
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    requests,
    use,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Request as one text: method, path with query, and the body as JSON with sorted names: `POST /pets {"name":"Rex"}`. */
export function formatRequest({ method, path, query, body }: MockRequest): string {
  const search = query.size === 0 ? '' : `?${[...query].map((pair) => pair.join('=')).join('&')}`;
  return `${method} ${decodeURIComponent(path)}${search}${body === undefined ? '' : ` ${JSON.stringify(sortNames(body))}`}`;
}

function sortNames(body: unknown): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

async function receive(
  incoming: IncomingMessage,
  base: string,
  routes: readonly MockRoute[],
): Promise<{ readonly request: MockRequest; readonly route: MockRoute | undefined }> {
  const { method = 'GET', headers } = incoming;
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Error('The body is too large');
    chunks.push(chunk);
  }
  const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(path));
  const [, ...values] = route?.pattern.exec(path) ?? [];
  const params = Object.fromEntries(
    (route?.names ?? []).map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
  const body = decodeBody(Buffer.concat(chunks).toString('utf8'), headers['content-type'] ?? '');
  const operation = route && { operation: route.operation };
  return { request: { method, path, query: searchParams, headers, body, ...operation, params }, route };
}

function decodeBody(text: string, type: string): unknown {
  if (text === '') return undefined;
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text));
  if (!/\bjson\b/u.test(type)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function encodeBody(body: unknown, type = 'application/json'): string {
  if (body === undefined) return '';
  return typeof body === 'string' && !/\bjson\b/u.test(type) ? body : JSON.stringify(body);
}

function mergeHeaders(documented: MockReply, changes: Partial<MockReply>): MockReply['headers'] {
  return Object.fromEntries(
    Object.entries({ ...documented.headers, ...changes.headers }).filter(([, value]) => value !== ''),
  );
}

/** Puts what a body says into an answer that has members of the same names and types, as an API does that keeps it. */
function echo({ body }: MockRequest, reply: MockReply): MockReply {
  const { body: answer } = reply;
  if (!isObject(body) || !isObject(answer)) return reply;
  const kept = Object.entries(body).filter(([name, value]) => typeof answer[name] === typeof value && !isObject(value));
  return { ...reply, body: { ...answer, ...Object.fromEntries(kept) } };
}

function notFound({ method, path }: MockRequest): MockReply {
  const headers = { 'content-type': 'application/json' };
  return { status: 404, headers, body: { message: `The document has no ${method} ${path}` } };
}
