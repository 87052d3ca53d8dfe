import { afterAll, describe, expect, test } from 'vitest';
import { callOperation } from '../forward/call-operation.js';
import { startRecordingServer } from '../forward/recording-server.js';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { readTable } from '../kit/read-table.js';
import type { Message } from '../kit/talk.js';
import { documentOf, readApi } from './read-api.js';

const pull = {
  type: 'object',
  properties: { title: { type: 'string' } },
  required: ['title'],
  additionalProperties: false,
};
const text = { type: 'string' };

const contentOf = (types: object) =>
  Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, schema === null ? {} : { schema }]));

async function readTool(responses: object, more: object = {}, settings?: object) {
  const described = Object.entries(responses).map(([status, types]) => [
    status,
    { description: 'd', content: contentOf(types) },
  ]);
  const operation = { operationId: 'send', responses: Object.fromEntries(described), ...more };
  const files = documentOf({ post: operation }, { components: { schemas: { Pull: pull } } });
  const named = {
    'definitions/api.json': files['definitions/api.openapi.json'] ?? {},
    'definitions/s.mcp.json': {
      server: { name: 's', version: '1' },
      openapi: { api: { document: './api.json', ...settings } },
    },
  };
  return (await readApi(settings ? named : files)).tools['send'];
}

describe('the media types of an answer', () => {
  const json = 'application/json';
  const diff = 'application/vnd.git.diff';
  test.each(readTable('openapi/answer-types.tsv'))(
    '%s',
    async (_title, responses = '', offered = '', accepted = '') => {
      const tool = await readTool(JSON.parse(responses) as object);
      const types = offered === '' ? undefined : offered.split(' | ');
      expect(tool?.inputSchema.properties.accept?.enum).toEqual(types);
      expect(tool?.inputSchema.properties.accept?.default).toEqual(types?.[0]);
      expect(tool?.operation.accept).toEqual(accepted.split(' | '));
    },
  );

  test('are described together where they are JSON', async () => {
    const star = { type: 'object', properties: { starred: text } };
    const tool = await readTool({ 200: { [json]: pull, 'application/star+json': star } });
    expect(tool?.outputSchema).toEqual({ type: 'object', anyOf: [pull, star] });
  });

  test('are chosen by an argument of another name where that is taken, and by none where a header is set', async () => {
    const parameters = [{ name: 'accept', in: 'query', schema: text }];
    const responses = { 200: { [json]: pull, [diff]: text } };
    expect(Object.keys((await readTool(responses, { parameters }))?.inputSchema.properties)).toEqual([
      'accept',
      'accept_type',
    ]);
    const fixed = await readTool(responses, {}, { headers: { Accept: json } });
    expect(fixed?.inputSchema.properties).toEqual({});
    expect(fixed?.operation).not.toHaveProperty('acceptFrom');
  });

  test('are sent as they are chosen, and are no part of an open body', async () => {
    const schema = { type: 'object', properties: { a: text }, additionalProperties: true };
    const requestBody = { required: true, content: { [json]: { schema } } };
    const tool = await readTool({ 200: { [json]: pull, [diff]: text }, 202: { 'text/plain': text } }, { requestBody });
    const server = await startRecordingServer();
    const send = async (input: object) => {
      await callOperation(server.url, tool?.operation, input);
      const { headers, body } = server.requests.at(-1) ?? {};
      return [headers?.['accept'], body?.toString()];
    };
    expect(await send({ a: 'x', b: 1 })).toEqual([`${json}, text/plain`, '{"b":1,"a":"x"}']);
    expect(await send({ a: 'x', accept: diff })).toEqual([`${diff}, text/plain;q=0.5`, '{"a":"x"}']);
    await expect(send({ accept: 'a/b\r\nX: 1' })).rejects.toThrow('Argument "accept" must be a media type');
    await server.close();
  });
});

const document = `
openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /pull:
    get:
      operationId: getPull
      responses: { '200': { description: d, content: { application/json: { schema: ${JSON.stringify(pull)} }, application/vnd.git.diff: { schema: { type: string } }, image/png: {} } } }
`;

describe('an answer in a media type that was chosen', async () => {
  const api = await startRecordingServer();
  let diff = 'diff --git a b';
  api.answer = ({ headers }, response) => {
    const type = headers['accept'] ?? '';
    const body = type === 'application/json' ? '{"title":"A"}' : type === 'image/png' ? 'PNG' : diff;
    response.writeHead(200, { 'content-type': type === 'image/png' ? type : `${type}; charset=utf-8` }).end(body);
  };
  const project = await createProject({
    'definitions/pulls.mcp.yaml': `
server: { name: pulls, version: 1.0.0 }
openapi:
  loose: { document: ./pulls.yaml }
  strict: { document: ./pulls.yaml, validateResponses: error, prefix: strict_ }
`,
    'definitions/pulls.yaml': document,
  });
  const server = await project.bundle();
  afterAll(() => api.close());
  const environment = { PULLS__LOOSE__BASE_URL: api.url, PULLS__STRICT__BASE_URL: api.url };

  test('and is long is cut, in both of its copies', async () => {
    const asked = await askServer(server, { carrier: 'stdio', revision: '2026-07-28' }, { environment });
    const call = async (): Promise<Message['result']> =>
      (await asked.call('getPull', { accept: 'application/vnd.git.diff' })).result;
    diff = '+ a line of the change\n'.repeat(20_000);
    const { content, structuredContent } = await call();
    expect(content[0].text).toMatch(
      /…\n\nText truncated: the full text has 460000 characters\. Request a part of it [^\n]*\.$/u,
    );
    expect(content[0].text.length).toBeLessThan(60_000);
    expect(structuredContent.result.length).toBeLessThan(6000);
    expect(content[0].text).toContain(structuredContent.result.slice(0, -1));
    expect(structuredContent._notes).toEqual([
      `This copy is truncated; the result content has all ${content[0].text.length} characters.`,
    ]);
    diff = '+ a line of the change\n'.repeat(800);
    const short = await call();
    expect(short.content).toEqual([{ type: 'text', text: diff }]);
    expect(short.structuredContent).toEqual({ result: diff });
    diff = 'diff --git a b';
    await asked.close();
  });

  test.each(['2025-06-18', '2026-07-28'])('is a text or an image, without a warning, in %s', async (revision) => {
    const asked = await askServer(server, { carrier: 'stdio', revision }, { environment });
    for (const name of ['getPull', 'strict_getPull']) {
      const call = async (input: object) => (await asked.call(name, input)).result;
      expect(await call({})).toMatchObject({ structuredContent: { title: 'A' } });
      const chosen = await call({ accept: 'application/vnd.git.diff' });
      expect(chosen.content).toEqual([{ type: 'text', text: 'diff --git a b' }]);
      // Clients demand structured content of a tool with an output schema, and the schema of this tool allows all objects.
      expect(chosen.structuredContent).toEqual({ result: 'diff --git a b' });
      expect((await call({ accept: 'image/png' })).content).toEqual([
        { type: 'image', data: 'UE5H', mimeType: 'image/png' },
      ]);
      expect((await call({ accept: 'text/html' })).isError).toBe(true);
    }
    const { tools } = (await asked.ask('tools/list')).result;
    for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object', anyOf: [{}, {}] });
    expect(await asked.close()).not.toContain('WARNING');
  });
});
