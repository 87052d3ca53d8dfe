import { describe, expect, test } from 'vitest';
import { readTable } from '../kit/read-table.js';
import { documentOf, readApi, readInput, readOutput } from './read-api.js';

/** Schemas of parameters, of which body and answer hold a copy each, and what becomes of them: the table next to this file. */
const rows = readTable('openapi/schemas.tsv').map(
  ([what = '', version = '', schema = '', expected = '', problems = '', others = '', answer = '']) => ({
    what,
    schema: JSON.parse(schema) as object,
    others: JSON.parse(others || '{}') as object,
    version: `${version}.0`,
    expected: JSON.parse(expected) as object,
    problems,
    answer,
  }),
);

test.each(rows)('$what', async ({ schema, others, version, expected, problems, answer }) => {
  const { value, diagnostics } = await readInput(schema, others, version);
  expect(value).toEqual(expected);
  expect(diagnostics.map((text) => text.split(' ')[0]).join(' ')).toBe(problems);
  expect(JSON.stringify((await readOutput(schema, others, version)).value)).toContain(answer);
});

describe('properties that travel one way', () => {
  const components = {
    User: {
      type: 'object',
      properties: {
        id: { type: 'integer', readOnly: true },
        password: { type: 'string', writeOnly: true },
        name: { type: 'string' },
      },
      required: ['id', 'password', 'name'],
    },
    Plain: { type: 'object', properties: { a: { type: 'string' } } },
  };

  test('are not among the arguments when they are read-only, and not in the answer when they are write-only', async () => {
    const { tools } = await readInput({ $ref: '#/components/schemas/User' }, components);
    const { $defs } = tools['save']?.inputSchema ?? {};
    expect($defs.User.properties).toEqual({ password: { type: 'string' }, name: { type: 'string' } });
    expect($defs.User.required).toEqual(['password', 'name']);
    const { User } = tools['save']?.outputSchema.$defs ?? {};
    expect(Object.keys(User.properties)).toEqual(['id', 'name']);
    expect(User.required).toEqual(['id', 'name']);
  });

  test('give a schema a type for each way, and only such a schema', async () => {
    const list = { type: 'array', items: { $ref: '#/components/schemas/User' } };
    const value = { type: 'object', properties: { users: list, plain: { $ref: '#/components/schemas/Plain' } } };
    const { types } = await readInput(value, components);
    expect(types.toSorted()).toEqual(['Plain', 'UserInput', 'UserOutput']);
  });
});

describe('references', () => {
  test('of a base to its variants and back are cut where a variant begins with the base', async () => {
    const { tools, diagnostics } = await readInput(
      { $ref: '#/components/schemas/Pet' },
      {
        Pet: {
          type: 'object',
          properties: { kind: { type: 'string' } },
          required: ['kind'],
          oneOf: [{ $ref: '#/components/schemas/Cat' }],
          discriminator: { propertyName: 'kind' },
        },
        Cat: {
          allOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'object', properties: { lives: { type: 'integer' } } }],
        },
      },
    );
    const { Pet, Cat } = tools['save']?.inputSchema.$defs ?? {};
    const kind = { type: 'object', properties: { kind: { type: 'string', enum: ['Cat'] } } };
    expect(Pet.anyOf).toEqual([{ allOf: [{ $ref: '#/$defs/Cat' }, kind] }]);
    expect(Cat.allOf[0]).toEqual({ type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] });
    expect(diagnostics).toEqual([]);
  });
});

describe('property names that model providers refuse', () => {
  const filter = {
    type: 'object',
    properties: {
      '@type': { type: 'string' },
      next: { $ref: '#/components/schemas/Filter' },
      type: { type: 'string' },
    },
    required: ['@type'],
  };

  test('are replaced, and the binding knows the way back, but stay in answers', async () => {
    const { tools, apis } = await readInput({ $ref: '#/components/schemas/Filter' }, { Filter: filter });
    const { $defs } = tools['save']?.inputSchema ?? {};
    expect(Object.keys($defs.Filter.properties)).toEqual(['type_2', 'next', 'type']);
    expect($defs.Filter.required).toEqual(['type_2']);
    expect(tools['save']?.operation.body.value.members).toEqual([{ name: 'value', from: ['value'], renames: 'r1' }]);
    expect(apis[0].renames).toEqual({
      r1: { properties: { type_2: { name: '@type' }, next: { renames: 'r1' } } },
    });
    expect(Object.keys(tools['save']?.outputSchema.$defs.Filter.properties)).toEqual(['@type', 'next', 'type']);
  });
});

describe('the output schema', () => {
  const answer = (responses: object) => documentOf({ get: { operationId: 'list', responses } });
  const json = (schema: object) => ({ description: 'd', content: { 'application/json': { schema } } });

  const [a, b] = ['a', 'b'].map((name) => ({ type: 'object', properties: { [name]: { type: 'string' } } })) as [
    object,
    object,
  ];

  test.each([
    ['that of the success', { 200: json({ type: 'object' }), 404: json({ type: 'string' }) }, { type: 'object' }],
    ['that of the default answer where there is no other', { default: json({ type: 'object' }) }, { type: 'object' }],
    ['a union where successes differ', { 200: json(a), 201: json(b), 202: json(a) }, { type: 'object', anyOf: [a, b] }],
  ])('is %s', async (_title, responses, expected) => {
    expect((await readApi(answer(responses))).tools['list']?.outputSchema).toEqual(expected);
  });

  test.each([
    ['has no body', { 200: json({ type: 'object' }), 204: { description: 'd' } }],
    ['is no JSON', { 200: { description: 'd', content: { 'text/csv': { schema: { type: 'string' } } } } }],
    ['may be anything', { 200: json({}) }],
  ])('does not exist when a success %s', async (_title, responses) => {
    const { tools } = await readApi(answer(responses));
    expect(tools['list']).not.toHaveProperty('outputSchema');
  });

  test('says only what kind of value it is when it is longer than 32 kB', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `property_number_${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const { tools } = await readApi(answer({ 200: json({ type: 'object', properties, description: 'Long.' }) }));
    expect(tools['list']?.outputSchema).toEqual({ type: 'object' });
  });
});
