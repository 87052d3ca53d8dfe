import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import type { Message } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { readApi } from './read-api.js';

const api = await startRecordingServer();

const pull = {
  type: 'object',
  required: ['number', 'user'],
  properties: {
    number: { type: 'integer' },
    title: { type: 'string' },
    user: { type: 'object', required: ['login'], properties: { login: { type: 'string' } } },
  },
};
const listOf = (items: object) => ({
  200: { description: 'd', content: { 'application/json': { schema: { type: 'array', items } } } },
});
const page = ['page', 'per_page'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
const read = (operationId: string) => ({
  get: { operationId, parameters: page, responses: listOf({ $ref: '#/components/schemas/Pull' }) },
});
const operations = ['listPulls', 'countPulls', 'wrongPulls', 'failPulls', 'textPulls', 'pickPulls', 'ownPulls'];
const document = {
  openapi: '3.0.3',
  info: { title: 'Tracker', version: '1' },
  servers: [{ url: api.url }],
  paths: Object.fromEntries(operations.map((name) => [`/${name}`, read(name)])),
  components: { schemas: { Pull: pull } },
};

const trim = `
import type { ResponseTransform } from 'create-mcp-from-schema/runtime';
import type { CountPullsOutput, CountPullsValue, ListPullsValue, PickPullsValue } from '../generated/types.ts';

export const trimPulls: ResponseTransform<ListPullsValue> = async (pulls, { signal }) => {
  await Promise.resolve();
  signal.throwIfAborted();
  return pulls.filter(({ number }) => number % 2 === 1).map(({ number, user }) => ({ number, by: user.login }));
};
export const countPulls: ResponseTransform<CountPullsValue, CountPullsOutput> = (pulls) => ({ count: pulls.length });
export const countWrongly = () => JSON.parse('{"count":"many"}') as { count: number };
export const fail = (): never => {
  throw new TypeError('There are no pulls today');
};
export const say = (pulls: readonly unknown[]): string => \`There are \${pulls.length} pulls.\`;
export const see = (pulls: PickPullsValue) => ({ seen: pulls });
export const mark = (value: unknown) => ({ marked: value });
`;

const counts = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } };
const tools = {
  listPulls: { output: { transform: './trim.ts#trimPulls' } },
  countPulls: { output: { transform: './trim.ts#countPulls' }, outputSchema: counts },
  wrongPulls: { output: { transform: './trim.ts#countWrongly' }, outputSchema: counts },
  failPulls: { output: { transform: './trim.ts#fail' } },
  textPulls: { output: { transform: './trim.ts#say' } },
  pickPulls: { output: { transform: './trim.ts#see', pick: ['user.login'] } },
};

const define = (tracker: object = { tools, implement: ['ownPulls'] }) => ({
  'definitions/me.mcp.json': JSON.stringify({
    server: { name: 'me', version: '1.0.0' },
    openapi: {
      tracker: { document: './tracker.json', ...tracker },
      found: { document: './tracker.json', prefix: 'x_', mode: 'discover', output: { transform: './trim.ts#mark' } },
    },
  }),
  'definitions/tracker.json': JSON.stringify(document),
  'definitions/trim.ts': trim,
});

const pulls = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, title: 't', user: { login: 'ann' } }));

let server: AskedServer;
let folder: string;
beforeAll(async () => {
  const project = await createProject(define());
  folder = project.folder;
  server = await askServer(await project.bundle(), { carrier: 'stdio', revision: '2026-07-28' });
});
afterAll(async () => {
  await server.close();
  await api.close();
});
beforeEach(() => answerWith(pulls(3)));

function answerWith(value: unknown, headers: { readonly [name: string]: string } = {}): void {
  api.answer = (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
}

async function call(name: string, input: object = {}): Promise<Message['result']> {
  return (await server.call(name, input)).result;
}

const textOf = (result: Message['result']) => String(result.content[0].text);

describe('a function that makes the answer', () => {
  test('gets the value of the API, and what it returns is sent', async () => {
    const result = await call('listPulls');
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual([
      { number: 1, by: 'ann' },
      { number: 3, by: 'ann' },
    ]);
  });

  test('answers within the budget, and the next page is that of the API', async () => {
    answerWith(pulls(5000), { Link: `<${api.url}/listPulls?page=2>; rel="next"` });
    const result = await call('listPulls');
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(60_000);
    expect(textOf(result)).toMatch(/\d+ of 2500 items are omitted \(the last ones\)\./u);
    expect(textOf(result)).toContain(
      'Next page: {"page":2} (repeat the call with these arguments. It starts after the omitted items.)',
    );
  });

  test('gets the fields that the definition picks, and may answer with a text, which is sent once', async () => {
    const seen = [{ user: { login: 'ann' } }, { user: { login: 'ann' } }, { user: { login: 'ann' } }];
    expect((await call('pickPulls')).structuredContent).toEqual({ seen });
    const { content, structuredContent } = await call('textPulls');
    expect(content).toEqual([{ type: 'text', text: 'There are 3 pulls.' }]);
    expect(structuredContent).toBeUndefined();
  });

  test('that throws is a tool error; it is not called for an error of the API', async () => {
    const content = [{ type: 'text', text: 'There are no pulls today' }];
    expect(await call('failPulls')).toMatchObject({ isError: true, content });
    api.answer = (_request, response) => response.writeHead(404).end();
    expect(textOf(await call('failPulls'))).toBe('GET /failPulls returned 404 Not Found');
  });

  test('is checked by the output schema of the definition, and advertised with it alone', async () => {
    expect((await call('countPulls')).structuredContent).toEqual({ count: 3 });
    const wrong = await call('wrongPulls');
    expect(wrong).toMatchObject({ isError: true });
    expect(textOf(wrong)).toBe(
      'Tool "wrongPulls" returned a result that does not fit its output schema:\n- count: must be an integer, got "many"',
    );
    const listed = (await server.ask('tools/list')).result.tools as readonly { name: string; outputSchema?: object }[];
    const withSchema = listed.filter(({ outputSchema }) => outputSchema !== undefined).map(({ name }) => name);
    expect(withSchema).toEqual(expect.arrayContaining(['countPulls', 'wrongPulls', 'ownPulls']));
    for (const name of ['listPulls', 'failPulls', 'textPulls', 'pickPulls']) expect(withSchema).not.toContain(name);
  });

  test('counts for all tools of an API, in discover mode too', async () => {
    const { structuredContent } = await call('x_call_operation', { operation: 'x_listPulls', arguments: {} });
    expect(structuredContent).toEqual({ marked: pulls(3) });
  });

  test('has the type of the value, and a wrong one is an error at compile time', async () => {
    expect(await typeCheck(folder, ['generated', 'handlers', 'definitions'])).toBe('');
    const wrong = trim.replace('say = (pulls: readonly unknown[])', 'say = (pulls: string)');
    await writeFile(path.join(folder, 'definitions/trim.ts'), wrong);
    expect(await typeCheck(folder, ['generated'])).toContain('generated/api-calls.ts(');
  });
});

describe('a function that cannot be used is reported at its place:', () => {
  const diagnose = async (transform: string, more: object = {}) => {
    const tracker = { tools: { listPulls: { output: { transform } } }, ...more };
    return (await readApi(define(tracker))).diagnostics;
  };

  test.each([
    ['a file that does not exist', './trip.ts#trimPulls', {}, /^missing-file 1:/u],
    [
      'a file of all tools',
      './trim.ts#fail',
      { tools: {}, output: { transform: './trip.ts#mark' } },
      /^missing-file 1:/u,
    ],
    ['a text that names no function', './trim.ts', {}, /^invalid-handler 1:/u],
    ['a tool that a handler answers', './trim.ts#trimPulls', { implement: ['listPulls'] }, /^conflicting-keys 1:/u],
    ['a name that the file does not export', './trim.ts#trimPuls', {}, /^invalid-handler 1:/u],
  ])('%s', async (_, transform, more, expected) => {
    expect(await diagnose(transform, more)).toEqual([expect.stringMatching(expected)]);
  });
});
