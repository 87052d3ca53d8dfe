import { expect, test } from 'vitest';
import { readApi, readInput } from './read-api.js';

const base = 'https://x.example';

test('references are relative to the `$id` around them', async () => {
  const { value, types, diagnostics } = await readInput(
    { $ref: `${base}/schemas/pet` },
    {
      Pet: {
        $id: `${base}/schemas/pet`,
        type: 'object',
        properties: {
          local: { $ref: '#/$defs/Name' },
          anchored: { $ref: '#it' },
          sibling: { $ref: 'cat' },
          absolute: { $ref: '/schemas/cat#/properties/lives' },
          // Documents mean themselves, although the schema has an address of its own.
          document: { $ref: '#/components/schemas/Color' },
        },
        $defs: { Name: { type: 'string', maxLength: 9 }, It: { $anchor: 'it', type: 'boolean' } },
      },
      Cat: {
        $id: 'https://x.example/schemas/cat',
        type: 'object',
        properties: { lives: { type: 'integer' } },
        $defs: { It: { $anchor: 'it', type: 'null' } },
      },
      Color: { $id: 'Color', type: 'string', enum: ['red'] },
    },
    '3.1.0',
  );
  expect(diagnostics).toEqual([]);
  expect(value).toEqual({ $ref: '#/$defs/Pet' });
  expect(types).toEqual(['Pet', 'Name', 'It', 'Cat', 'Lives', 'Color']);
});

const info = { title: 'T', version: '1' };

test('references are relative to the `$self` of a document', async () => {
  const answer = (ref: string) => ({
    200: { description: 'd', content: { 'application/json': { schema: { $ref: ref } } } },
  });
  const { tools, diagnostics } = await readApi({
    'definitions/api.openapi.json': {
      openapi: '3.2.0',
      $self: `${base}/v1/api`,
      info,
      paths: {
        '/a': { get: { operationId: 'own', responses: answer(`${base}/v1/api#/components/schemas/N`) } },
        '/b': { get: { operationId: 'shared', responses: answer('shared#/components/schemas/N') } },
        '/c': { get: { operationId: 'file', responses: answer('./parts.json#/N') } },
      },
      components: { schemas: { N: { type: 'object', required: ['own'] } } },
    },
    'definitions/shared.openapi.json': {
      openapi: '3.2.0',
      $self: `${base}/v1/shared`,
      info,
      components: { schemas: { N: { type: 'object', required: ['shared'] } } },
    },
    'definitions/parts.json': { N: { type: 'object', required: ['file'] } },
  });
  expect(diagnostics).toEqual([]);
  expect(Object.values(tools).map(({ outputSchema }) => outputSchema.required)).toEqual([
    ['own'],
    ['shared'],
    ['file'],
  ]);
});

test('a dynamic reference means the anchor of the outermost schema with `$id`', async () => {
  const item = (schema: object) => ({ item: { $dynamicAnchor: 'item', ...schema } });
  const { value, diagnostics, ...api } = await readInput(
    {
      type: 'object',
      properties: { a: { $ref: 'numbers' }, b: { $ref: 'names' }, c: { $ref: 'page' }, d: { $ref: 'numbers' } },
    },
    {
      Page: {
        $id: 'page',
        type: 'object',
        properties: { items: { type: 'array', items: { $dynamicRef: '#item' } } },
        $defs: item({ type: 'boolean' }),
      },
      Numbers: { $id: 'numbers', allOf: [{ $ref: 'page' }], $defs: item({ type: 'integer' }) },
      Names: { $id: 'names', $ref: 'page', $defs: item({ type: 'string' }) },
    },
    '3.1.0',
  );
  expect(diagnostics).toEqual([]);
  const { $defs = {} } = api.tools['save']?.inputSchema ?? {};
  const typeOfItems = (schema: {
    readonly $ref?: string;
    readonly allOf?: readonly object[];
    readonly properties?: never;
  }): string => {
    if (schema.allOf?.[0]) return typeOfItems(schema.allOf[0]);
    if (schema.$ref !== undefined) return typeOfItems($defs[schema.$ref.slice('#/$defs/'.length)]);
    const { items } = (
      schema as { readonly properties: { readonly items: { readonly items: { readonly $ref: string } } } }
    ).properties;
    return $defs[items.items.$ref.slice('#/$defs/'.length)].type;
  };
  const { properties } = value;
  expect(['a', 'b', 'c', 'd'].map((key) => typeOfItems(properties[key]))).toEqual([
    'integer',
    'string',
    'boolean',
    'integer',
  ]);
});

test('dynamic scopes that nest without end become a bounded number of schemas', async () => {
  const names = Array.from({ length: 12 }, (_, index) => index);
  const schemas = names.flatMap((level): [string, object][] =>
    ['A', 'B'].map((side) => [
      `${side}${level}`,
      {
        $id: `${side}${level}`,
        properties: {
          a: { $ref: `A${level + 1}` },
          b: { $ref: `B${level + 1}` },
          c: { $dynamicRef: `#x${level}${side}` },
        },
        $defs: {
          x: { $dynamicAnchor: `x${level}${side}` },
          y: { $id: `y${level}${side}`, $defs: { x: { $dynamicAnchor: `x${level}${side}` } } },
        },
      },
    ]),
  );
  const { types } = await readInput({ $ref: 'A0' }, { ...Object.fromEntries(schemas), A12: {}, B12: {} }, '3.1.0');
  expect(types.length).toBeGreaterThan(100);
  expect(types.length).toBeLessThan(600);
});
