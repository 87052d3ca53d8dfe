import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createChecker, followSchema, type ApiDocument, type Checker } from './api-document.js';
import { createAccounts, grantToken, isAllowed, type Accounts } from './check-access.js';
import { encodeReply, type DocumentedReply, type Route as AnsweredRoute } from './encode-reply.js';
import { readBody } from './read-body.js';
import { readParameter } from './read-parameter.js';

/** Arguments of an operation: parameters by name, with the types that the document gives them. */
export interface Call {
  // oxlint-disable-next-line typescript/no-explicit-any -- the document has the types, and they were checked
  readonly values: { readonly [name: string]: any };
  // oxlint-disable-next-line typescript/no-explicit-any -- the document has the types, and they were checked
  readonly body: any;
  readonly request: Request;
}

/** Response of an operation; it need not be as documented. */
export type Reply = Response | DocumentedReply;

/** The operations of an API by operationId. */
export type Operations = { readonly [operationId: string]: (call: Call) => Reply | Promise<Reply> };

/** An HTTP API that runs. */
export interface LiveApi {
  /** The base URL. */
  readonly url: string;
  readonly accounts: Accounts;
  /** Method and path of each request, query included. */
  readonly requests: string[];
  /** Responses of the API that contradict its document. */
  readonly faults: string[];
  close(): Promise<void>;
}

/** Starts an API whose requests and answers are checked against its document; on a free port unless one is given. */
export async function serveDocument(
  document: ApiDocument,
  operations: Operations,
  { port = 0 }: { readonly port?: number } = {},
): Promise<LiveApi> {
  const base = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/u, '');
  const live = { document, accounts: createAccounts(), requests: [] as string[], faults: [] as string[] };
  const app = new Hono();
  app.use(async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    live.requests.push(`${context.req.method} ${pathname.slice(base.length)}${search}`);
    await next();
  });
  for (const { flows } of Object.values(document.components?.securitySchemes ?? {})) {
    if (flows?.clientCredentials === undefined) continue;
    app.post(flows.clientCredentials.tokenUrl, (context) => grantToken(context.req.raw, live.accounts));
  }
  const checks = { values: createChecker(document, true), json: createChecker(document, false) };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const run = operations[operation.operationId];
      if (run === undefined) throw new Error(`Nothing answers ${operation.operationId}`);
      const route = { path, method, operation, pattern: toPattern(base + path), run };
      app.on(method.toUpperCase(), base + path.replaceAll(/\{(\w+)\}/gu, ':$1'), (context) =>
        answer(live, checks, route, context.req.raw),
      );
    }
  }
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port: actual } = server.address() as AddressInfo;
  return {
    ...live,
    url: `http://127.0.0.1:${actual}${base}`,
    close: async () => {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Route extends AnsweredRoute {
  readonly pattern: RegExp;
  readonly run: Operations[string];
}

interface Checks {
  readonly values: Checker;
  readonly json: Checker;
}

type Live = Pick<LiveApi, 'accounts' | 'faults'> & { readonly document: ApiDocument };

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/gu, '(?<$1>[^/]+)')}$`, 'u');
}

async function answer(live: Live, checks: Checks, route: Route, request: Request): Promise<Response> {
  const { document, accounts } = live;
  if (!isAllowed(document, route.operation, request, accounts)) {
    const shown = request.headers.get('authorization') ?? 'nothing';
    return Response.json({ message: `Not allowed with ${shown}` }, { status: 401 });
  }
  const values = readValues(live, checks, route, request);
  if (typeof values === 'string') return Response.json({ message: values }, { status: 400 });
  const body = await readChecked(live, checks, route, request);
  if (body instanceof Response) return body;
  const reply = await route.run({ values, body, request });
  return reply instanceof Response ? reply : encodeReply(route, reply, checks.json, live.faults);
}

function readValues(
  { document }: Live,
  checks: Checks,
  { path, method, operation, pattern }: Route,
  request: Request,
): Call['values'] | string {
  const { pathname, search } = new URL(request.url);
  const raw = { path: pattern.exec(pathname)?.groups ?? {}, query: search.slice(1), headers: request.headers };
  const values: { [name: string]: unknown } = {};
  for (const [index, parameter] of (operation.parameters ?? []).entries()) {
    const schema = followSchema(document, parameter.schema ?? parameter.content?.['application/json'].schema);
    const value = readParameter({ ...parameter, schema }, raw);
    if (value === undefined && parameter.required === true) return `${parameter.name} is missing`;
    if (value === undefined) continue;
    const place = ['paths', path, method, 'parameters', String(index)];
    const steps = parameter.content ? ['content', 'application/json', 'schema'] : ['schema'];
    const read = convertValue(checks, value, [...place, ...steps]);
    if (read.problem !== undefined) return `${parameter.name}: ${read.problem}`;
    values[parameter.name] = read.value;
  }
  return values;
}

/** Text in lists and objects is converted where it stands; a scalar is what first fits of all that the text may mean. */
function convertValue(
  { values, json }: Checks,
  value: unknown,
  steps: readonly string[],
): { readonly value?: unknown; readonly problem?: string | undefined } {
  if (typeof value !== 'string') return { value, problem: values(value, ...steps) };
  const meanings = [value, Number(value), value === 'true' || (value === 'false' ? false : value)];
  const index = meanings.findIndex((meaning) => json(meaning, ...steps) === undefined);
  return index === -1 ? { problem: json(value, ...steps) } : { value: meanings[index] };
}

async function readChecked(
  { document }: Live,
  checks: Checks,
  { path, method, operation }: Route,
  request: Request,
): Promise<unknown> {
  const { requestBody } = operation;
  if (requestBody === undefined) return undefined;
  const body = await readBody(request, requestBody.content, (schema) => followSchema(document, schema));
  if (typeof body === 'string') return Response.json({ message: body }, { status: 415 });
  if (body === undefined) {
    return requestBody.required === true
      ? Response.json({ message: 'The body is missing' }, { status: 400 })
      : undefined;
  }
  const check = body.mediaType.endsWith('json') ? checks.json : checks.values;
  const problem =
    body.checked === undefined
      ? undefined
      : check(body.checked, 'paths', path, method, 'requestBody', 'content', body.mediaType, 'schema');
  if (problem !== undefined) return Response.json({ message: `The body: ${problem}` }, { status: 400 });
  return body.value;
}
