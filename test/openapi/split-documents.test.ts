import { describe, expect, test } from 'vitest';
import { readApi } from './read-api.js';

const documentOf = (paths: object, more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'Split', version: '1' },
  paths,
  ...more,
});
const contentOf = (schema: object) => ({ 'application/json': { schema } });

describe('a document in several files', () => {
  test('may have references where OpenAPI has none', async () => {
    const { tools, apis, diagnostics } = await readApi({
      'definitions/api.openapi.json': documentOf(
        { $ref: './parts/paths.json' },
        {
          security: [{ key: [] }],
          components: { securitySchemes: { $ref: './parts/security.json#/schemes' } },
        },
      ),
      'definitions/parts/paths.json': {
        '/things/{id}': {
          parameters: { $ref: './more.json#/parameters' },
          get: { operationId: 'read', responses: { $ref: './more.json#/responses' } },
        },
      },
      'definitions/parts/more.json': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'd', content: { $ref: '#/content' } } },
        content: contentOf({ type: 'object', properties: { a: { type: 'string' } } }),
      },
      'definitions/parts/security.json': { schemes: { key: { type: 'apiKey', in: 'header', name: 'X' } } },
    });
    expect(diagnostics).toEqual([]);
    expect(tools['read']?.inputSchema.properties).toEqual({ id: { type: 'integer' } });
    expect(tools['read']?.outputSchema.properties).toEqual({ a: { type: 'string' } });
    expect(tools['read']?.operation.security).toEqual([{ key: [] }]);
    expect(apis[0].securitySchemes).toMatchObject({ key: { name: 'X' } });
  });

  test('may have one reference for all properties of a schema', async () => {
    const content = contentOf({ type: 'object', properties: { $ref: './parts.json#/props~1of' } });
    const responses = { 200: { description: 'd', content } };
    const post = { operationId: 'add', requestBody: { required: true, content }, responses };
    const { tools, diagnostics } = await readApi({
      'definitions/api.openapi.json': documentOf({ '/a': { post } }),
      'definitions/parts.json': {
        'props/of': {
          'a b': { type: 'string', minLength: 1 },
          size: { type: 'integer' },
          id: { type: 'string', readOnly: true },
        },
      },
    });
    expect(diagnostics).toEqual([]);
    expect(Object.keys(tools['add']?.inputSchema.properties)).toEqual(['a_b', 'size']);
    expect(tools['add']?.inputSchema.properties.a_b).toEqual({ type: 'string', minLength: 1 });
    expect(Object.keys(tools['add']?.outputSchema.properties)).toEqual(['a b', 'size', 'id']);
    expect(JSON.stringify(tools['add']?.outputSchema)).toContain('"minLength":1');
  });

  test.each([
    ['may have pointers that lead into references', './schemas.json', []],
    ['may not have some that lead into references without end', '#/components/schemas/Pet', ['broken-reference']],
  ])('%s', async (_title, $ref, problems) => {
    const content = contentOf({ $ref: '#/components/schemas/Pet' });
    const get = { operationId: 'read', responses: { 200: { description: 'd', content } } };
    const { types, diagnostics } = await readApi({
      'definitions/api.openapi.json': documentOf({ '/a': { get } }, { components: { schemas: { $ref } } }),
      'definitions/schemas.json': { Pet: { type: 'object', properties: { next: { $ref: '#/Pet' } } } },
    });
    expect(diagnostics.map((text) => text.split(' ')[0])).toEqual(problems);
    expect(types).toEqual(problems.length === 0 ? ['Pet'] : []);
  });
});

describe('a parameter in a path', () => {
  test.each([
    ['of a gateway', '/a/{proxy+}', 'proxy'],
    ['with a pattern', '/a/{proxy:[0-9]+}', 'proxy'],
    ['with a pattern that has braces', '/a/{proxy:[0-9]{2}}', 'proxy'],
    ['with a pattern that has a slash and escaped braces', '/a/{proxy:(a{1,2}/|\\{)+}', 'proxy'],
    ['with a style', '/a/{;proxy*}', 'proxy'],
    ['with such a name', '/a/{proxy+}', 'proxy+'],
  ])('%s is known by its name', async (_title, path, name) => {
    const parameters = [{ name, in: 'path', required: true, schema: { type: 'integer' } }];
    const { tools, diagnostics } = await readApi({
      'definitions/api.openapi.json': documentOf({ [path]: { get: { operationId: 'read', parameters } } }),
    });
    expect(diagnostics).toEqual([]);
    expect(tools['read']?.operation.path).toEqual(['/a/', { name, from: ['proxy'] }]);
    expect(tools['read']?.inputSchema.properties).toEqual({ proxy: { type: 'integer' } });
  });

  test('with a pattern is known by its name if the document does not describe it', async () => {
    const get = { responses: {} };
    const { tools, diagnostics } = await readApi({
      'definitions/api.openapi.json': documentOf({
        '/a/{id:[0-9]{2}}/b/{c}': { get },
        '/{a:}/{d/{e}:x': { get },
        '/f/{g:[0-9]{2}': { get },
      }),
    });
    expect(Object.entries(tools).map(([name, { operation }]) => [name, operation.path])).toEqual([
      ['get_a_by_id_b_by_c', ['/a/', { name: 'id', from: ['id'] }, '/b/', { name: 'c', from: ['c'] }]],
      ['get_by_a_d_by_e_x', ['/', { name: 'a', from: ['a'] }, '/{d/', { name: 'e', from: ['e'] }, ':x']],
      ['get_f_g_0-9_by_2', ['/f/{g:[0-9]', { name: '2', from: ['2'] }]],
    ]);
    expect(diagnostics.filter((text) => !text.startsWith('invalid-api'))).toEqual([]);
  });
});
