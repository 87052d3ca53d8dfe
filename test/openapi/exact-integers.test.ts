import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { byId, keepTalking } from '../kit/talk.js';

const api = await startRecordingServer();
let answer: string | undefined;
api.answer = ({ body }, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(answer ?? body.toString());
};
beforeEach(() => {
  answer = undefined;
  api.requests.length = 0;
});
afterAll(() => api.close());

const long = { type: 'integer', format: 'int64' };
const longs = { type: 'array', items: long };
const at = (place: string, name: string, schema: object, others: object = {}) => ({
  name,
  in: place,
  required: true,
  schema,
  ...others,
});
const bodyOf = (mediaType: string, schema: object) => ({ required: true, content: { [mediaType]: { schema } } });
const answers = (schema: object) => ({ 200: { description: 'd', content: { 'application/json': { schema } } } });
const thing = { type: 'object', properties: { id: long, ids: longs, data: {} }, required: ['id'] };
const anything = answers({ type: 'object' });

const document = {
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  servers: [{ url: api.url }],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'find',
        parameters: [
          at('path', 'id', long),
          at('query', 'ids', longs, { explode: false }),
          at('query', 'range', { type: 'object', properties: { from: long } }, { style: 'deepObject' }),
          { ...at('query', 'filter', {}), schema: undefined, content: { 'application/json': { schema: thing } } },
          at('header', 'X-Id', long),
        ],
        responses: answers(thing),
      },
    },
    '/things': {
      post: {
        operationId: 'add',
        requestBody: bodyOf('application/json', { type: 'object', properties: { n: { type: 'integer' }, data: {} } }),
        responses: anything,
      },
      put: { operationId: 'replace', requestBody: bodyOf('application/json', longs), responses: answers(longs) },
      patch: { operationId: 'own', requestBody: bodyOf('application/json', thing), responses: answers(thing) },
    },
    '/notes': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'after', in: 'query', schema: long },
          { name: 'owner', in: 'query', schema: long },
        ],
        responses: answers({ type: 'array', items: { type: 'object', properties: { id: long } } }),
      },
      put: {
        operationId: 'mend',
        requestBody: bodyOf('application/json', { type: 'object', properties: { note: { type: 'string' }, data: {} } }),
        responses: anything,
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: bodyOf('application/x-www-form-urlencoded', thing),
        responses: anything,
      },
      put: { operationId: 'upload', requestBody: bodyOf('multipart/form-data', thing), responses: anything },
    },
  },
};

const handler = `import type { Own } from '../../generated/handlers.ts';
export const own: Own = async (input, context) => {
  const answer = await context.step('change', () => context.forward(input));
  return { ...answer, data: typeof answer.id };
};
`;

const mend = `import type { Mend } from '../../generated/handlers.ts';
export const mend: Mend = async (input, context) => {
  if (input.note === 'copy') return context.forward({ ...input, note: 'copied' });
  if (input.note === 'replace') Object.assign(input, { data: 1 });
  return context.forward(Object.assign(input, { note: 'changed' }));
};
`;

const filesOf = (settings: object) => ({
  'definitions/me.mcp.json': JSON.stringify({
    server: { name: 'me', version: '1.0.0' },
    openapi: { things: { document: './things.json', ...settings } },
  }),
  'definitions/things.json': JSON.stringify(document),
});

const [plain, discovering] = await Promise.all([
  createProject({
    ...filesOf({ implement: ['own', 'mend'] }),
    'handlers/tools/own.ts': handler,
    'handlers/tools/mend.ts': mend,
  }),
  createProject(filesOf({ mode: 'discover' })),
]);
const [server, discoveringServer] = await Promise.all([plain.bundle(), discovering.bundle()]);
const [talk, discover] = [keepTalking(server), keepTalking(discoveringServer)];

/** A call as JSON text; the arguments are JSON text already. */
const call = (id: number, name: string, input: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`;

const big = '9007199254740993';
const bigger = '-123456789012345678901234567890';

describe('integers beyond 2^53 reach the API with all their digits', () => {
  test('in path, query and header, and next to and in the argument for the next page', async () => {
    answer = '{"id":1}';
    const filter = `{"id":${bigger}}`;
    await talk([
      call(1, 'find', `{"id":${big},"ids":[1,${big}],"range":{"from":${big}},"filter":${filter},"X-Id":${bigger}}`),
    ]);
    const [request] = api.requests;
    expect(decodeURIComponent(request?.target ?? '')).toBe(
      `/things/${big}?ids=1,${big}&range[from]=${big}&filter=${filter}`,
    );
    expect(request?.headers['x-id']).toBe(bigger);
    answer = '[]';
    await talk([call(1, 'list', `{"owner":${big},"next":"after=${big}"}`)]);
    await talk([call(1, 'list', `{"after":${big},"next":"after=-7"}`)]);
    const targets = api.requests.slice(1).map(({ target }) => target);
    expect(targets).toEqual([`/notes?after=${big}&owner=${big}`, '/notes?after=-7']);
  });

  test('in lists, forms and multipart bodies, and as arguments of call_operation', async () => {
    answer = '{}';
    const input = `{"id":${big},"ids":[${bigger},2],"data":{"of":${big}}}`;
    await talk([call(1, 'replace', `{"body":[${big},7,${bigger}]}`)]);
    await talk([call(1, 'form', input)]);
    await talk([call(1, 'upload', input)]);
    await discover([call(1, 'call_operation', `{"operation":"add","arguments":{"data":[${big}]}}`)]);
    const bodies = api.requests.map(({ body }) => body.toString());
    expect(bodies[0]).toBe(`[${big},7,${bigger}]`);
    expect(decodeURIComponent(bodies[1] ?? '')).toBe(`id=${big}&ids=${bigger}&ids=2&data={"of":${big}}`);
    expect(bodies[2]).toContain(`name="id"\r\n\r\n${big}\r\n`);
    expect(bodies[2]).toContain(`\r\n\r\n{"of":${big}}\r\n`);
    expect(bodies[3]).toBe(`{"data":[${big}]}`);
  });

  test('also beyond all numbers, to 10,000 digits', async () => {
    const integers = ['1'.repeat(310), `-${'8'.repeat(400)}`, '9'.repeat(10_000)];
    const input = `{"n":${integers[0]},"data":[${integers.join(',')},{"of":${integers[1]}}]}`;
    const { stdout } = await talk([call(1, 'add', input)]);
    expect(api.requests[0]?.body.toString()).toBe(input);
    expect(stdout).toContain(`"structuredContent":${input}`);
  });

  test.each([
    ['keep', `{"of":${big}}`, 'changed', `{"of":${big}}`],
    ['keep', big, 'changed', big],
    ['replace', big, 'changed', '1'],
    ['copy', `[{"of":${big}}]`, 'copied', `[{"of":${big}}]`],
  ])('next to what a handler changed: %s %s', async (note, data, newNote, newData) => {
    answer = '{}';
    await talk([call(1, 'mend', `{"note":"${note}","data":${data}}`)]);
    expect(api.requests[0]?.body.toString()).toBe(`{"note":"${newNote}","data":${newData}}`);
  });

  test('over HTTP', async () => {
    const { child, exited, listening } = startServer(server, ['--http', '0'], {});
    try {
      const headers = {
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'add',
      };
      const meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"raw","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"data":${big}},"_meta":${meta}}}`;
      const response = await fetch(await listening(), { method: 'POST', headers, body });
      expect(await response.text()).toContain(`"structuredContent":{"data":${big}}`);
    } finally {
      child.kill('SIGTERM');
      await exited;
    }
  });
});

describe('integers beyond 2^53 of an answer reach the client with all their digits', () => {
  test('as structured content and as text, also where older revisions wrap them', async () => {
    answer = `[${big},${bigger}]`;
    const { stdout, messages } = await talk([call(1, 'replace', '{"body":[]}')]);
    expect(stdout).toContain(`"structuredContent":{"result":[${big},${bigger}]}`);
    expect(messages[0]?.result.content[0].text).toBe(`{"result":[${big},${bigger}]}`);
  });

  test('as a bigint in a handler, also when the call is a step', async () => {
    answer = `{"id":${big}}`;
    const { stdout } = await talk([call(1, 'own', '{"id":1}')]);
    expect(stdout).toContain(`"structuredContent":{"id":${big},"data":"bigint"}`);
  });
});

/** JSON text with integers of any length. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.stringMatching(/^-?[1-9]\d{0,39}$/u),
    fc.constantFrom(
      '0',
      '0.5',
      '1e2',
      'true',
      'null',
      '9007199254740992',
      '"9007199254740993"',
      '"\\"9007199254740993"',
    ),
    fc.string().map((text) => JSON.stringify(text)),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/u), tie('json')), {
        maxLength: 4,
        selector: ([key]) => key,
      })
      .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`),
  ),
}));

test('any JSON with such integers reaches the API and comes back digit by digit', async () => {
  const texts = fc.sample(json, { numRuns: 60, seed: 20 });
  const { stdout } = await talk(texts.map((text, index) => call(index, 'add', `{"n":${index},"data":${text}}`)));
  const lines = stdout.split('\n').filter((line) => line !== '');
  const sent = new Map(
    api.requests.map(({ body }) => [Number(/^\{"n":(\d+)/u.exec(body.toString())?.[1]), body.toString()]),
  );
  // JSON.stringify writes 1e2 as 100.
  const expected = texts.map((text, index) => `{"n":${index},"data":${text.replaceAll('1e2', '100')}}`);
  expect(texts.map((_, index) => sent.get(index))).toEqual(expected);
  for (const [index, text] of expected.entries()) {
    const line = lines.find((each) => each.includes(`"id":${index},"result"`));
    expect(line).toContain(`"structuredContent":${text}`);
    expect(line).toContain(`"text":${JSON.stringify(text)}`);
  }
});

describe('numbers that are no such integers are treated as before:', () => {
  test.each([
    ['12345678901234567890.5', '12345678901234567000'],
    ['-0', '0'],
    ['1e400', 'null'],
    ['1e22', '1e+22'],
  ])('%s is sent as %s', async (given, sent) => {
    await talk([call(1, 'add', `{"data":${given}}`)]);
    expect(api.requests[0]?.body.toString()).toBe(`{"data":${sent}}`);
  });

  test.each(['9'.repeat(10_001), `-${'7'.repeat(1_000_000)}`])(
    'an integer of more than 10,000 digits is refused, whatever the schema says',
    async (digits) => {
      const calls = [`{"n":${digits}}`, `{"data":${digits}}`, `{"data":[1,{"of":${digits}}]}`];
      const { messages } = await talk(calls.map((input, id) => call(id, 'add', input)));
      expect(byId(messages).map(({ result }) => [result.isError, result.content[0].text])).toEqual(
        ['n', 'data', 'data[1].of'].map((place) => [
          true,
          `Invalid arguments for tool "add":\n- ${place}: must be an integer of at most 10,000 digits`,
        ]),
      );
      expect(api.requests).toEqual([]);
    },
  );

  test('an answer with such an integer is a text', async () => {
    answer = `{"id":${'9'.repeat(10_001)}}`;
    const { messages } = await talk([call(1, 'find', '{"id":1,"ids":[1],"range":{},"filter":{"id":1},"X-Id":1}')]);
    expect(messages.find(({ id }) => id === 1)?.result.content[0].text).toBe(answer);
  });

  test('an integer that a handler would get rounded is refused', async () => {
    const { messages } = await talk([call(1, 'own', `{"id":${big}}`)]);
    expect(messages[0]?.result.content[0].text).toBe(
      'Invalid arguments for tool "own":\n- id: must be an integer from -9007199254740991 to 9007199254740991; integers outside this range would be rounded',
    );
  });
});
