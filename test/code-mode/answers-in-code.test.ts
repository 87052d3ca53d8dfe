import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { runCode, readText } from './code-kit.js';

const item = { type: 'object', properties: { id: { type: 'integer' }, secret: { type: 'string' } } };
const page = { name: 'page', in: 'query', schema: { type: 'integer' } };
const after = { name: 'after', in: 'query', schema: { type: 'string' } };
const list = (operationId: string, parameters: readonly object[]) => {
  const content = { 'application/json': { schema: { type: 'array', items: item } } };
  return { get: { operationId, parameters, responses: { 200: { description: 'd', content } } } };
};
const made = { post: { operationId: 'make', responses: { 201: { description: 'd' } } } };
const remove = (operationId: string, more: object) => ({
  delete: { operationId, responses: { 204: { description: 'd' } }, ...more },
});
const document = {
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1' },
  paths: {
    '/after': list('after', [after]),
    '/page': list('page', [page]),
    '/picked': list('picked', []),
    '/made': made,
    '/tagged': remove('removeTagged', { tags: ['open'] }),
    '/grouped': remove('removeGrouped', { 'x-mcp': { toolset: ['danger'] } }),
    '/other': remove('removeOther', { tags: ['shut'] }),
  },
};
const definition = `
server: { name: pages, version: 1.0.0 }
openapi:
  api:
    document: ./api.json
    mode: code
    code: { allow: [read-only, 'method:post', 'tag:open', 'toolset:danger'], confirm: never }
    tools: { picked: { output: { pick: [id] } } }
`;
const project = await createProject({
  'definitions/pages.mcp.yaml': definition,
  'definitions/api.json': JSON.stringify(document),
});
const server = await project.bundle();

/** Three pages of two items each. The next page stands in the `Link` header alone. */
const api = http.createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  if (url.pathname === '/made') return void response.writeHead(201, { location: '/items/9' }).end();
  const start = Number(url.searchParams.get('after')?.slice(1) ?? 0);
  const items = [1, 2].map((number) => ({ id: start + number, secret: 'x' }));
  const link = start < 4 ? { link: `</after?after=c${start + 2}>; rel="next"` } : {};
  response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': '6', ...link });
  response.end(JSON.stringify(items));
});
let asked: AskedServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve));
  const environment = { PAGES__API__BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}` };
  asked = await askServer(server, { carrier: 'stdio', revision: '2026-07-28' }, { environment });
});

afterAll(async () => {
  await asked.close();
  api.close();
});

test('a script follows pages whose cursor stands in a header', async () => {
  const code = `const ids = [];
let page = {};
do {
  page = await api.after({ ...(page.next && { next: page.next }) });
  ids.push(...page.map(({ id }) => id));
} while (page.next);
ids`;
  expect(await runCode(asked, code)).toMatchObject({ text: '[1,2,3,4,5,6]' });
  expect((await runCode(asked, 'await api.after({ next: undefined })')).text).toContain('"id":2');
});

test('a script reads what headers say, next to a value that stays as it is', async () => {
  const code = 'const all = await api.after(); [all.notes, Object.keys(all), JSON.stringify(all).includes("notes")]';
  expect((await runCode(asked, code)).text).toBe('[["Total: 6"],["0","1"],false]');
  expect((await runCode(asked, 'await api.make()')).text).toBe('Success\nLocation: /items/9');
});

test('a script gets only the fields that the definition has picked', async () => {
  expect((await runCode(asked, 'await api.picked()')).text).toBe('[{"id":1},{"id":2}]');
});

test('a signature has the argument for the next page where pages cannot be counted', async () => {
  const { text } = readText(await asked.call('search_api', { names: ['api.after', 'api.page'] }));
  expect(text).toContain('/** Next page: member `next` of the last result. */ next?: string;');
  expect(text).toContain('page(input?: { page?: number; }): Promise<');
});

test('a script calls what the definition allows by tag, method and toolset, and nothing else', async () => {
  const code = `const names = ['page', 'make', 'removeTagged', 'removeGrouped', 'removeOther'];
const calls = names.map((name) => api[name]().then(() => true, (error) => error.message));
await Promise.all(calls)`;
  const refusal = "api.removeOther is not allowed in code. code.allow in the server's definition determines this.";
  expect(JSON.parse((await runCode(asked, code)).text)).toEqual([true, true, true, true, refusal]);
});
