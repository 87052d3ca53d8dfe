import { expect, test } from 'vitest';
import { readApi } from './read-api.js';

const properties = {
  first_name: { type: 'string', title: 'First name', description: 'First Name', examples: ['Ada'] },
  age: { type: 'integer', format: 'int32', title: 'Age in years', description: 'How old, say 36.', example: 36 },
  level: { type: 'integer', title: 'How far', oneOf: [{ const: 1, title: 'ONE', description: 'The first.' }] },
  state: { type: 'string', enum: ['on', 'off'], example: 'on', default: 'on' },
  limit: { type: 'number', format: 'double', default: 30, example: 30 },
  id: { type: 'string', format: 'uuid', example: '00000000-0000-0000-0000-000000000000' },
  note: { type: 'string', description: 'Text, see [Notes](https://example.com/notes).  \n', example: 'Some words' },
  title: { type: 'object', title: 'Heading', properties: { title: { type: 'string', title: 'Title' } } },
  ref: { $ref: '#/components/schemas/Ref' },
};

const schema = { type: 'object', required: ['first_name'], properties };
const content = { 'application/json': { schema } };

const document = {
  openapi: '3.1.0',
  info: { title: 'People', version: '1' },
  paths: {
    '/people': {
      post: {
        operationId: 'addPerson',
        description: 'Adds a person. For more information, see [People](https://example.com/people).',
        requestBody: { required: true, content },
        responses: { 200: { description: 'd', content } },
      },
    },
  },
  components: { schemas: { Ref: { type: 'string', title: 'Ref', maxLength: 9 } } },
};

/** Members that arguments and answers share. */
const advertised = {
  first_name: { type: 'string', examples: ['Ada'] },
  age: { type: 'integer', description: 'How old, say 36.' },
  level: { type: 'integer', title: 'How far', anyOf: [{ const: 1, title: 'ONE', description: 'The first.' }] },
  state: { type: 'string', enum: ['on', 'off'], default: 'on' },
  limit: { type: 'number', default: 30 },
  id: { type: 'string', format: 'uuid' },
  note: { type: 'string', description: 'Text, see Notes.', examples: ['Some words'] },
  title: { type: 'object', title: 'Heading', properties: { title: { type: 'string' } } },
  ref: { $ref: '#/$defs/Ref' },
};
const $defs = { Ref: { type: 'string', maxLength: 9 } };

test('what a model cannot use of the schemas of a document is not advertised', async () => {
  const { tools } = await readApi({ 'definitions/people.openapi.json': document });
  const tool = tools['addPerson'];
  expect(tool?.description).toBe('Adds a person.');
  expect(tool?.inputSchema).toEqual({
    type: 'object',
    properties: advertised,
    required: ['first_name'],
    $defs,
  });
});

test('answers are advertised without examples and defaults', async () => {
  const { tools } = await readApi({ 'definitions/people.openapi.json': document });
  expect(tools['addPerson']?.outputSchema).toEqual({
    type: 'object',
    required: ['first_name'],
    properties: {
      ...advertised,
      first_name: { type: 'string' },
      state: { type: 'string', enum: ['on', 'off'] },
      limit: { type: 'number' },
      note: { type: 'string', description: 'Text, see Notes.' },
    },
    $defs,
  });
});

test('a definition is advertised in its own words', async () => {
  const note = {
    type: 'string',
    title: 'Note',
    description: 'See [Notes](https://example.com/notes).',
    examples: ['a'],
  };
  const inputSchema = { type: 'object', properties: { first_name: properties.first_name, note } };
  const { tools } = await readApi({
    'definitions/own.mcp.json': {
      server: { name: 'own', version: '1.0.0' },
      openapi: { people: { document: './people.json', tools: { addPerson: { inputSchema } } } },
    },
    'definitions/people.json': document,
  });
  expect(tools['addPerson']?.inputSchema).toEqual(inputSchema);
});
