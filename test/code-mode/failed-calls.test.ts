import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { runCode } from './code-kit.js';

const number = { name: 'number', in: 'path', required: true, schema: { type: 'integer' } };
const key = { name: 'key', in: 'query', required: true, schema: { type: 'string' } };
const responses = { 200: { description: 'd', content: { 'application/json': { schema: { type: 'object' } } } } };
const body = {
  content: { 'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } } } },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Tracker', version: '1' },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/issues/{number}': {
      parameters: [number],
      get: { operationId: 'issues/get', responses },
      patch: { operationId: 'issues/update', requestBody: body, responses },
    },
    '/issues': { post: { operationId: 'issues/create', parameters: [key], requestBody: body, responses } },
  },
};
const project = await createProject({
  'definitions/it.mcp.yaml': `
server: { name: it, version: 1.0.0 }
openapi: { tracker: { document: ./tracker.json, mode: code, code: { allow: [all], confirm: never } } }
`,
  'definitions/tracker.json': JSON.stringify(document),
});
const server = await project.bundle();
const api = await startRecordingServer();
let asked: AskedServer;

/** Issue 7 is behind a rate limit, issue 8 never comes, issue 403 repeats the credentials. */
api.answer = ({ target }, response) => {
  if (target === '/issues/8') return;
  const limit = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1795514442' };
  const date = new Date(1795514400_000).toUTCString();
  const headers = { date, 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-secret': 's' };
  if (target === '/issues/7')
    response.writeHead(403, { ...headers, ...limit }).end('{"message":"API rate limit exceeded"}');
  else if (target === '/issues/403') response.writeHead(403, { 'x-ratelimit-resource': 'token-1234' }).end();
  else response.writeHead(200, headers).end('{}');
};

beforeAll(async () => {
  const environment = { IT__TRACKER__BASE_URL: api.url, IT__TRACKER__TOKEN: 'token-1234' };
  asked = await askServer(server, { carrier: 'stdio', revision: '2026-07-28' }, { environment });
});

beforeEach(() => void (api.requests.length = 0));

afterAll(async () => {
  await asked.close();
  await api.close();
});

test('an error of a call has status, path and headers about the limit of the API, and no other ones', async () => {
  const code = 'try { await tracker.issues.update({ number: 7 }) } catch (e) { return e }';
  expect(JSON.parse((await runCode(asked, code)).text)).toEqual({
    name: 'Error',
    message:
      'PATCH /issues/7 returned 403 Forbidden\nThe rate limit is exhausted. Try again in 42 s\n{"message":"API rate limit exceeded"}',
    status: 403,
    path: '/issues/7',
    headers: {
      'retry-after': '42',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1795514442',
    },
  });
  const masked = 'await tracker.issues.get({ number: 403 }).catch(({ headers, status }) => [status, headers])';
  expect((await runCode(asked, masked)).text).toBe('[403,{"x-ratelimit-resource":"***"}]');
});

test('an error of a script names the calls that had changed something, and those that were under way', async () => {
  const code = `await tracker.issues.get({ number: 1 });
await tracker.issues.update({ number: 5, title: 'a' });
await tracker.issues.update({ number: 6 });
await tracker.issues.create({ key: '\\u202e' + 'k'.repeat(60) });
await Promise.all([tracker.issues.update({ number: 8 }), tracker.issues.update({ number: 7 })]);`;
  const { text } = await runCode(asked, code);
  expect(text).toMatch(/^Error: PATCH \/issues\/7 returned 403 /u);
  expect(text.slice(text.indexOf('\n\n'))).toBe(`

3 calls had succeeded: tracker.issues.update 5, 6; tracker.issues.create \\u{202e}${'k'.repeat(39)}…. Do not repeat them.
1 call was stopped and may have taken effect: tracker.issues.update 8. Check before you repeat it.`);
  const one = await runCode(asked, 'await tracker.issues.update({ number: 9 }); for (;;);');
  expect(one.text).toMatch(
    /^Error: The script used more than 2000 ms of computing time\.[^]*\n\n1 call had succeeded: tracker\.issues\.update 9\. Do not repeat it\.$/u,
  );
  expect((await runCode(asked, 'await tracker.issues.get({ number: 1 }); null.x')).text).not.toContain('succeeded');
});
