import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { askServer, type AskedServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';

const api = await startRecordingServer();
const big = '12345678901234567890';

const echo = 'export const echo = (input: unknown): string => JSON.stringify(input);\n';
const inputSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    ids: { type: 'array', items: { type: 'integer' } },
    ratio: { type: ['number', 'null'] },
    change: {
      anyOf: ['email', 'post'].map((kind) => ({
        type: 'object',
        properties: { kind: { const: kind }, copies: { type: 'integer', default: 1 } },
        required: ['kind'],
      })),
    },
    either: { type: ['string', 'integer'] },
    short: { anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 2 }] },
    any: {},
    map: { type: 'object', additionalProperties: { type: 'integer' } },
    nested: {
      type: 'object',
      properties: { at: { anyOf: [{ type: 'object', properties: { n: { type: 'integer' } } }, { type: 'null' }] } },
    },
  },
};
const definition = {
  server: { name: 'me', version: '1.0.0', coerce: true },
  tools: {
    echo: { description: 'd', inputSchema, annotations: { readOnlyHint: true } },
    exact: { description: 'd', inputSchema, coerce: false },
  },
  openapi: { shop: { document: './shop.json' } },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: api.url }],
  paths: {
    '/orders/{id}': {
      post: {
        operationId: 'addOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { total: { type: 'integer' }, items: { type: 'array', items: { type: 'object' } } },
              },
            },
          },
        },
        responses: { 204: { description: 'd' } },
      },
    },
  },
};

let server: AskedServer;
let entrypoint: string;
beforeAll(async () => {
  const project = await createProject({
    'definitions/me.mcp.json': JSON.stringify(definition),
    'definitions/shop.json': JSON.stringify(document),
    'handlers/tools/echo.ts': echo,
    'handlers/tools/exact.ts': echo.replace('echo', 'exact'),
  });
  entrypoint = await project.bundle();
  server = await askServer(entrypoint, { carrier: 'stdio', revision: '2026-07-28' });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const call = async (name: string, input: object) => (await server.call(name, input)).result;
const textOf = async (name: string, input: object): Promise<string> => (await call(name, input)).content[0].text;

describe('strings are parsed where the schema accepts no string:', () => {
  test.each([
    [{ id: '1' }, '{"id":1}'],
    [{ id: '-0012' }, 'must be an integer'],
    [{ id: '1e3' }, '{"id":1000}'],
    [{ id: '2.0' }, '{"id":2}'],
    [{ id: '2.5' }, 'must be an integer, got "2.5"'],
    [{ id: ' 1' }, 'must be an integer, got " 1"'],
    [{ id: '0x10' }, 'must be an integer'],
    [{ id: '١' }, 'must be an integer'],
    [{ id: big }, 'integers outside this range would be rounded'],
    [{ id: '9'.repeat(400) }, 'must be an integer, got'],
    [{ ids: ['1', 2, '3'] }, '{"ids":[1,2,3]}'],
    [{ ids: '["1",2]' }, '{"ids":[1,2]}'],
    [{ ids: '{"0":1}' }, 'must be an array, got'],
    [{ ratio: '0.10' }, '{"ratio":0.1}'],
    [{ ratio: '0.1000000000000000055' }, 'must be a number or null'],
    [{ ratio: '1e400' }, 'must be a number or null'],
    [{ ratio: big }, 'must be a number or null'],
    [{ ratio: 'null' }, 'must be a number or null'],
    [{ change: '{"kind":"email","copies":"2"}' }, '{"change":{"kind":"email","copies":2}}'],
    [{ change: '{"kind":"post"}' }, '{"change":{"kind":"post"}}'],
    [{ change: '{"kind":"fax"}' }, 'change.kind: must be one of "email", "post", got "fax"'],
    [{ change: '{"kind":' }, 'change: must be an object'],
    [{ change: '"{}"' }, 'change: must be an object'],
    [{ either: '1' }, '{"either":"1"}'],
    [{ short: '12' }, '{"short":"12"}'],
    [{ short: '123' }, 'short: must'],
    [{ any: '1' }, '{"any":"1"}'],
    [{ nested: '{"at":"{\\"n\\":\\"7\\"}"}' }, '{"nested":{"at":{"n":7}}}'],
    [JSON.parse('{"map":{"__proto__":"1","constructor":"2"}}') as object, '{"map":{"__proto__":1,"constructor":2}}'],
  ])('%j', async (input, expected) => {
    expect(await textOf('echo', input)).toContain(expected);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  test('a list of a thousand strings', async () => {
    const ids = Array.from({ length: 1000 }, (_each, index) => index);
    expect(await textOf('echo', { ids: ids.map(String) })).toBe(JSON.stringify({ ids }));
  });

  test('not a text that is nested too deeply or too long', async () => {
    const deep = `{"a":${'['.repeat(1500)}${']'.repeat(1500)}}`;
    expect(await textOf('echo', { map: deep })).toContain('map: must be an object');
    expect(await textOf('echo', { map: `{"a":${' '.repeat(1_000_000)}1}` })).toContain('map: must be an object');
  });

  test('in a call of an API, with all digits', async () => {
    api.requests.length = 0;
    api.answer = (_request, response) => response.writeHead(204).end();
    expect((await call('addOrder', { id: big, total: big, items: `[{"n":${big}}]` })).isError).toBeUndefined();
    expect((await call('addOrder', { id: '7', items: ['{"n":1}'] })).isError).toBeUndefined();
    expect(api.requests.map(({ target, body }) => `${target} ${body.toString()}`)).toEqual([
      `/orders/${big} {"total":${big},"items":[{"n":${big}}]}`,
      '/orders/7 {"items":[{"n":1}]}',
    ]);
  });

  test('in the tools of code mode, and in the calls of scripts', async () => {
    api.answer = (_request, response) => response.writeHead(204).end();
    const code = await askServer(
      entrypoint,
      { carrier: 'stdio', revision: '2026-07-28' },
      { args: ['--mode', 'code'] },
    );
    const found = (await code.call('search_api', { query: 'order', limit: '1', names: '["echo"]' })).result;
    expect(found.isError).toBeUndefined();
    const ran = (await code.call('run_code', { code: "await tools.echo({ id: '1' })" })).result;
    expect(ran.content[0].text).toContain('{"id":1}');
    await code.close();
  });
});

test('without it the message says what to send', async () => {
  const { content } = await call('exact', { id: '1', ratio: '1.5', change: '{"kind":"email"}', ids: '[1]' });
  expect(content[0].text).toBe(
    'Invalid arguments for tool "exact":\n' +
      '- id: must be an integer: send 1, not "1"\n' +
      '- ids: must be an array: send it as JSON, not as a string that contains JSON\n' +
      '- ratio: must be a number or null: send 1.5, not "1.5"\n' +
      '- change: must be an object: send it as JSON, not as a string that contains JSON',
  );
});

test('a missing discriminator names the values that it may have', async () => {
  expect(await textOf('echo', { change: {} })).toBe(
    'Invalid arguments for tool "echo":\n- change.kind: is required: one of "email", "post"',
  );
});

test('an unknown tool is answered with the name that may be meant', async () => {
  const { messages } = await talk(entrypoint, [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add_order', arguments: {} } },
  ]);
  expect(messages[0]?.error).toEqual({ code: -32602, message: 'Unknown tool: add_order; did you mean "addOrder"?' });
});
