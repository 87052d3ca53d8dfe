import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '../clients/http-server.js';
import { startIssuer } from '../auth/issuer.js';
import { createProject, type Project } from '../kit/build-server.js';
import { talk, type Message } from '../kit/talk.js';
import { HttpTarget } from '../wire/http-kit.js';
import { fromTaskClient } from '../wire/task-client.js';
import { initialize, initialized, modern, request, type Wire } from '../wire/wire.js';
import { files, httpOnly, resource, startBackends } from './shop.js';
import { resultOf, transports, type Headers } from './transports.js';

type Call = (name: string, args: unknown, more?: object) => Promise<Wire>;

const issuer = await startIssuer();
let project: Project;
let bundle: string;
let environment: Headers;
const servers: HttpServer[] = [];
let tools: HttpTarget;
let code: HttpTarget;

beforeAll(async () => {
  [project, environment] = await Promise.all([createProject(files), startBackends(issuer.url)]);
  bundle = await project.bundle();
  servers.push(await startHttpServer(bundle, environment));
  servers.push(await startHttpServer(bundle, { ...environment, MCP_MODE: 'code' }));
  [tools, code] = servers.map(({ url }) => new HttpTarget(url)) as [HttpTarget, HttpTarget];
}, 120_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

/** Headers of a caller with a token of a tenant. */
async function login(tenant: unknown, sub = 'ada'): Promise<Headers> {
  const claims = { sub, tenant, 'https://shop.example/tenants': { main: tenant } };
  const token = await issuer.sign(issuer.claims(resource, JSON.parse(JSON.stringify(claims)) as object));
  return { Authorization: `Bearer ${token}`, 'X-Region': 'eu' };
}

const textOf = ({ content }: Wire): string => String((content as readonly Wire[] | undefined)?.[0]?.['text']);

/** Lets a caller call tools over a transport. */
async function open(transport: string, target: HttpTarget, headers: Headers): Promise<Call> {
  const ask = await transports[transport]?.(target, headers);
  return async (name, args, more) => (await ask?.('tools/call', { name, arguments: args, ...more })) as Wire;
}

const refusal = 'tenant_key: cannot be sent, because the server sets it';
const rows = (tenant: string): string => `"item":"${tenant} tea"`;

/** Arguments of a caller of the tenant `acme`, with a part of the response to them. */
const attacks: readonly (readonly [name: string, args: unknown, expected: string, more?: object])[] = [
  ['nothing', {}, rows('acme')],
  ['the argument', { tenant_key: 'globex' }, refusal],
  ['its own value', { tenant_key: 'acme' }, refusal],
  ['null', { tenant_key: null }, refusal],
  ['another type', { tenant_key: ['globex'], customer: 'x' }, refusal],
  ['another case', { Tenant_Key: 'globex', TENANT_KEY: 'globex', tenantKey: 'globex' }, rows('acme')],
  ['a prototype', JSON.parse('{"__proto__":{"tenant_key":"globex"}}'), rows('acme')],
  ['a constructor', { constructor: { prototype: { tenant_key: 'globex' } } }, rows('acme')],
  ['claims', { auth: { claims: { tenant: 'globex' } }, claims: { tenant: 'globex' } }, rows('acme')],
  ['a member of the request', {}, rows('acme'), { tenant_key: 'globex', auth: { claims: { tenant: 'globex' } } }],
  ['metadata', {}, rows('acme'), { _meta: { tenant_key: 'globex', progressToken: 1 } }],
];

describe.each(Object.keys(transports))('%s', (transport) => {
  let call: Call;

  beforeAll(async () => {
    call = await open(transport, tools, await login('acme'));
  });

  // `_meta` of the modern era has required members.
  const possible = attacks.filter(([name]) => name !== 'metadata' || !transport.includes('2026'));
  test.each(possible)('a caller cannot set a bound argument by %s', async (_name, args, expected, more) => {
    const text = JSON.stringify(await call('list_orders', args, more as object));
    expect(text.replaceAll('\\"', '"')).toContain(expected);
    expect(text).not.toContain('globex tea');
  });

  test('two tenants never get the same rows', async () => {
    const other = await open(transport, tools, await login('globex'));
    const both = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? call : other)('list_orders', {})),
    );
    expect(both.map((result) => JSON.parse(textOf(result)).rows)).toEqual(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? [{ id: 1, item: 'acme tea' }] : [{ id: 2, item: 'globex tea' }],
      ),
    );
  });

  test.each([
    ['no claim', undefined, 'Not allowed: the token has no claim "tenant"'],
    ['null', null, 'Not allowed: the token has no claim "tenant"'],
    ['another type', 5, 'Not allowed: the server has no valid value for this caller'],
    ['another value', 'ACME;--', 'Not allowed: the server has no valid value for this caller'],
  ])('a token with %s is refused', async (_name, tenant, expected) => {
    const other = await open(transport, tools, await login(tenant));
    expect(await other('list_orders', {})).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expected }],
    });
  });

  test('operations of APIs get the value of the caller', async () => {
    expect(textOf(await call('listStock', { color: 'red' }))).toContain('/acme/stock?color=red');
    expect(textOf(await call('listStock', { tenant_key: 'globex' }))).toContain(refusal);
    const operation = 'foundlistStock';
    expect(textOf(await call('foundcall_operation', { operation, arguments: {} }))).toContain('/acme/stock');
    const injected = await call('foundcall_operation', { operation, arguments: { tenant_key: 'globex' } });
    expect(textOf(injected)).toContain(refusal);
    const beside = await call('foundcall_operation', { operation, arguments: {}, tenant_key: 'globex' });
    expect(textOf(beside)).not.toContain('globex');
  });

  test('a header comes from the proxy alone', async () => {
    expect(textOf(await call('region', {}))).toBe('eu');
    expect(textOf(await call('region', { tenant_region: 'us' }))).toContain('tenant_region: cannot be sent');
    const headers = await login('acme');
    for (const region of ['us, eu', '', undefined]) {
      const other = await open(transport, tools, { ...headers, 'X-Region': region as string });
      expect(textOf(await other('region', {}))).toBe('Not allowed: the request needs the header X-Region');
    }
  });
});

test('a caller without a token gets nothing', async () => {
  const { status, body } = await tools.post(modern(1, 'tools/call', { name: 'list_orders', arguments: {} }));
  expect([status, body.includes('tea')]).toEqual([401, false]);
});

test('code of the model neither sets bound arguments nor sees them', async () => {
  const headers = await login('acme');
  const run = async (script: string): Promise<string> => {
    const message = modern(1, 'tools/call', { name: 'run_code', arguments: { code: script } });
    return textOf(resultOf((await code.post(message, headers)).messages[0]));
  };
  expect(await run('return await tools.list_orders({})')).toContain('acme tea');
  for (const script of [
    "return await tools.list_orders({ tenant_key: 'globex' })",
    "const args = Object.create({}); args.tenant_key = 'globex'; return await tools.list_orders(args)",
    "return await stock.listStock({ tenant_key: 'globex' })",
    "return await found.foundlistStock({ tenant_key: 'globex' })",
  ]) {
    expect(await run(script), script).toContain(refusal);
  }
  expect(await run("return await tools.list_orders({ toJSON: () => ({ tenant_key: 'globex' }) })")).not.toContain(
    'globex tea',
  );
  expect(await run("Object.prototype.tenant_key = 'globex'; return await tools.list_orders({})")).toContain('acme tea');
  expect(await run('return await stock.listStock({})')).toContain('/acme/stock');
});

describe('requests that are continued', () => {
  const accepted = { inputResponses: { sure: { action: 'accept', content: { ok: true } } } };
  const invalid = { code: -32602, message: 'Invalid params: requestState is invalid or has expired' };
  const ask = async (headers: Headers, more: object = {}, args: object = {}): Promise<Wire> => {
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
    const message = modern(1, 'tools/call', { name: 'confirm', arguments: args, ...more }, capabilities);
    return resultOf((await tools.post(message, headers)).messages[0]);
  };

  test('belong to the tenant that began them', async () => {
    const headers = await login('acme');
    const { requestState } = await ask(headers);
    const next = { requestState, ...accepted };
    expect(await ask(await login('globex'), next)).toEqual(invalid);
    expect(await ask({ ...headers, 'X-Region': 'us' }, next)).toEqual(invalid);
    expect(await ask(await login('acme', 'bob'), next)).toEqual(invalid);
    expect(await ask(headers, next, { tenant_key: 'globex' })).toEqual(invalid);
    expect(textOf(await ask(headers, next))).toBe('acme ada 42 gold accept');
  });

  test('cannot begin with a bound argument', async () => {
    expect(textOf(await ask(await login('acme'), {}, { tenant_user: 'bob' }))).toContain('tenant_user: cannot be sent');
  });

  test('a task keeps the values of its caller', async () => {
    const send = async (message: Wire, headers: Headers): Promise<Wire> =>
      resultOf((await tools.post(message, headers)).messages[0]);
    const own = await login('acme');
    const { taskId } = await send(fromTaskClient(1, 'tools/call', { name: 'confirm', arguments: {} }), own);
    const get = async (status: string): Promise<Wire> => {
      for (;;) {
        const task = await send(fromTaskClient(1, 'tasks/get', { taskId }), own);
        if (task['status'] === status) return task;
      }
    };
    const { inputRequests } = await get('input_required');
    const [key = ''] = Object.keys(inputRequests as object);
    const inputResponses = { [key]: accepted.inputResponses.sure };
    await send(fromTaskClient(1, 'tasks/update', { taskId, inputResponses }), await login('globex'));
    expect(textOf((await get('completed'))['result'] as Wire)).toBe('acme ada 42 gold accept');
    const injected = { name: 'confirm', arguments: { tenant_key: 'globex' } };
    expect(textOf(await send(fromTaskClient(1, 'tools/call', injected), own))).toContain(refusal);
    const session = await tools.initialize('2025-11-25', own, { elicitation: {} });
    const { messages } = await session.post(request(1, 'tools/call', { ...injected, task: { ttl: 60_000 } }));
    expect(JSON.stringify(messages.at(-1))).not.toContain('globex');
  });
});

describe('what clients learn', () => {
  const learn = async (target: HttpTarget, method: string, params: object = {}): Promise<Wire> =>
    resultOf((await target.post(modern(1, method, params), await login('acme'))).messages[0]);
  type Asked = readonly [method: string, params: object];
  const called = (name: string, args: object): Asked => ['tools/call', { name, arguments: args }];

  test.each<Asked>([
    ['server/discover', {}],
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    called('foundsearch_operations', { query: 'list stock tenant' }),
    called('founddescribe_operation', { operation: 'foundlistStock' }),
    called('list_orders', { customer: 'x' }),
    called('listStock', { color: 5 }),
  ])('%s %j has no bound argument', async (method, params) => {
    const result = await learn(tools, method, params);
    expect(JSON.stringify(result)).not.toMatch(/tenant[_k]|TenantKey|Tenant\.|tenantexample/u);
  });

  test.each<Asked>([
    ['tools/list', {}],
    called('search_api', { query: 'tenant orders' }),
    called('search_api', { names: ['tools.list_orders', 'stock.listStock'] }),
    called('run_code', { code: 'return await tools.list_orders({ customer: "x" })' }),
  ])('%s %j of code mode has no bound argument', async (method, params) => {
    expect(JSON.stringify(await learn(code, method, params))).not.toMatch(
      /tenant[_k]|TenantKey|Tenant\.|tenantexample/u,
    );
  });

  test.each(['2025-03-26', '2025-06-18', '2025-11-25'])('the list of %s has no bound argument', async (version) => {
    const session = await tools.initialize(version, await login('acme'));
    const { body } = await session.post(request(1, 'tools/list'));
    expect(body).toContain('list_orders');
    expect(body).not.toMatch(/tenant[_k]|TenantKey|Tenant\./u);
  });

  test('files for clients have no bound argument', () => {
    const generated = path.join(project.folder, 'generated');
    const names = ['descriptors.ts', 'client.ts', 'contract.json', 'operation-index'];
    const texts = names.flatMap((name) =>
      name.includes('.')
        ? [readFileSync(path.join(generated, name), 'utf8')]
        : readdirSync(path.join(generated, name))
            .filter((file) => file.includes('details'))
            .map((file) => readFileSync(path.join(generated, name, file), 'utf8')),
    );
    for (const text of texts) expect(text).not.toMatch(/tenant[_k]|TenantKey|Tenant\.|tenantexample/u);
  });

  test('the address of a file has no bound argument, and cannot have one', async () => {
    const result = await learn(tools, ...called('getFile', {}));
    const link = (result['content'] as readonly Wire[]).find(({ type }) => type === 'resource_link');
    expect(link?.['uri']).toBe('api-file:///getFile?arguments=%7B%7D');
    const read = await learn(tools, 'resources/read', { uri: link?.['uri'] });
    expect((read['contents'] as readonly Wire[])[0]?.['blob']).toHaveLength(400_000);
    const injected = `api-file:///getFile?arguments=${encodeURIComponent('{"tenant_key":"globex"}')}`;
    expect(await learn(tools, 'resources/read', { uri: injected })).toEqual({
      code: -32603,
      message: 'Invalid arguments for tool "getFile":',
    });
  });
});

describe('over stdio', () => {
  const call = (id: number, args: unknown): Wire => request(id, 'tools/call', { name: 'list_orders', arguments: args });

  test('a declared value stands for the caller, and callers cannot send it either', async () => {
    const sent = attacks.filter(([name]) => name !== 'metadata');
    const legacy = sent.map(([, args, , more], index) => ({
      ...call(index, args),
      params: { ...(call(index, args)['params'] as object), ...more },
    }));
    const { messages } = await talk(bundle, [initialize('i', '2025-11-25'), initialized, ...legacy], environment);
    const late = await talk(
      bundle,
      sent.map(([, args], id) => modern(id, 'tools/call', { name: 'list_orders', arguments: args })),
      environment,
    );
    for (const [index, [name, , expected]] of sent.entries()) {
      for (const all of [messages, late.messages]) {
        const text = JSON.stringify(all.find(({ id }: Message) => id === index)).replaceAll('\\"', '"');
        expect(text, name).toContain(expected.replace('acme', 'demo'));
        expect(text, name).not.toContain('globex tea');
      }
    }
  });

  test('a variable that is not set is an error of the server', async () => {
    const { messages, stderr } = await talk(bundle, [call(1, {})], { ...environment, SHOP_STDIO: '' });
    expect(messages[0]?.result).toEqual({
      content: [{ type: 'text', text: 'Not allowed: the server is not configured for this tool' }],
      isError: true,
    });
    expect(stderr).toContain('Argument "tenant_key": The environment variable SHOP_STDIO is not set');
  });

  test('a server without such a value does not start', async () => {
    const other = await (await createProject(httpOnly)).bundle();
    const { exitCode, stdout, stderr } = await talk(other, [call(1, {})]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      'This server cannot be used over stdio: the argument "tenant" of the tool "whose" comes from the caller, and stdio has none. ' +
        'Serve HTTP (--http), or add `stdio` with a value to `bind` of the argument.',
    );
  });
});
