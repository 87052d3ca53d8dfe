import { expect, test } from 'vitest';
import { documentOf, readApi } from './read-api.js';

/** The schema of the one argument of an operation, as it is advertised. */
async function readArgument(parameter: object, components: object = {}): Promise<unknown> {
  const parameters = [{ name: 'value', in: 'query', ...parameter }];
  const get = { operationId: 'find', parameters, responses: { 204: { description: 'd' } } };
  const { tools, diagnostics } = await readApi(documentOf({ get }, { components }, '3.2.0'));
  expect(diagnostics).toEqual([]);
  return tools['find']?.inputSchema.properties.value;
}

const text = { type: 'string' };

test.each<[string, object, readonly unknown[] | undefined]>([
  ['its example', { schema: text, example: 'a b' }, ['a b']],
  ['its examples', { schema: text, examples: { one: { value: 'a' }, two: { value: 'b' } } }, ['a', 'b']],
  ['its examples by reference', { schema: text, examples: { one: { $ref: '#/components/examples/One' } } }, ['one']],
  ['its examples as data', { schema: text, examples: { one: { dataValue: 'a', serializedValue: 'x=a' } } }, ['a']],
  ['the examples of its content', { content: { 'application/json': { schema: text, example: 'a' } } }, ['a']],
  ['its own example and not that of the schema', { schema: { ...text, example: 'x' }, example: 'a' }, ['a']],
  ['each example once', { schema: text, examples: { one: { value: 'a' }, two: { value: 'a' } } }, ['a']],
  ['a list', { schema: { type: 'array', items: text }, example: ['a', 'b'] }, [['a', 'b']]],
  ['a referred schema', { schema: { $ref: '#/components/schemas/Text' }, example: 'abc' }, ['abc']],
  ['a union', { schema: { anyOf: [{ type: 'integer' }, text] }, example: 7 }, [7]],
  ['the example of the schema where its own does not fit', { schema: { ...text, example: 'x' }, example: 1 }, ['x']],
  ['no example of another type', { schema: text, example: 12 }, undefined],
  ['no text for a list', { schema: { type: 'array', items: text }, example: 'a,b' }, undefined],
  ['no list of others', { schema: { type: 'array', items: { type: 'integer' } }, example: ['a'] }, undefined],
  [
    'no value out of range',
    {
      schema: { type: 'integer', maximum: 3, exclusiveMinimum: 1 },
      examples: { a: { value: 4 }, b: { value: 1 }, c: { value: 2 } },
    },
    [2],
  ],
  ['no value out of an enumeration', { schema: { ...text, enum: ['a', 'b'] }, example: 'c' }, undefined],
  [
    'no text against a pattern',
    { schema: { ...text, pattern: '^a' }, examples: { a: { value: 'b' }, b: { value: 'ab' } } },
    ['ab'],
  ],
  ['no text of another length', { schema: { ...text, maxLength: 2 }, example: 'abc' }, undefined],
  ['no text against a part of its schema', { schema: { $ref: '#/components/schemas/Text' }, example: 'a' }, undefined],
  [
    'no object without what is required',
    { schema: { type: 'object', properties: { a: text }, required: ['a'] }, example: { b: 1 } },
    undefined,
  ],
  [
    'no object with more than is allowed',
    { schema: { type: 'object', properties: { a: text }, additionalProperties: false }, example: { b: 1 } },
    undefined,
  ],
  ['no object with renamed properties', { schema: { type: 'object' }, example: { 'a[b]': 1 } }, undefined],
  ['no long example', { schema: text, examples: { a: { value: 'x'.repeat(300) }, b: { value: 'short' } } }, ['short']],
  [
    'no example that stands elsewhere',
    { schema: text, examples: { a: { externalValue: 'https://example.com' } } },
    undefined,
  ],
])('an argument has %s', async (_title, parameter, wanted) => {
  const components = {
    examples: { One: { value: 'one' } },
    schemas: { Text: { allOf: [text, { minLength: 2 }] } },
  };
  const argument = (await readArgument(parameter, components)) as { readonly examples?: unknown };
  expect(argument.examples).toEqual(wanted);
});

test('an example of a schema that leads to itself in many ways is given up in time', async () => {
  const part = { $ref: '#/components/schemas/Part' };
  const Part = {
    anyOf: [{ type: 'integer' }, ...Array.from({ length: 8 }, () => ({ allOf: [part, part], minLength: 9 }))],
  };
  const argument = await readArgument({ schema: part, example: 'a' }, { schemas: { Part } });
  expect(JSON.stringify(argument)).not.toContain('examples');
});

test('a body that is one argument has the examples of its media type', async () => {
  const bodyOf = (mediaType: string, schema: object, more: object) => ({
    operationId: 'save',
    requestBody: { required: true, content: { [mediaType]: { schema, ...more } } },
    responses: { 204: { description: 'd' } },
  });
  const readBody = async (operation: object) =>
    (await readApi(documentOf({ post: operation }))).tools['save']?.inputSchema.properties.body;
  const list = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } };
  expect(await readBody(bodyOf('application/json', list, { example: [{ id: 1 }] }))).toMatchObject({
    examples: [[{ id: 1 }]],
  });
  expect(await readBody(bodyOf('application/json', list, { example: { id: 1 } }))).not.toHaveProperty('examples');
  expect(await readBody(bodyOf('text/csv', text, { examples: { a: { value: 'a,b' } } }))).toMatchObject({
    examples: ['a,b'],
  });
});
