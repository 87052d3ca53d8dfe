import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIssuer } from '../auth/issuer.js';
import { startHttpServer, type HttpServer } from '../clients/http-server.js';
import { openSqlite } from '../declared-tools/open-sqlite.js';
import { createProject, type Project } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { HttpTarget } from '../wire/http-kit.js';
import { modern, request, type Wire } from '../wire/wire.js';
import { resource } from './shop.js';
import { transports, type Ask, type Headers } from './transports.js';

const schema = 'create table orders (id text primary key, tenant text not null, item text not null);';

const files = {
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0, trustedHeaders: [X-Region] }
auth: { issuers: ['\${SHOP_ISSUER}'], resource: ${resource} }
databases: { shop: { kind: sqlite, url: { env: SHOP_DB }, schema: ./schema.sql } }
prompts:
  greet:
    description: Greets.
    arguments:
      tenant_key: &tenant { description: Tenant of the caller., bind: { from: auth.claims.tenant, stdio: demo } }
      topic: { required: true, complete: [tea, coffee] }
    messages: [{ role: user, content: '{{tenant_key}} likes {{topic}}.' }]
  brief:
    description: Briefs.
    arguments:
      tenant_key: *tenant
      tenant_level: { bind: { from: auth.claims.level, stdio: { env: SHOP_LEVEL } } }
      tenant_region: { bind: { header: X-Region, stdio: none } }
      tenant_kind: { bind: { value: gold } }
      topic: { complete: handler }
  confirm:
    description: Confirms something.
    arguments: { tenant_key: *tenant }
    elicitations: { sure: { message: Sure?, requestedSchema: { type: object, properties: { ok: { type: boolean } } } } }
  stock:
    description: Lists the stock.
    arguments:
      tenant_key: *tenant
      item: { complete: { sql: { statement: 'select item from orders where tenant = {{tenant_key}} and item like {{value}} || ''%''' } } }
    sql: { statement: 'select count(*) as found from orders where tenant = {{tenant_key}} and ({{item}} is null or item = {{item}})', rows: one }
    messages: [{ role: user, content: '{{tenant_key}} has {{found}}.' }]
resourceTemplates:
  shop://orders/{id}:
    name: order
    cache: { ttlMs: 1000, scope: public }
    variables:
      id: { complete: { sql: { statement: 'select id from orders where tenant = {{tenant_key}} and id like {{value}} || ''%''' } } }
      tenant_key: *tenant
    sql: { statement: 'select item from orders where tenant = {{tenant_key}} and id = {{id}}', rows: maybe-one }
  shop://notes{/path*}{?page}:
    name: note
    variables: { tenant_key: *tenant }
`,
  'definitions/schema.sql': schema,
  'handlers/server.ts': 'export const options = { callsPerSecond: 100_000 };\n',
  'handlers/prompts/brief.ts': `import type { BriefPrompt } from '../../generated/handlers.ts';
export const briefPrompt: BriefPrompt = ({ tenant_key, tenant_level, tenant_region, tenant_kind, topic }) =>
  [tenant_key, tenant_level, tenant_region, tenant_kind, topic ?? 'nothing'].map((text: string) => text.toUpperCase()).join(' ');
`,
  'handlers/prompts/confirm.ts': `import type { ConfirmPrompt } from '../../generated/handlers.ts';
export const confirmPrompt: ConfirmPrompt = async ({ tenant_key }, { elicitations }) =>
  \`\${tenant_key} \${(await elicitations.sure()).action}\`;
`,
  'handlers/completions/brief-topic.ts': `import type { CompletionHandler } from 'create-mcp-from-schema/runtime';
export const completeBriefTopic: CompletionHandler = (value, context) => [JSON.stringify([value, context.arguments])];
`,
  'handlers/resources/note.ts': `import type { NoteResource } from '../../generated/handlers.ts';
export const noteResource: NoteResource = ({ tenant_key, path, page }) => [tenant_key.toUpperCase(), ...(path ?? []), page ?? 'all'].join(' ');
`,
};

const issuer = await startIssuer();
let project: Project;
let bundle: string;
let environment: Headers;
let server: HttpServer;
let target: HttpTarget;

beforeAll(async () => {
  await linkSqlite();
  const file = path.join(makeFolder({}), 'shop.db');
  openSqlite(file, `${schema} insert into orders values ('a1', 'acme', 'acme tea'), ('g1', 'globex', 'globex tea');`);
  project = await createProject(files);
  bundle = await project.bundle();
  environment = { SHOP_ISSUER: issuer.url, SHOP_DB: file, SHOP_LEVEL: 'basic' };
  server = await startHttpServer(bundle, environment);
  target = new HttpTarget(server.url);
}, 120_000);

afterAll(async () => {
  await server.stop();
});

/** Headers of a caller with a token of a tenant. */
async function login(tenant: unknown, level: unknown = 7): Promise<Headers> {
  const claims = JSON.parse(JSON.stringify({ sub: 'ada', tenant, level })) as object;
  return { Authorization: `Bearer ${await issuer.sign(issuer.claims(resource, claims))}`, 'X-Region': 'eu' };
}

const refusal = {
  code: -32602,
  message: 'Invalid params: "tenant_key" cannot be sent, because the server sets it',
};
const promptText = ({ messages }: Wire): unknown => messages?.[0]?.content?.text;
const contentText = ({ contents }: Wire): unknown => contents?.[0]?.text;

describe.each(Object.keys(transports))('%s', (transport) => {
  let ask: Ask;
  let other: Ask;
  const open = async (headers: Headers): Promise<Ask> => (await transports[transport]?.(target, headers)) as Ask;
  const get = (name: string, args: unknown, by = ask): Promise<Wire> => by('prompts/get', { name, arguments: args });
  const read = (uri: string, by = ask): Promise<Wire> => by('resources/read', { uri });
  const complete = (ref: object, argument: object, more: object = {}, by = ask): Promise<Wire> =>
    by('completion/complete', { ref, argument, ...more });

  beforeAll(async () => {
    ask = await open(await login('acme'));
    other = await open(await login('globex'));
  });

  test('prompts get the values of their caller', async () => {
    expect(promptText(await get('greet', { topic: 'tea' }))).toBe('acme likes tea.');
    expect(promptText(await get('greet', { topic: '{{tenant_key}}' }))).toBe('acme likes {{tenant_key}}.');
    expect(promptText(await get('brief', { topic: 'tea' }))).toBe('ACME 7 EU GOLD TEA');
    expect(promptText(await get('stock', { item: 'globex tea' }))).toBe('acme has 0.');
    expect(promptText(await get('stock', {}, other))).toBe('globex has 1.');
  });

  test.each([
    ['another value', { topic: 'tea', tenant_key: 'globex' }],
    ['its own value', { topic: 'tea', tenant_key: 'acme' }],
    ['nothing', { topic: 'tea', tenant_key: '' }],
  ])('a caller of a prompt cannot send %s', async (_name, args) => {
    expect(await get('greet', args)).toEqual(refusal);
    expect(await get('stock', args)).toEqual(refusal);
    expect(await get('brief', args)).toEqual(refusal);
  });

  test.each([
    ['another case', { Tenant_Key: 'globex', tenantKey: 'globex' }],
    ['a prototype', JSON.parse('{"__proto__":"globex"}') as object],
    ['claims', { auth: 'globex', 'auth.claims.tenant': 'globex' }],
  ])('a caller of a prompt cannot reach another tenant by %s', async (_name, args) => {
    expect(promptText(await get('stock', args))).toBe('acme has 1.');
    expect(promptText(await get('greet', { topic: 'tea', ...args }))).toBe('acme likes tea.');
  });

  test('templates get the values of their caller', async () => {
    expect(contentText(await read('shop://orders/a1'))).toBe('{"item":"acme tea"}');
    expect(contentText(await read('shop://orders/g1', other))).toBe('{"item":"globex tea"}');
    expect(await read('shop://orders/g1')).toMatchObject({ message: 'Resource not found' });
    expect(contentText(await read('shop://notes/a/b?page=2'))).toBe('ACME a b 2');
  });

  test('a URI cannot set a variable', async () => {
    expect(await read('shop://notes/a?page=2&tenant_key=globex')).toMatchObject({ message: 'Resource not found' });
    expect(await read('shop://orders/g1?tenant_key=globex')).toMatchObject({ message: 'Resource not found' });
  });

  test('completions get the values of their caller', async () => {
    const prompt = { type: 'ref/prompt', name: 'stock' };
    const template = { type: 'ref/resource', uri: 'shop://orders/{id}' };
    const item = { name: 'item', value: '' };
    const id = { name: 'id', value: '' };
    expect((await complete(prompt, item))['completion']?.values).toEqual(['acme tea']);
    expect((await complete(prompt, item, {}, other))['completion']?.values).toEqual(['globex tea']);
    expect((await complete(template, id))['completion']?.values).toEqual(['a1']);
    expect((await complete(template, id, {}, other))['completion']?.values).toEqual(['g1']);
    const briefed = await complete({ type: 'ref/prompt', name: 'brief' }, { name: 'topic', value: 'x' });
    const all = { tenant_key: 'acme', tenant_level: '7', tenant_region: 'eu', tenant_kind: 'gold' };
    expect(JSON.parse(briefed['completion']?.values[0] as string)).toEqual(['x', all]);
  });

  test('a completion neither takes a bound argument nor completes it', async () => {
    const sent = { context: { arguments: { tenant_key: 'globex' } } };
    for (const [ref, name] of [
      [{ type: 'ref/prompt', name: 'stock' }, 'item'],
      [{ type: 'ref/prompt', name: 'brief' }, 'topic'],
      [{ type: 'ref/resource', uri: 'shop://orders/{id}' }, 'id'],
    ] as const) {
      expect(await complete(ref, { name, value: '' }, sent)).toEqual(refusal);
      expect(await complete(ref, { name: 'tenant_key', value: '' })).toMatchObject({
        code: -32602,
        message: expect.stringMatching(/has no argument "tenant_key"$/u) as string,
      });
    }
    // The suggestions of a list do not depend on other arguments.
    expect(
      (await complete({ type: 'ref/prompt', name: 'greet' }, { name: 'topic', value: 't' }))['completion'],
    ).toEqual({ values: ['tea'], total: 1, hasMore: false });
  });

  test.each([
    ['no claim', undefined, 'Not allowed: the token has no claim "tenant"'],
    ['null', null, 'Not allowed: the token has no claim "tenant"'],
    ['a list', ['acme'], 'Not allowed: the server has no valid value for this caller'],
    ['an object', { toString: 'acme' }, 'Not allowed: the server has no valid value for this caller'],
    ['a fraction', 1.5, 'Not allowed: the server has no valid value for this caller'],
  ])('a token with %s is refused', async (_name, tenant, message) => {
    const refused = await open(await login(tenant));
    const error = { code: -32603, message };
    expect(await get('greet', { topic: 'tea' }, refused)).toEqual(error);
    expect(await get('stock', {}, refused)).toEqual(error);
    expect(await read('shop://orders/a1', refused)).toEqual(error);
    expect(await complete({ type: 'ref/prompt', name: 'stock' }, { name: 'item', value: '' }, {}, refused)).toEqual(
      error,
    );
  });

  test.each([
    ['prompts/list', 'topic'],
    ['resources/templates/list', 'shop://orders/{id}'],
  ])('%s has no bound argument', async (method, expected) => {
    const text = JSON.stringify(await ask(method, {}));
    expect(text).toContain(expected);
    expect(text).not.toMatch(/tenant|Tenant/u);
  });
});

test('a prompt that is continued belongs to the tenant that began it', async () => {
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
  const get = async (headers: Headers, more: object = {}): Promise<Wire> => {
    const message = modern(1, 'prompts/get', { name: 'confirm', arguments: {}, ...more }, capabilities);
    const { messages } = await target.post(message, headers);
    return (messages[0]?.['result'] ?? messages[0]?.['error']) as Wire;
  };
  const headers = await login('acme');
  const { requestState } = await get(headers);
  const next = { requestState, inputResponses: { sure: { action: 'accept', content: { ok: true } } } };
  const invalid = { code: -32602, message: 'Invalid params: requestState is invalid or has expired' };
  expect(await get(await login('globex'), next)).toEqual(invalid);
  expect(await get({ ...headers, 'X-Region': 'us' }, next)).toEqual(invalid);
  expect(await get(headers, { ...next, arguments: { tenant_key: 'globex' } })).toMatchObject({ code: -32602 });
  expect(promptText(await get(headers, next))).toBe('acme accept');
});

test('content that depends on the caller is for no shared cache', async () => {
  const { messages } = await target.post(modern(1, 'resources/read', { uri: 'shop://orders/a1' }), await login('acme'));
  expect(messages[0]?.['result']).toMatchObject({ cacheScope: 'private', ttlMs: 1000 });
});

test('the project type-checks, and files for clients have no bound argument', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers'])).toBe('');
  for (const name of ['client.ts', 'contract.json', 'descriptors.ts']) {
    expect(readFileSync(path.join(project.folder, 'generated', name), 'utf8')).not.toMatch(/tenant|Tenant/u);
  }
  const client = readFileSync(path.join(project.folder, 'generated/client.ts'), 'utf8');
  expect(client).toContain('ResourceTemplateMethod<{ readonly path?: readonly string[]; readonly page?: string }>');
});

test('over stdio, declared values stand for the caller', async () => {
  const asked = [
    request(1, 'prompts/get', { name: 'greet', arguments: { topic: 'tea' } }),
    request(2, 'prompts/get', { name: 'brief', arguments: {} }),
    request(3, 'prompts/get', { name: 'greet', arguments: { topic: 'tea', tenant_key: 'acme' } }),
    request(4, 'resources/read', { uri: 'shop://notes/a' }),
    request(5, 'resources/read', { uri: 'shop://orders/a1' }),
  ];
  const { messages } = await talk(bundle, asked, environment);
  const byId = (id: number): Wire => messages.find((message) => message.id === id) as Wire;
  expect(promptText(byId(1)['result'] as Wire)).toBe('demo likes tea.');
  expect(promptText(byId(2)['result'] as Wire)).toBe('DEMO BASIC NONE GOLD NOTHING');
  expect(byId(3)['error']).toEqual(refusal);
  expect(contentText(byId(4)['result'] as Wire)).toBe('DEMO a all');
  expect(byId(5)['error']).toMatchObject({ message: 'Resource not found' });
});
