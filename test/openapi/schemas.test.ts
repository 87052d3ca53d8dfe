import { describe, expect, test } from 'vitest';
import { documentOf, readInput, readApi } from './read-api.js';

describe('a schema of OpenAPI 3.0 becomes one of 2020-12', () => {
  test.each([
    ['nullable adds null to the type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'nullable adds null to an enum',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'nullable beside alternatives is one more of them',
      { oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true, description: 'd' },
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }], description: 'd' },
    ],
    [
      'nullable beside allOf makes it an alternative',
      { allOf: [{ type: 'string' }, { minLength: 1 }], nullable: true },
      { anyOf: [{ allOf: [{ type: 'string' }, { minLength: 1 }] }, { type: 'null' }] },
    ],
    ['nullable without a type says nothing', { nullable: true }, {}],
    [
      'an exclusive bound that is true takes the place of the bound',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 1, maximum: 9 },
    ],
    ['an example becomes examples', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    [
      'a list of item schemas is positional',
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', prefixItems: [{ type: 'string' }] },
    ],
    [
      'keywords of OpenAPI alone are gone',
      {
        type: 'string',
        xml: { name: 'x' },
        externalDocs: { url: 'u' },
        'x-order': 1,
        discriminator: { propertyName: 'p' },
      },
      { type: 'string' },
    ],
    ['numbers among texts are texts', { type: 'string', enum: [1, 'b'] }, { type: 'string', enum: ['1', 'b'] }],
    ['a type that is called file is a string', { type: 'file' }, { type: 'string' }],
    [
      'properties that are called like keywords stay',
      {
        type: 'object',
        properties: { nullable: { type: 'boolean' }, type: { type: 'string' }, example: { type: 'string' } },
      },
      {
        type: 'object',
        properties: { nullable: { type: 'boolean' }, type: { type: 'string' }, example: { type: 'string' } },
      },
    ],
  ])('%s', async (_title, schema, expected) => {
    const { value, diagnostics } = await readInput(schema);
    expect(value).toEqual(expected);
    expect(diagnostics).toEqual([]);
  });

  test('what stands beside a reference is ignored, its description aside', async () => {
    const { tools } = await readInput(
      { $ref: '#/components/schemas/Name', description: 'Whose.', maxLength: 3 },
      { Name: { type: 'string' } },
    );
    expect(tools['save']?.inputSchema).toMatchObject({
      properties: { value: { $ref: '#/$defs/Name', description: 'Whose.' } },
      $defs: { Name: { type: 'string' } },
    });
    expect(tools['save']?.inputSchema.properties.value).not.toHaveProperty('maxLength');
  });
});

test('in OpenAPI 3.1 what stands beside a reference counts', async () => {
  const schema = { $ref: '#/components/schemas/Name', maxLength: 3 };
  const { value } = await readInput(schema, { Name: { type: 'string' } }, '3.1.0');
  expect(value).toEqual({ $ref: '#/$defs/Name', maxLength: 3 });
});

describe('what a schema says wrong is left out with a warning', () => {
  test.each([
    [{ type: 'strin' }, {}],
    [{ type: 'string', pattern: '[' }, { type: 'string' }],
    [{ type: 'string', pattern: String.raw`^(a+)+\1$` }, { type: 'string' }],
    [
      { type: 'object', patternProperties: { [String.raw`^(a+)+\1$`]: {}, '^b$': {} } },
      { type: 'object', patternProperties: { '^b$': {} } },
    ],
    [{ type: 'string', minLength: '3' }, { type: 'string' }],
    [{ type: 'string', enum: [] }, { type: 'string' }],
    [{ type: 'integer', default: 'ten' }, { type: 'integer' }],
    [{ type: 'integer', example: 'ten' }, { type: 'integer' }],
    [{ type: 'object', required: true }, { type: 'object' }],
    [{ type: 'number', multipleOf: 0 }, { type: 'number' }],
    [
      { type: 'object', properties: { a: 'text', b: {} } },
      { type: 'object', properties: { b: {} } },
    ],
    [{ allOf: [] }, {}],
    [
      { oneOf: [{ properties: { a: {} } }], properties: { b: {} }, additionalProperties: false },
      { anyOf: [{ properties: { a: {} } }], properties: { b: {} } },
    ],
  ])('%j', async (schema, expected) => {
    const { value, diagnostics } = await readInput(schema);
    expect(value).toEqual(expected);
    expect(diagnostics).toHaveLength(2); // Body and answer hold a copy each.
    expect(diagnostics.every((text) => text.startsWith('invalid-api '))).toBe(true);
  });
});

test('additionalProperties: false stays beside alternatives that describe no other properties', async () => {
  const schema = { anyOf: [{ required: ['a'] }, { properties: { a: {} } }], properties: { a: {} } };
  const { value, diagnostics } = await readInput({ ...schema, additionalProperties: false });
  expect(value).toEqual({ ...schema, additionalProperties: false });
  expect(diagnostics).toEqual([]);
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

  test('that lead nowhere accept anything and are warned about', async () => {
    const { tools, diagnostics } = await readInput({ $ref: '#/components/schemas/Gone' });
    expect(tools['save']?.inputSchema.properties).toEqual({ value: {} });
    expect(diagnostics.map((text) => text.split(' ')[0])).toEqual(['broken-reference', 'broken-reference']);
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
