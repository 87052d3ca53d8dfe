import { expect, test } from 'vitest';
import { documentOf, readApi } from './read-api.js';

/** Reads an operation whose body and answer have this schema. `Base` is an object with the property `a`. */
async function readSchema(version: string, schema: object) {
  const content = { 'application/json': { schema } };
  const post = {
    operationId: 'save',
    requestBody: { required: true, content },
    responses: { 200: { description: 'ok', content } },
  };
  const components = { schemas: { Base: { type: 'object', properties: { a: { type: 'string' } } } } };
  const { tools, diagnostics } = await readApi(documentOf({ post }, { components }, version));
  return { input: tools['save']?.inputSchema, output: tools['save']?.outputSchema, diagnostics };
}

const base = { $ref: '#/components/schemas/Base' };
const body = { type: 'object', properties: { a: { type: 'string' } } };

test.each([
  ['close it in OpenAPI 3.1', '3.1.0', { unevaluatedProperties: false }, { ...body, additionalProperties: false }, []],
  [
    'add properties in OpenAPI 3.1',
    '3.1.0',
    { properties: { b: { type: 'string' } }, required: ['b'] },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] },
    [],
  ],
  [
    'are left out where they forbid its properties',
    '3.1.0',
    { additionalProperties: false },
    body,
    ['invalid-api 29:43'],
  ],
  [
    'have no effect in OpenAPI 3.0, and closing ones are warned of',
    '3.0.3',
    { unevaluatedProperties: false },
    body,
    ['invalid-api 17:17', 'invalid-api 29:19'],
  ],
])('keywords next to a $ref of a body %s', async (_title, version, keywords, expected, warnings) => {
  const { input, output, diagnostics } = await readSchema(version, { ...base, ...keywords });
  expect('additionalProperties' in keywords ? output : input).toEqual(expected);
  expect(diagnostics).toEqual(warnings);
});
