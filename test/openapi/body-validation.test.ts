import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { keepTalking } from '../kit/talk.js';
import { readApi } from './read-api.js';

const api = await startRecordingServer();
api.answer = (_request, response) => response.setHeader('content-type', 'application/json').end('{}');
beforeEach(() => void (api.requests.length = 0));
afterAll(() => api.close());

const text = { type: 'string' };
const properties = {
  name: { ...text, maxLength: 5 },
  color: { type: 'string', enum: ['red'], description: 'Its color.' },
  owner: { $ref: '#/components/schemas/Owner' },
  seen: { type: 'string', readOnly: true },
  place: { $ref: '#/components/schemas/Place' },
};

function filesOf(validate: string | undefined, rest: object = {}) {
  const content = { 'application/json': { schema: { type: 'object', properties, ...rest } } };
  const patch = {
    operationId: 'change',
    parameters: [{ name: 'page', in: 'query', schema: text }],
    requestBody: { required: true, content },
    // A schema of arguments and of answers differs when arguments may be `null`.
    responses: {
      200: { description: 'd', content: { 'application/json': { schema: { $ref: '#/components/schemas/Place' } } } },
    },
  };
  const document = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    servers: [{ url: api.url }],
    paths: { '/things': { patch } },
    components: {
      schemas: {
        Place: { type: 'object', properties: { street: text } },
        Owner: {
          type: 'object',
          properties: {
            '@id': text,
            kind: { type: 'string', enum: ['a'] },
            boss: { $ref: '#/components/schemas/Owner' },
          },
        },
      },
    },
  };
  const settings = { document: './things.json', ...(validate !== undefined && { validateRequests: validate }) };
  return {
    'definitions/me.mcp.json': define({ things: settings }),
    'definitions/things.json': JSON.stringify(document),
  };
}

function define(openapi: object): string {
  return JSON.stringify({ server: { name: 'me', version: '1.0.0' }, openapi });
}

const apis = ['default', 'strict', 'lenient'].map((name) => [
  name,
  { document: './things.json', prefix: `${name}_`, ...(name !== 'default' && { validateRequests: name }) },
]);
// One document, which is read in three ways.
const project = await createProject({
  ...filesOf(undefined),
  'definitions/me.mcp.json': define(Object.fromEntries(apis) as object),
});
const talk = keepTalking(await project.bundle());

/** Calls the tool with each of the arguments; gives the texts of errors, and the bodies that the API got. */
async function callWith(validate: string, inputs: readonly object[]) {
  const errors: (string | undefined)[] = [];
  for (const input of inputs) {
    const params = { name: `${validate}_change`, arguments: input };
    const { messages } = await talk([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params }]);
    const text: string | undefined = messages[0]?.result.content[0].text;
    errors.push(messages[0]?.result.isError === true ? text?.split('\n').slice(1).join('\n') : undefined);
  }
  return { errors, bodies: api.requests.map(({ body }) => JSON.parse(body.toString()) as unknown) };
}

test('by default a body is sent with undescribed properties, as OpenAPI leaves objects open', async () => {
  const { errors, bodies } = await callWith('default', [
    { page: '2', name: 'a', labels: ['b', null], seen: 'now', page_body: 3 },
    { color: null },
    { owner: { boss: null } },
  ]);
  expect(errors).toEqual([
    undefined,
    '- color: must be a string, got null\n- color: must be "red", got null',
    '- owner.boss: must be an object, got null',
  ]);
  // `page` is a parameter: the property of this name is `page_body`, as for described properties.
  expect(bodies).toEqual([{ name: 'a', labels: ['b', null], seen: 'now', page: 3 }]);
  expect(api.requests.map(({ target }) => target)).toEqual(['/things?page=2']);
});

test('with validateRequests: strict an undescribed argument is named', async () => {
  const { errors, bodies } = await callWith('strict', [{ nmae: 'a' }, { name: 'a' }]);
  expect(errors).toEqual(['- nmae: is not allowed', undefined]);
  expect(bodies).toEqual([{ name: 'a' }]);
});

describe('a body with validateRequests: lenient', () => {
  test('is sent with undescribed properties and with null at every depth, and checked otherwise', async () => {
    const sent = {
      name: null,
      color: null,
      owner: { '@id': null, boss: null },
      labels: ['a', null],
      place: { street: null },
    };
    const { errors, bodies } = await callWith('lenient', [
      { page: '2', ...sent, owner: { id: null, boss: null } },
      { owner: null },
      { name: 'too long' },
      { color: 'blue' },
      { owner: { kind: null } },
    ]);
    expect(errors.map((error) => error !== undefined)).toEqual([false, false, true, true, true]);
    expect(bodies).toEqual([sent, { owner: null }]);
  });

  test('advertises null in addition to what the document says', async () => {
    const { tools, diagnostics } = await readApi(filesOf('lenient'));
    expect(diagnostics).toEqual([]);
    const input = tools['change']?.inputSchema;
    expect(input.properties).toMatchObject({
      page: { type: 'string' },
      name: { type: ['string', 'null'], maxLength: 5 },
      color: { anyOf: [{ type: 'string', enum: ['red'] }, { type: 'null' }], description: 'Its color.' },
    });
    expect(input).not.toHaveProperty('additionalProperties');
  });
});

test.each([
  [undefined, {}, undefined],
  ['strict', {}, false],
  ['lenient', {}, undefined],
  [undefined, { additionalProperties: false }, false],
  ['strict', { additionalProperties: true }, undefined],
  ['lenient', { additionalProperties: false }, false],
])('with validateRequests: %s a body with %j advertises additionalProperties: %s', async (validate, rest, expected) => {
  const { tools, diagnostics } = await readApi(filesOf(validate, rest));
  expect(diagnostics).toEqual([]);
  const input = tools['change']?.inputSchema;
  expect(input.additionalProperties).toBe(expected);
  if (validate !== 'lenient') expect(input.properties.name).toEqual({ type: 'string', maxLength: 5 });
});

test('a value of validateRequests that is neither lenient nor strict is an error', async () => {
  expect((await readApi(filesOf('loose'))).diagnostics).toHaveLength(1);
});

test('a schema that documents of two versions share is read as each of them says', async () => {
  // What stands next to `$ref` counts since 3.1.
  const pet = { type: 'object', properties: { name: { $ref: '#/Name', maxLength: 3 } } };
  const documentOf = (openapi: string) => {
    const schema = { type: 'object', properties: { pet: { $ref: './shared.json#/Pet' } } };
    const requestBody = { content: { 'application/json': { schema } } };
    const post = { operationId: 'add', requestBody, responses: { 204: { description: 'd' } } };
    return JSON.stringify({ openapi, info: { title: 'T', version: '1' }, paths: { '/pets': { post } } });
  };
  const { tools } = await readApi({
    'definitions/me.mcp.json': define({
      old: { document: './old.json', prefix: 'old_' },
      new: { document: './new.json', prefix: 'new_' },
    }),
    'definitions/old.json': documentOf('3.0.3'),
    'definitions/new.json': documentOf('3.1.0'),
    'definitions/shared.json': JSON.stringify({ Name: text, Pet: pet }),
  });
  const schemas = ['old_add', 'new_add'].map((name) => JSON.stringify(tools[name]?.inputSchema));
  expect(schemas.map((schema) => schema.includes('"maxLength":3'))).toEqual([false, true]);
});
