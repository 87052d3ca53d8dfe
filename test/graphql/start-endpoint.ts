import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { graphql, type GraphQLSchema } from 'graphql';
import { afterAll, beforeEach } from 'vitest';

/** Request that an endpoint received. */
export interface EndpointRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly query?: string;
    readonly operationName?: string;
    readonly variables?: unknown;
    readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash: string } };
  };
}

/** GraphQL endpoint of a test. */
export interface Endpoint {
  url: string;
  /** Requests of the current test. */
  readonly requests: EndpointRequest[];
  /** Handling of digests by the endpoint. */
  persisted: 'ignored' | 'learned' | 'unsupported';
  /** Response instead of the result of the operation, for the next requests. */
  readonly answers: { readonly status: number; readonly body: string; readonly type?: string }[];
}

/** Starts an endpoint before the tests of a file and stops it after them. */
export async function useEndpoint(schema: GraphQLSchema, rootValue: unknown): Promise<Endpoint> {
  const known = new Map<string, string>();
  const endpoint: Endpoint = { url: '', requests: [], persisted: 'ignored', answers: [] };
  const server: Server = createServer((request, response) => {
    void readText(request).then(async (text) => {
      const body = JSON.parse(text) as EndpointRequest['body'];
      endpoint.requests.push({
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body,
      });
      const answer = endpoint.answers.shift();
      const type = answer?.type ?? 'application/graphql-response+json; charset=utf-8';
      const { status, body: sent } = answer ?? (await run(body));
      response.writeHead(status, { 'Content-Type': type }).end(sent);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  beforeEach(() => {
    endpoint.requests.length = 0;
    endpoint.answers.length = 0;
    endpoint.persisted = 'ignored';
    known.clear();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return endpoint;

  async function run({ query, operationName, variables, extensions }: EndpointRequest['body']) {
    const digest = extensions?.persistedQuery?.sha256Hash;
    if (digest !== undefined && endpoint.persisted === 'unsupported') return fail('PersistedQueryNotSupported');
    if (digest !== undefined && query !== undefined) {
      if (createHash('sha256').update(query).digest('hex') !== digest) return fail('provided sha does not match query');
      known.set(digest, query);
    }
    const source = query ?? known.get(digest ?? '');
    if (source === undefined) return fail('PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND');
    const result = await graphql({
      schema,
      source,
      rootValue,
      ...(operationName !== undefined && { operationName }),
      variableValues: variables as { readonly [name: string]: unknown },
    });
    return { status: result.data === undefined ? 400 : 200, body: JSON.stringify(result) };
  }
}

function fail(message: string, code?: string) {
  return { status: 200, body: JSON.stringify({ errors: [{ message, ...(code && { extensions: { code } }) }] }) };
}

/** Starts an endpoint that responds to each request with a value of `answer`, and stops it after the tests. */
export async function useAnswers(
  answer: (body: EndpointRequest['body']) => unknown,
): Promise<{ readonly url: string }> {
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const body = JSON.parse(text) as EndpointRequest['body'];
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer(body)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
