import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import type { Message } from '../kit/talk.js';
import { createClient, type ClientPeer, type ToolMethod } from '../../runtime/clients/client/index.js';
import { readApi } from './read-api.js';

const api = await startRecordingServer();

const issue = {
  type: 'object',
  required: ['number', 'title', 'body', 'user'],
  properties: {
    number: { type: 'integer' },
    title: { type: 'string' },
    body: { type: 'string', nullable: true },
    state: { type: 'string' },
    user: { $ref: '#/components/schemas/User' },
    labels: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, color: { type: 'string' } } },
    },
    parent: { $ref: '#/components/schemas/Issue' },
  },
};
const user = {
  type: 'object',
  required: ['login'],
  properties: { login: { type: 'string' }, id: { type: 'integer' } },
};
const json = (schema: object) => ({ 200: { description: 'd', content: { 'application/json': { schema } } } });
const listOf = (schema: object) => ({ type: 'array', items: schema });
const ref = { $ref: '#/components/schemas/Issue' };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const page = [
  query('page', { type: 'integer', minimum: 1, default: 1 }),
  query('per_page', { type: 'integer', maximum: 100, default: 30 }),
];

/** An operation that answers with issues. */
const listing = (operationId: string, more: object = {}) => ({ operationId, responses: json(listOf(ref)), ...more });
const added = { type: 'object', properties: { fields: { type: 'string' }, title: { type: 'string' } } };
const feed = { type: 'object', properties: { data: listOf(ref), next_cursor: { type: 'string' } } };

const document = {
  openapi: '3.0.3',
  info: { title: 'Tracker', version: '1' },
  servers: [{ url: api.url }],
  paths: {
    '/issues': {
      get: listing('listIssues', { parameters: [query('state', { type: 'string' }), ...page] }),
      post: listing('addIssue', {
        requestBody: { required: true, content: { 'application/json': { schema: added } } },
      }),
    },
    '/picked': { get: listing('pickIssues') },
    '/own': { get: listing('ownIssues') },
    '/feed': {
      get: {
        operationId: 'readFeed',
        parameters: [query('cursor', { type: 'string' }), query('limit', { type: 'integer' })],
        responses: json(feed),
      },
    },
  },
  components: { schemas: { Issue: issue, User: user } },
};

const define = (settings: object, tools: object = {}) => ({
  'definitions/me.mcp.json': JSON.stringify({
    server: { name: 'me', version: '1.0.0' },
    openapi: {
      tracker: {
        document: './tracker.json',
        tools: { pickIssues: { output: { pick: ['number', 'user.login', 'labels.name'] } }, ...tools },
        ...settings,
      },
    },
  }),
  'definitions/tracker.json': JSON.stringify(document),
});

const makeIssue = (number: number) => ({
  number,
  title: `Issue ${number}`,
  body: `What happened the ${number}th time. `.repeat(60),
  state: 'open',
  user: { login: 'ann', id: 7 },
  labels: [{ name: 'bug', color: 'f00' }],
});
const issues = (count: number) => Array.from({ length: count }, (_, index) => makeIssue(index + 1));

const servers = new Map<string, AskedServer>();
beforeAll(async () => {
  const entrypoint = await (await createProject(define({ implement: ['ownIssues'] }))).bundle();
  for (const revision of ['2024-11-05', '2025-06-18', '2026-07-28']) {
    servers.set(revision, await askServer(entrypoint, { carrier: 'stdio', revision }));
  }
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
  await api.close();
});
beforeEach(() => void (api.requests.length = 0));

function answerWith(value: unknown, headers: { readonly [name: string]: string } = {}): void {
  api.answer = (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
}

async function call(name: string, input: object = {}, revision = '2026-07-28'): Promise<Message['result']> {
  return (await servers.get(revision)?.call(name, input))?.result;
}

const targets = () => api.requests.map(({ target }) => target);

describe('an answer over the budget', () => {
  test('is shortened, says what was omitted, and goes on exactly after it', async () => {
    answerWith(issues(100));
    const { content, structuredContent, isError } = await call('listIssues', { state: 'open' });
    expect(isError).toBeUndefined();
    expect(Object.keys(structuredContent)).toEqual(['result', '_notes']);
    const kept = structuredContent.result.length;
    const numbers = structuredContent.result.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(issues(kept).map(({ number }) => number));
    const [first] = structuredContent.result;
    expect(first).toMatchObject({ number: 1, title: 'Issue 1', state: 'open', user: { login: 'ann' } });
    expect(structuredContent._notes).toEqual(
      expect.arrayContaining([
        'The result was truncated.',
        `${100 - kept} of 100 items are omitted: the next page continues with them.`,
        `Next page: {"per_page":${kept},"page":2} (repeat the call with these arguments.)`,
      ]),
    );
    expect(content).toHaveLength(1);
    expect(content[0].text).toContain(`Next page: {"per_page":${kept},"page":2}`);
    expect(content[0].text).toContain('number | title | ');
    expect(content[0].text.length).toBeLessThan(JSON.stringify(structuredContent).length);
    await call('listIssues', { state: 'open', page: 2, per_page: kept });
    expect(targets()).toEqual(['/issues?state=open', `/issues?state=open&page=2&per_page=${kept}`]);
    expect((await call('listIssues', {}, '2025-06-18')).structuredContent).toEqual(structuredContent);
    const oldest = await call('listIssues', {}, '2024-11-05');
    expect(oldest.structuredContent).toBeUndefined();
    expect(JSON.parse(oldest.content[0].text)).toEqual(structuredContent);
    // A handler that returns what the API gave.
    expect((await call('ownIssues')).structuredContent).toHaveProperty('_notes');
  });

  test('that is a whole list stays a list, whatever its headers say, except in older revisions', async () => {
    answerWith(issues(2), { 'X-Total-Count': '2' });
    const { structuredContent, content } = await call('listIssues');
    expect(structuredContent).toEqual(issues(2));
    expect(content[0].text).toContain('- Total: 2');
    expect((await call('ownIssues')).structuredContent).toEqual(issues(2));
    const older = await call('listIssues', {}, '2025-06-18');
    expect(older.structuredContent).toEqual({ result: issues(2), _notes: ['Total: 2'] });
    answerWith(issues(2));
    const oldest = await call('listIssues', {}, '2024-11-05');
    expect(JSON.parse(oldest.content[0].text)).toEqual(issues(2));
  });

  test('is a list without foreign items for the typed client, in both eras', async () => {
    answerWith(issues(100));
    for (const revision of ['2025-06-18', '2026-07-28']) {
      const peer = {
        callTool: ({ name, arguments: input }: { name: string; arguments?: object }) => call(name, input, revision),
        getNegotiatedProtocolVersion: () => revision,
      } as unknown as ClientPeer;
      const client = createClient<{ tools: { listIssues: ToolMethod<object, readonly { number: number }[]> } }>(peer, {
        wrapped: ['listIssues'],
      });
      const { structured, text } = await client.tools.listIssues({});
      expect(structured.every(({ number }) => number > 0)).toBe(true);
      expect(text).toContain(`${100 - structured.length} of 100 items are omitted`);
    }
  });
});

test('the text of a long answer omits what no model reads, and says so; structured content and older clients get everything', async () => {
  const links = { html_url: 'https://example.com/1', events_url: 'https://api.example.com/1/events', assignee: null };
  const given = issues(5).map((one) => ({ ...one, ...links }));
  answerWith(given);
  const { content, structuredContent } = await call('listIssues');
  expect(structuredContent).toEqual(given);
  expect(content[0].text).toContain('https://example.com/1');
  expect(content[0].text).not.toContain('events');
  expect(content[0].text).toMatch(/\n- Only in the structured content: API links other than the main link; .+\.$/u);
  expect(JSON.parse((await call('listIssues', {}, '2024-11-05')).content[0].text)).toEqual(given);

  answerWith(given.slice(0, 1));
  expect((await call('listIssues')).content[0].text).toContain('events');
});

describe('the fields of an answer', () => {
  test('are those that the caller names', async () => {
    answerWith(issues(2));
    const { structuredContent, content } = await call('listIssues', { fields: ['number', 'user.login'] });
    expect(structuredContent).toEqual([
      { number: 1, user: { login: 'ann' } },
      { number: 2, user: { login: 'ann' } },
    ]);
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
    expect(targets()).toEqual(['/issues']);
    // By another name where the operation has such an argument.
    await call('addIssue', { fields: 'own', title: 'x', answer_fields: ['number'] });
    expect(api.requests.at(-1)?.body.toString()).toBe('{"fields":"own","title":"x"}');
  });

  test('that do not exist are refused before the call, with near names', async () => {
    const wrong = await call('listIssues', { fields: ['titel', 'usr.login', 'login', 'parent.parent.number'] });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.content[0].text).toBe(
      'There is no field `titel`. Near: title. The response has: number, title, body, state, user, labels, parent.\n' +
        'There is no field `usr.login`. Near: user.login. The response has: number, title, body, state, user, labels, parent.\n' +
        'There is no field `login`. Near: user.login. The response has: number, title, body, state, user, labels, parent.',
    );
    expect(targets()).toEqual([]);
  });

  test('can be picked by the definition, which narrows schema and types', async () => {
    answerWith(issues(1));
    expect((await call('pickIssues')).structuredContent).toEqual([
      { number: 1, user: { login: 'ann' }, labels: [{ name: 'bug' }] },
    ]);
    const { tools, diagnostics } = await readApi(define({}));
    expect(diagnostics).toEqual([]);
    expect(tools['pickIssues']?.inputSchema.properties).toEqual({});
    expect(tools['pickIssues']?.outputSchema).toEqual({
      type: 'array',
      items: {
        type: 'object',
        required: ['number', 'user'],
        properties: {
          number: { type: 'integer' },
          user: { type: 'object', required: ['login'], properties: { login: { type: 'string' } } },
          labels: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
        },
      },
    });
  });

  test('that are picked and do not exist are errors of the definition, with their place', async () => {
    const { diagnostics } = await readApi(define({}, { pickIssues: { output: { pick: ['nummer', 'user.name.x'] } } }));
    expect(diagnostics.filter((line) => line.startsWith('unknown-field'))).toHaveLength(2);
  });
});

describe('an output schema narrowed to picked fields', () => {
  const narrow = async (schema: object, pick: readonly string[], schemas: object = {}) => {
    const { tools } = await readApi({
      'definitions/me.mcp.json': {
        server: { name: 'me', version: '1.0.0' },
        openapi: {
          tracker: { document: './tracker.json', validateResponses: 'error', tools: { read: { output: { pick } } } },
        },
      },
      'definitions/tracker.json': {
        ...document,
        openapi: '3.1.0',
        paths: { '/read': { get: { operationId: 'read', responses: json(schema) } } },
        components: { schemas },
      },
    });
    return tools['read']?.outputSchema;
  };
  const name = { type: 'object', properties: { name: { type: 'string' }, id: { type: 'integer' } } };
  const named = { type: 'object', properties: { name: { type: 'string' } } };

  test('does not ask for different items, which may be equal without the other fields', async () => {
    const list = {
      type: 'object',
      properties: { all: { type: 'array', uniqueItems: true, minItems: 1, items: name } },
    };
    expect(await narrow(list, ['all.name'])).toEqual({
      type: 'object',
      properties: { all: { type: 'array', minItems: 1, items: named } },
    });
  });

  test('allows a field that only a pattern of the document allows', async () => {
    const open = { ...name, patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false };
    expect(await narrow(open, ['name', 'x-a'])).toEqual(named);
    expect(await narrow({ ...name, additionalProperties: false }, ['name'])).toEqual({
      ...named,
      additionalProperties: false,
    });
  });

  test('ends where schemas refer to each other in circles, and to many others', async () => {
    const refs = Array.from({ length: 12 }, (_, index) => ({ $ref: `#/components/schemas/S${index}` }));
    const circles = Object.fromEntries(refs.map((_ref, index) => [`S${index}`, { anyOf: [name, ...refs] }]));
    const schema = await narrow({ $ref: '#/components/schemas/S0' }, ['name'], circles);
    expect(JSON.stringify(schema).length).toBeLessThan(200_000);
    const nested = { S0: { anyOf: [name, { type: 'array', items: { $ref: '#/components/schemas/S0' } }] } };
    expect(await narrow({ $ref: '#/components/schemas/S0' }, ['name'], nested)).toEqual({
      anyOf: [named, { type: 'array', items: {} }],
    });
  });
});

describe('the next page', () => {
  test('is read from the Link header, by the parameters of the operation alone', async () => {
    const link = `<${api.url}/issues?page=2&state=closed&admin=1>; rel="next", <${api.url}/issues?page=9>; rel="last"`;
    const limit = { 'X-RateLimit-Remaining': '2', 'X-RateLimit-Limit': '60' };
    answerWith(issues(2), { Link: link, 'X-Total-Count': '17', ...limit });
    const { content } = await call('listIssues', { next: 'per_page=2&page=1' });
    expect(content[0].text.split('Notes:\n')[1]).toBe(
      '- Total: 17\n- Rate limit nearly exhausted. Remaining calls: 2\n' +
        '- Next page: {"per_page":2,"page":2} (repeat the call with these arguments.)',
    );
  });

  test('is read from a cursor, which is sent as it came', async () => {
    answerWith({ data: issues(1), next_cursor: 'a=b&limit=1 é' });
    const { structuredContent } = await call('readFeed');
    const [note] = structuredContent._notes;
    expect(note).toBe('Next page: {"cursor":"a=b&limit=1 é"} (repeat the call with these arguments.)');
    await call('readFeed', { cursor: 'a=b&limit=1 é' });
    expect(targets()).toEqual(['/feed', '/feed?cursor=a%3Db%26limit%3D1%20%C3%A9']);
  });

  test.each([
    ['state=closed', '"state" is not one of its arguments.'],
    ['page=2&__proto__=x', '"__proto__" is not one of its arguments.'],
    ['2', 'must be the value from the previous result, such as "page=…&per_page=…".'],
    ['%', 'must be the value from the previous result'],
    ['page=0', 'page: must be at least 1, got 0'],
    ['page=two', 'page: must be an integer, got "two"'],
    ['per_page=1000', 'per_page: must be at most 100, got 1000'],
  ])('sets only what chooses a page, validated: %s', async (next, problem) => {
    const result = await call('listIssues', { next });
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain(problem);
    expect(targets()).toEqual([]);
  });
});

test('an answer of an API that is strict fits its schema: notes stand in the text alone', async () => {
  const { tools } = await readApi(define({ validateResponses: 'error' }));
  expect(Object.keys(tools['listIssues']?.inputSchema.properties as object)).toEqual(['state', 'page', 'per_page']);
  expect(tools['listIssues']?.operation.output).toEqual({ isExact: true });
  const limited = await readApi(define({ validateResponses: 'error', output: { maxTokens: 500 } }));
  expect(limited.tools['listIssues']?.operation.output).toEqual({ fields: 'fields', isChecked: true });
});

test.each([
  ['page per_page'],
  ['page[number] page[size]', 'page_number page_size'],
  ['starting_after ending_before limit'],
  ['after before first'],
  ['cursor limit'],
  ['pageToken maxResults'],
  ['offset limit'],
  ['startAt maxResults'],
  ['next'],
  ['next cursor'],
])('an operation with %s has no other argument for the next page', async (names, keys = names) => {
  const parameters = names.split(' ').map((name) => query(name, { type: 'string' }));
  const paths = { '/list': { get: listing('list', { parameters }) } };
  const { tools } = await readApi({
    'definitions/me.mcp.json': {
      server: { name: 'me', version: '1.0.0' },
      openapi: { tracker: { document: './tracker.json', validateResponses: 'error' } },
    },
    'definitions/tracker.json': { ...document, paths },
  });
  expect(Object.keys(tools['list']?.inputSchema.properties as object)).toEqual(keys.split(' '));
});
