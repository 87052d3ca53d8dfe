import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiCredentials, CredentialsRequest, ProtocolError } from '../../runtime/index.js';
import { everythingSentTo } from '../delegation/shop.js';
import { startRecordingServer, type RecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { modern } from '../wire/wire.js';

const [api, elsewhere] = [await startRecordingServer(), await startRecordingServer()];
afterAll(() => Promise.all([api.close(), elsewhere.close()]));

// APIs refuse tokens with `old` in them, and may repeat what they got.
for (const server of [api, elsewhere]) {
  server.answer = ({ headers: { authorization } }, response) => {
    const isOld = authorization?.includes('old') === true;
    const body = isOld ? `{"error":"${String(authorization)} is over, first-old too"}` : '{"ok":true}';
    response.writeHead(isOld ? 401 : 200, { 'Content-Type': 'application/json' }).end(body);
  };
}

/** Values of a header, one for each request; `undefined` where it is missing. */
const headerOf = ({ requests }: RecordingServer, name: string) => requests.map(({ headers }) => headers[name]);
const header = (name: string) => headerOf(api, name);

const responses = { 200: { description: 'd', content: { 'application/json': { schema: { type: 'object' } } } } };
const operation = (operationId: string, more: object = {}) => ({ get: { operationId, responses, ...more } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Shelf', version: '1' },
  servers: [{ url: api.url }],
  security: [{ login: ['read'] }],
  paths: {
    '/me': operation('whoAmI'),
    '/haste': operation('inHaste'),
    '/key': operation('withKey', { security: [{ key: [] }] }),
    '/query': operation('withQuery', { security: [{ inQuery: [] }, { key: [] }] }),
    '/open': operation('openToAll', { security: [] }),
    '/elsewhere': operation('elsewhere', { servers: [{ url: elsewhere.url }] }),
    '/here-too': operation('hereToo', { servers: [{ url: `${api.url}/v2` }] }),
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties: { headers: { type: 'object' } } } } },
        },
        responses,
      },
    },
  },
  components: {
    securitySchemes: {
      login: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      inQuery: { type: 'apiKey', in: 'query', name: 'api key' },
    },
  },
};

const handlers = {
  'handlers/server.ts': `
import { AccessError, type AuthInfo, type HttpRequestInfo } from 'create-mcp-from-schema/runtime';
import type { Credentials } from '../generated/api-calls.ts';

const users = new Map([['secret-of-ann-at-our-door', 'ann'], ['secret-of-bob-at-our-door', 'bob'], ['secret-of-eve-at-our-door', 'eve']]);
const tokens = new Map([['ann', 'upstream-a'], ['bob', 'upstream-b']]);

export function authenticate(request: HttpRequestInfo): AuthInfo | undefined {
  const token = request.header('authorization')?.replace(/^Bearer /, '') ?? '';
  const principal = users.get(token);
  return principal === undefined ? undefined : { principal, token };
}

export const credentials: Credentials = async ({ api, principal }) => {
  if (api !== 'shelf' || principal === undefined) return undefined;
  const bearer = tokens.get(principal);
  if (bearer === undefined) throw new AccessError(403, 'Connect your account first.');
  return { bearer };
};
`,
  'handlers/tools/add-note.ts': `
import type { AddNote, AddNoteResult } from '../../generated/handlers.ts';
export const addNote: AddNote = async ({ headers }, context): Promise<AddNoteResult> => {
  return context.forward({}, headers === undefined ? {} : { headers: headers as Record<string, string> });
};
`,
  'handlers/wrong.ts': `
import type { Credentials } from '../generated/api-calls.ts';
// @ts-expect-error -- There is no API of this name.
export const misspelled: Credentials = ({ api }) => (api === 'shelv' ? { bearer: 't' } : undefined);
// @ts-expect-error -- A result needs one of the known members.
export const wrong: Credentials = () => ({ token: 't' });
`,
  'whole.ts': `
export { ProtocolError } from 'create-mcp-from-schema/runtime';
export { project } from './generated/test-project.ts';
export { default as web } from './generated/web.ts';
export { openTestServer, compareProtocolVersions } from 'create-mcp-from-schema/testing';
`,
};

const project = await createProject({
  'definitions/shelf.mcp.json': JSON.stringify({
    server: { name: 'me', version: '1.0.0' },
    openapi: {
      shelf: { document: './shelf.json', implement: ['addNote'], tools: { inHaste: { timeoutMs: 50 } } },
      wide: { document: './shelf.json', mode: 'discover', prefix: 'wide_' },
    },
  }),
  'definitions/shelf.json': JSON.stringify(document),
  ...handlers,
});

type Hook = (request: CredentialsRequest) => unknown;
interface Open {
  readonly reports: readonly string[];
  request(method: string, params: object): Promise<{ readonly content: readonly [{ readonly text: string }] }>;
  close(): Promise<void>;
}
interface Whole {
  readonly ProtocolError: typeof ProtocolError;
  readonly project: object;
  readonly web: { fetch(request: Request): Promise<Response> };
  openTestServer(project: object, options?: object): Promise<Open>;
  compareProtocolVersions(make: () => object, options: object): Promise<{ readonly differences: readonly unknown[] }>;
}
const whole = await loadModule<Whole>(project.folder, 'whole.ts');
const environment = { ME__SHELF__LOGIN_TOKEN: 'of-the-operator', ME__SHELF__KEY: 'key-of-operator' };

beforeEach(() => {
  api.requests.length = 0;
  elsewhere.requests.length = 0;
  for (const name of Object.keys(environment)) delete process.env[name];
});

/** Calls a tool over HTTP, with a token of the caller for our server. */
async function post(token: string, name = 'whoAmI', input: object = {}): Promise<string> {
  const body = JSON.stringify(modern(1, 'tools/call', { name, arguments: input }));
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${token}`,
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': name,
  };
  const response = await whole.web.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  return response.text();
}

/** Calls tools of a server with other `credentials`, in memory; returns the texts of the results and the reports. */
async function callWith(credentials: Hook, calls: readonly string[] = ['whoAmI'], options: object = {}) {
  const server = await whole.openTestServer(
    { ...whole.project, credentials, ...options },
    { auth: { principal: 'ann' } },
  );
  const texts: string[] = [];
  for (const name of calls) {
    const { content } = await server.request('tools/call', { name, arguments: {} });
    texts.push(content[0].text);
  }
  await server.close();
  return { texts, reports: server.reports };
}

describe('two users over HTTP', () => {
  test('call the API with a token each, and one without a token gets a tool error', async () => {
    const answers = [];
    for (const name of ['ann', 'bob', 'eve']) answers.push(await post(`secret-of-${name}-at-our-door`));
    expect(header('authorization')).toEqual(['Bearer upstream-a', 'Bearer upstream-b']);
    expect(answers[0]).toContain('"ok":true');
    expect(JSON.parse(answers[2] ?? '')).toMatchObject({
      result: { isError: true, content: [{ type: 'text', text: 'Connect your account first.' }] },
    });
  });

  test('no byte of their own token reaches the API, in any kind of call', async () => {
    Object.assign(process.env, environment);
    const token = 'secret-of-ann-at-our-door';
    await post(token);
    await post(token, 'withKey');
    await post(token, 'openToAll');
    await post(token, 'elsewhere');
    await post(token, 'addNote', { headers: { 'X-Note': 'n' } });
    await post(token, 'wide_call_operation', { operation: 'wide_whoAmI', arguments: {} });
    await post(token, 'wide_call_operation', { operation: 'wide_openToAll', arguments: {} });
    expect(api.requests).toHaveLength(5);
    expect(elsewhere.requests).toHaveLength(1);
    const bytes = everythingSentTo(api) + everythingSentTo(elsewhere);
    expect(bytes).toContain('upstream-a');
    expect(bytes).not.toMatch(/at-our-door|c2VjcmV0LW9mLWFubi/iu);
  });
});

test('without a principal the credentials of the environment are used, on stdio', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoAmI', arguments: {} } };
  const { messages } = await talk(await project.bundle(), [call], environment);
  expect(messages[0]?.result).toMatchObject({ structuredContent: { ok: true } });
  expect(header('authorization')).toEqual(['Bearer of-the-operator']);
});

describe('what `credentials` is told', () => {
  test('the API, the tool or operation, the caller and what the operation asks for', async () => {
    const seen: unknown[] = [];
    const hook: Hook = ({ signal, ...request }) => {
      seen.push({ ...request, isAborted: signal.aborted });
      return { bearer: 't' };
    };
    await callWith(hook, ['whoAmI', 'openToAll', 'addNote']);
    const common = { api: 'shelf', principal: 'ann', auth: { principal: 'ann' }, renew: false, isAborted: false };
    expect(seen).toEqual([
      { ...common, tool: 'whoAmI', security: [{ login: ['read'] }] },
      { ...common, tool: 'openToAll', security: [] },
      { ...common, tool: 'addNote', security: [{ login: ['read'] }] },
    ]);
    const server = await whole.openTestServer({ ...whole.project, credentials: hook });
    const input = { operation: 'wide_openToAll', arguments: {} };
    await server.request('tools/call', { name: 'wide_call_operation', arguments: input });
    await server.close();
    expect(seen.at(-1)).toMatchObject({ api: 'wide', tool: 'wide_openToAll' });
  });

  test('once more, that the API refused the last ones, and the error does not hold them', async () => {
    const {
      texts: [renewed],
    } = await callWith(({ renew }) => ({ bearer: renew ? 'new' : 'old' }));
    expect(renewed).toBe('{"ok":true}');
    const { texts } = await callWith(({ renew }) => ({ bearer: renew ? 'second-old' : 'first-old' }));
    const sent = ['old', 'new', 'first-old', 'second-old'].map((token) => `Bearer ${token}`);
    expect(header('authorization')).toEqual(sent);
    expect(texts).toEqual(['GET /me returned 401 Unauthorized\n{"error":"Bearer *** is over, *** too"}']);
  });

  test('all of it in every revision and transport', async () => {
    const credentials: Hook = ({ principal }) => ({ bearer: `for-${principal}` });
    const make = () => ({ ...whole.project, credentials });
    const options = { call: { tool: 'whoAmI', arguments: {} }, auth: { principal: 'ann' } };
    const { differences } = await whole.compareProtocolVersions(make, options);
    expect(differences).toEqual([]);
    expect(new Set(header('authorization'))).toEqual(new Set(['Bearer for-ann']));
    expect(api.requests.length).toBeGreaterThan(5);
  });
});

describe('what `credentials` returns', () => {
  test.each<[ApiCredentials, string, string, object]>([
    [{ basic: { username: 'zoë', password: 'é' } }, 'whoAmI', 'authorization', ['Basic em/DqzrDqQ==']],
    [{ apiKey: 'k' }, 'withKey', 'x-key', ['k']],
    [{ apiKey: { key: 'k' }, bearer: 't' }, 'whoAmI', 'x-key', ['k']],
    [{ headers: { Authorization: 'Token abc' } }, 'whoAmI', 'authorization', ['Token abc']],
    [{ headers: { 'X-Tenant': 'zoë' } }, 'openToAll', 'x-tenant', ['zoÃ«']],
    [{ bearer: 't' }, 'hereToo', 'authorization', ['Bearer t']],
  ])('%j is sent by %s', async (given, tool, name, values) => {
    await callWith(() => given, [tool]);
    expect(header(name)).toEqual(values);
  });

  test('a key goes where the scheme of the operation wants it, and only headers to one that needs no credentials', async () => {
    await callWith(() => ({ bearer: 't', apiKey: 'k&1', headers: { 'X-A': 'a' } }), ['withQuery', 'openToAll']);
    expect(api.requests[0]?.target).toBe('/query?api%20key=k%261');
    expect(header('x-key')).toEqual([undefined, undefined]);
    expect([header('authorization')[1], header('x-a')]).toEqual([undefined, ['a', 'a']]);
  });

  test('nothing goes to another host, where the environment decides', async () => {
    Object.assign(process.env, environment);
    await callWith(() => ({ bearer: 'of-ann', headers: { 'X-A': 'a' } }), ['elsewhere']);
    expect(headerOf(elsewhere, 'authorization')).toEqual(['Bearer of-the-operator']);
    expect(headerOf(elsewhere, 'x-a')).toEqual([undefined]);
  });

  test.each<[unknown, string]>([
    ['token', '`credentials` must return an object, or undefined'],
    [null, '`credentials` must return an object, or undefined'],
    [{}, '`credentials` returned none of bearer, basic, apiKey, headers'],
    [{ token: 'abc' }, '`credentials` returned the unknown member "token"'],
    [{ bearer: undefined }, '`bearer` must be a non-empty string'],
    [{ bearer: 'hunter2\r\nX-Evil: 1' }, '`bearer` must not contain control characters, such as line breaks'],
    [{ bearer: 'hunter2 ' }, '`bearer` must be a token of ASCII characters without spaces'],
    [{ bearer: 'h'.repeat(8193) }, '`bearer` must not be longer than 8192 characters'],
    [{ bearer: 't', basic: { username: 'u', password: 'p' } }, '`bearer` and `basic` are mutually exclusive'],
    [{ basic: { username: 'u:v', password: 'p' } }, '`basic.username` must not contain a colon'],
    [{ basic: 'hunter2' }, '`basic.username` must be a non-empty string'],
    [{ apiKey: { login: 'hunter2' } }, 'The shelf API has no apiKey scheme named "login": key, inQuery'],
    [{ headers: { Host: 'evil.example' } }, 'The header "Host" cannot be set, because the request determines it'],
    [
      { headers: { 'Content-Length': '1' } },
      'The header "Content-Length" cannot be set, because the request determines it',
    ],
    [{ headers: { 'X A': 'hunter2' } }, '"X A" is not a valid header name'],
    [{ headers: { 'X-A': 'a\nhunter2' } }, 'The header "X-A" must not contain control characters, such as line breaks'],
    [{ headers: new Headers({ a: 'hunter2' }) }, '`headers` must be an object with string values'],
    [
      { headers: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`x-${index}`, 'a'])) },
      '`headers` must not have more than 50 entries',
    ],
  ])('nonsense is refused, nothing is sent, and no value is shown: %j', async (given, reason) => {
    const { texts } = await callWith(() => given);
    expect(texts).toEqual([`No credentials for the shelf API: ${reason}`]);
    expect(api.requests).toEqual([]);
  });
});

describe('a `credentials` that fails', () => {
  const fail: Hook = () => Promise.reject(new Error('postgres://admin:hunter2@db'));

  test('says it only to the operator, where messages are masked', async () => {
    expect((await callWith(fail)).texts).toEqual(['No credentials for the shelf API: postgres://admin:hunter2@db']);
    const { texts, reports } = await callWith(fail, ['whoAmI', 'addNote'], { options: { maskErrors: true } });
    expect(texts).toEqual(['No credentials for the shelf API', 'No credentials for the shelf API']);
    expect(reports[0]).toContain('TOOL: whoAmI | ERROR: No credentials for the shelf API: postgres://admin:hunter2@db');
    expect(api.requests).toEqual([]);
  });

  test('may answer the request with an error of its own', async () => {
    const hook: Hook = () => {
      throw new whole.ProtocolError(1001, 'Log in first');
    };
    await expect(callWith(hook)).rejects.toMatchObject({ code: 1001, message: 'Log in first' });
  });

  test('has the time of a call, and its signal is aborted', async () => {
    let isAborted = false;
    const { texts } = await callWith(
      ({ signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => (isAborted = true));
        }),
      ['inHaste'],
    );
    expect(texts).toEqual(['No credentials for the shelf API: `credentials` timed out']);
    expect(isAborted).toBe(true);
  });

  test('is refused at the start when it is not a function', async () => {
    await expect(whole.openTestServer({ ...whole.project, credentials: {} })).rejects.toThrow(
      '`credentials` in handlers/server.ts must be a function',
    );
  });
});

describe('context.forward with headers', () => {
  async function addNote(headers: object, credentials: Hook = () => ({ bearer: 'of-ann' })): Promise<string> {
    const server = await whole.openTestServer({ ...whole.project, credentials });
    const { content } = await server.request('tools/call', { name: 'addNote', arguments: { headers } });
    await server.close();
    return content[0].text;
  }

  test('sends them with the credentials', async () => {
    await addNote({ 'If-Match': '"7"', Accept: 'application/vnd.shelf+json' });
    expect([header('if-match'), header('accept'), header('authorization')]).toEqual([
      ['"7"'],
      ['application/vnd.shelf+json'],
      ['Bearer of-ann'],
    ]);
  });

  test('replaces the credentials by an authorization of its own, and keeps it out of messages', async () => {
    let isAsked = false;
    const text = await addNote({ authorization: 'Bearer old-one' }, () => (isAsked = true));
    expect(header('authorization')).toEqual(['Bearer old-one']);
    expect(isAsked).toBe(false);
    expect(text).toBe('POST /notes returned 401 Unauthorized\n{"error":"*** is over, first-old too"}');
  });

  test.each([
    [{ Host: 'evil.example' }, 'The header "Host" cannot be set, because the request determines it'],
    [{ cookie: 'a=b' }, 'The header "cookie" cannot be set, because the request determines it'],
    [{ 'x-a': 'a\r\nx-b: b' }, 'The header "x-a" must not contain control characters, such as line breaks'],
    [{ 'x:a': 'a' }, '"x:a" is not a valid header name'],
    [{ 'x-a': 7 }, 'The header "x-a" must be a non-empty string'],
  ])('refuses %j', async (headers, message) => {
    expect(await addNote(headers)).toBe(message);
    expect(api.requests).toEqual([]);
  });
});

test('passes the strictest type check, which knows the names of the APIs', async () => {
  expect(await typeCheck(project.folder)).toBe('');
});
