import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { readApi } from './read-api.js';

const api = await startRecordingServer();
api.answer = (_request, response) => response.writeHead(204).end();
beforeEach(() => void (api.requests.length = 0));
afterAll(() => api.close());

const text = { type: 'string' };
const properties = {
  name: { ...text, maxLength: 5 },
  color: { type: 'string', enum: ['red'], description: 'Its colour.' },
  owner: { $ref: '#/components/schemas/Owner' },
};

function filesOf(validate: string | undefined, rest: object = {}) {
  const content = { 'application/json': { schema: { type: 'object', properties, ...rest } } };
  const patch = {
    operationId: 'change',
    parameters: [{ name: 'page', in: 'query', schema: text }],
    requestBody: { required: true, content },
    responses: { 204: { description: 'd' } },
  };
  const document = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    servers: [{ url: api.url }],
    paths: { '/things': { patch } },
    components: { schemas: { Owner: { type: 'object', properties: { '@id': text } } } },
  };
  const settings = { document: './things.json', ...(validate !== undefined && { validate }) };
  return {
    'definitions/me.mcp.json': JSON.stringify({
      server: { name: 'me', version: '1.0.0' },
      openapi: { things: settings },
    }),
    'definitions/things.json': JSON.stringify(document),
  };
}

describe('a body with validate: lenient', () => {
  test('is sent with undescribed properties and with null, and checked otherwise', async () => {
    const server = await (await createProject(filesOf('lenient'))).bundle();
    const call = (id: number, input: object) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'change', arguments: input },
    });
    const sent = { page: '2', name: null, color: null, owner: null, labels: ['a', null] };
    const { messages } = await talk(
      server,
      [call(1, sent), call(2, { name: 'too long' }), call(3, { color: 'blue' })],
      {},
    );
    const results = new Map(messages.map(({ id, result }) => [id, result as { readonly isError?: boolean }]));
    expect([1, 2, 3].map((id) => results.get(id)?.isError === true)).toEqual([false, true, true]);
    expect(api.requests.map(({ target }) => target)).toEqual(['/things?page=2']);
    const body: unknown = JSON.parse(api.requests[0]?.body.toString() ?? '');
    expect(body).toEqual({ name: null, color: null, owner: null, labels: ['a', null] });
  });

  test('advertises null beside what the document says', async () => {
    const { tools, diagnostics } = await readApi(filesOf('lenient'));
    expect(diagnostics).toEqual([]);
    const input = tools['change']?.inputSchema;
    expect(input.properties).toMatchObject({
      page: { type: 'string' },
      name: { type: ['string', 'null'], maxLength: 5 },
      color: { anyOf: [{ type: 'string', enum: ['red'] }, { type: 'null' }], description: 'Its colour.' },
    });
    expect(input).not.toHaveProperty('additionalProperties');
  });

  test('stays closed where the document forbids other properties', async () => {
    const { tools } = await readApi(filesOf('lenient', { additionalProperties: false }));
    expect(tools['change']?.inputSchema.additionalProperties).toBe(false);
  });
});

test.each([undefined, 'strict'])('a body with validate: %s is what the document describes', async (validate) => {
  const { tools, diagnostics } = await readApi(filesOf(validate));
  expect(diagnostics).toEqual([]);
  expect(tools['change']?.inputSchema.properties.name).toEqual({ type: 'string', maxLength: 5 });
  expect(tools['change']?.inputSchema.additionalProperties).toBe(false);
});

test('a value of validate that is neither lenient nor strict is an error', async () => {
  expect((await readApi(filesOf('loose'))).diagnostics).toHaveLength(1);
});
