import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { byId, keepTalking } from '../kit/talk.js';

const words = (prefix: string, count: number) => Array.from({ length: count }, (_item, index) => `${prefix}-${index}`);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Near: { type: 'object', properties: { kind: { type: 'string', enum: ['a', 'b'] }, far: ref('Far') } },
  Far: { type: 'string', description: 'Far away.', enum: words('far', 4000) },
  Small: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
  Either: { oneOf: [ref('Far'), ref('Small'), { type: 'string', maxLength: 6 }], not: ref('Far') },
};

const schema = { type: 'object', properties: { near: ref('Near'), far: ref('Far'), either: ref('Either') } };
const post = { operationId: 'long', requestBody: { required: true, content: { 'application/json': { schema } } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Long', version: '1' },
  paths: { '/long': { post } },
  components: { schemas },
};

const project = await createProject({ 'definitions/long.openapi.json': JSON.stringify(document) });
const talk = keepTalking(await project.bundle());

test('a long input schema keeps what is near its root on the wire, and types of the rest', async () => {
  const { messages } = await talk([{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]);
  const tools = messages[0]?.result.tools as readonly { readonly inputSchema: unknown }[];
  const far = { type: 'string', description: 'Far away.' };
  expect(tools[0]?.inputSchema).toEqual({
    type: 'object',
    properties: { near: { $ref: '#/$defs/Near' }, far, either: { $ref: '#/$defs/Either' } },
    $defs: {
      Near: { type: 'object', properties: { kind: { type: 'string', enum: ['a', 'b'] }, far } },
      Either: { anyOf: [far, { $ref: '#/$defs/Small' }, { type: 'string', maxLength: 6 }] },
      Small: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
    },
  });
});

test('all of a long input schema is enforced', async () => {
  const inputs = [{ far: 'near' }, { near: { far: 'near' } }, { either: 'far-5' }, { far: 'far-5', either: 'short' }];
  const { messages } = await talk(
    inputs.map((input, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'long', arguments: input },
    })),
  );
  const texts = byId(messages.filter(({ id }) => id !== undefined)).map(({ result }) => result.content[0].text);
  expect(texts.slice(0, 3)).toEqual(inputs.slice(0, 3).map(() => expect.stringContaining('nvalid') as unknown));
  // Valid, but nothing says where the API is.
  expect(texts[3]).toContain('LONG__LONG__BASE_URL');
});
