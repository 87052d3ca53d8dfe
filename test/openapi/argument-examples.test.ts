import { expect, test } from 'vitest';
import { readTable } from '../kit/read-table.js';
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

test.each(readTable('openapi/argument-examples.tsv'))('an argument has %s', async (_title, parameter = '', wanted) => {
  const components = {
    examples: { One: { value: 'one' } },
    schemas: { Text: { allOf: [text, { minLength: 2 }] } },
  };
  const argument = (await readArgument(JSON.parse(parameter) as object, components)) as { readonly examples?: unknown };
  expect(argument.examples).toEqual(wanted === undefined ? undefined : JSON.parse(wanted));
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
