import { describe, expect, test } from 'vitest';
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

describe('keywords next to a $ref', () => {
  test('close a body in OpenAPI 3.1', async () => {
    const { input, diagnostics } = await readSchema('3.1.0', { ...base, unevaluatedProperties: false });
    expect(input).toEqual({ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false });
    expect(diagnostics).toEqual([]);
  });

  test('add properties to a body in OpenAPI 3.1', async () => {
    const extended = { ...base, properties: { b: { type: 'string' } }, required: ['b'] };
    expect((await readSchema('3.1.0', extended)).input).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['b'],
    });
  });

  test('that forbid the properties of the reference are left out, with a warning', async () => {
    const { output, diagnostics } = await readSchema('3.1.0', { ...base, additionalProperties: false });
    expect(output).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(diagnostics).toEqual(['invalid-api 29:43']);
  });

  test('have no effect in OpenAPI 3.0, and closing ones are warned of', async () => {
    const { input, diagnostics } = await readSchema('3.0.3', { ...base, unevaluatedProperties: false });
    expect(input).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
    expect(diagnostics).toEqual(['invalid-api 17:17', 'invalid-api 29:19']);
  });
});
