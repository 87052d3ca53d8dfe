import { describe, expect, test } from 'vitest';
import { readTable } from '../kit/read-table.js';
import { readApi } from './read-api.js';

const info = 'info: { title: The Things, version: 2.5.0 }';

describe('a document', () => {
  test.each(['2.0', '3.0.3', '3.1.2', '3.2.0'])('of version %s is read', async (version) => {
    const key = version === '2.0' ? 'swagger' : 'openapi';
    const { tools, diagnostics } = await readApi(`${key}: ${version}\n${info}\npaths: { /a: { get: {} } }`);
    expect(Object.keys(tools)).toEqual(['get_a']);
    expect(diagnostics).toEqual([]);
  });

  test('says who the server is when no definition does', async () => {
    const { server } = await readApi(`openapi: 3.1.0\n${info}\npaths: {}`);
    expect(server).toEqual({ name: 'api', title: 'The Things', version: '2.5.0' });
  });

  test.each([
    ['no paths', `openapi: 3.1.0\n${info}`, ['no-operations 1:1']],
    ['empty paths', `swagger: "2.0"\n${info}\npaths: {}`, ['no-operations 1:1']],
    ['components for other documents', `openapi: 3.1.0\n${info}\ncomponents: { schemas: { A: {} } }`, []],
  ])('with %s but no operations is warned of unless it may be of use', async (_title, text, wanted) => {
    expect((await readApi(text)).diagnostics).toEqual(wanted);
  });

  test.each([
    ['an unknown version', `openapi: 4.0.0\n${info}\npaths: {}`, 'unsupported-api 1:10'],
    ['no version', `${info}\npaths: {}`, 'unsupported-api 1:1'],
    ['no mapping', '- 1', 'unsupported-api 1:1'],
    ['broken syntax', 'openapi: [', 'syntax 1:10'],
  ])('with %s is an error', async (_title, text, diagnostic) => {
    const { diagnostics } = await readApi(text);
    expect(diagnostics).toEqual([diagnostic]);
  });

  test('that a definition names has to exist', async () => {
    const { diagnostics } = await readApi({
      'definitions/a.mcp.yaml': 'server: { name: a, version: "1" }\nopenapi:\n  x: { document: ./gone.yaml }',
    });
    expect(diagnostics).toEqual(['missing-file 3:18']);
  });

  test('may be cut into files, none of which is a document of its own', async () => {
    const { tools, types, diagnostics } = await readApi({
      'definitions/main.openapi.yaml': `
openapi: 3.1.0
${info}
paths:
  /pets: { $ref: './paths/pets.openapi.yaml' }
`,
      'definitions/paths/pets.openapi.yaml': `
openapi: 3.1.0
parameters: [{ $ref: '../parameters.yaml#/limit' }]
get:
  operationId: listPets
  responses:
    '200': { description: d, content: { application/json: { schema: { $ref: '../schemas/Pet.yaml' } } } }
`,
      'definitions/parameters.yaml': 'limit: { name: limit, in: query, schema: { type: integer } }',
      'definitions/schemas/Pet.yaml': 'type: object\nproperties: { parent: { $ref: "#" } }',
    });
    expect(diagnostics).toEqual([]);
    expect(Object.keys(tools)).toEqual(['listPets']);
    expect(tools['listPets']?.inputSchema.properties).toEqual({ limit: { type: 'integer' } });
    expect(tools['listPets']?.outputSchema.properties.parent).toEqual({ $ref: '#' });
    expect(types).toEqual(['Pet']);
  });

  test('may have parts that refer back to it, which left no document', async () => {
    const info = { title: 'a', version: '1' };
    const responses = { 204: { description: 'd' } };
    const back = (file: string) => ({ schema: { $ref: `../${file}#/components/schemas/Name` } });
    const pathItem = (id: string, file: string) => ({
      get: { operationId: id, parameters: [{ name: 'n', in: 'query', ...back(file) }], responses },
    });
    const document = (part: string) => ({
      openapi: '3.0.3',
      info,
      paths: { [`/${part}`]: { $ref: `./parts/${part}.json` } },
      components: { schemas: { Name: { type: 'string', maxLength: 9 } } },
    });
    const { tools, diagnostics } = await readApi({
      'definitions/a.openapi.json': document('a'),
      'definitions/b.openapi.json': document('b'),
      'definitions/parts/a.json': pathItem('readA', 'a.openapi.json'),
      'definitions/parts/b.json': pathItem('readB', 'b.openapi.json'),
    });
    expect(diagnostics).toEqual([]);
    expect(Object.keys(tools)).toEqual(['readA', 'readB']);
    expect(tools['readA']?.inputSchema.properties.n).toEqual({ $ref: '#/$defs/Name' });
  });

  test('that a definition names is not read twice', async () => {
    const { tools } = await readApi({
      'definitions/a.mcp.yaml':
        'server: { name: a, version: "1" }\nopenapi:\n  x: { document: ./b.openapi.yaml, prefix: x_ }',
      'definitions/b.openapi.yaml': `openapi: 3.1.0\n${info}\npaths: { /a: { get: { operationId: list } } }`,
    });
    expect(Object.keys(tools)).toEqual(['x_list']);
  });
});

describe('an error costs a warning and what it stands in', () => {
  const readPaths = async (paths: string) => {
    const { tools, diagnostics } = await readApi(
      `openapi: 3.0.0\n${info}\npaths:\n${paths.replaceAll(/^/gmu, '  ')}\n  /ok: { get: {} }`,
    );
    expect(Object.keys(tools)).toContain('get_ok');
    return { tools, diagnostics };
  };

  test.each(readTable('openapi/broken-operations.tsv'))('%s', async (_title, paths = '', problem = '', count = '') => {
    const { tools, diagnostics } = await readPaths(paths);
    expect(diagnostics.join()).toBe(problem);
    expect(Object.keys(tools)).toHaveLength(Number(count));
  });

  test('a parameter that the path has is a required string', async () => {
    const { tools } = await readPaths('/a/{id}: { get: {} }');
    expect(tools['get_a_by_id']?.inputSchema).toMatchObject({
      properties: { id: { type: 'string' } },
      required: ['id'],
    });
  });
});

test.each(['yaml', 'json'])('a key that stands twice in %s costs its second value', async (extension) => {
  const document = `{ "openapi": "3.0.0", "info": { "title": "T", "version": "1" },
"paths": { "/a": { "get": {} }, "/a": { "put": {} } } }`;
  const { tools, diagnostics } = await readApi({ [`definitions/api.openapi.${extension}`]: document });
  expect(Object.keys(tools)).toEqual(['get_a']);
  expect(diagnostics).toEqual(['invalid-api 2:33']);
});

describe('OpenAPI 2.0', () => {
  const swagger = (rest: string) =>
    `swagger: "2.0"\n${info}\nhost: api.example.com\nbasePath: /v1\nschemes: [http, https]\n${rest}`;

  test('has its server in pieces and its keys elsewhere', async () => {
    const { apis } = await readApi(
      swagger(`
securityDefinitions:
  basic: { type: basic }
  key: { type: apiKey, in: query, name: k }
  app: { type: oauth2, flow: application, tokenUrl: https://t.example.com, scopes: {} }
paths: {}`),
    );
    expect(apis[0]).toMatchObject({
      server: { url: 'https://api.example.com/v1' },
      securitySchemes: {
        basic: { type: 'basic' },
        key: { type: 'apiKey', in: 'query', name: 'k' },
        app: { type: 'clientCredentials', tokenUrl: 'https://t.example.com' },
      },
    });
  });

  test('has schemas in parameters, and lists in formats of their own', async () => {
    const { tools, diagnostics } = await readApi(
      swagger(`
parameters: { limit: { name: limit, in: query, type: integer, default: 5, maximum: 9, exclusiveMaximum: true } }
paths:
  /a:
    get:
      operationId: list
      parameters:
        - $ref: '#/parameters/limit'
        - { name: multi, in: query, type: array, items: { type: string }, collectionFormat: multi }
        - { name: csv, in: query, type: array, items: { type: string } }
        - { name: tsv, in: query, type: array, items: { type: string }, collectionFormat: tsv }
      responses: { 200: { description: d, schema: { $ref: '#/definitions/Thing' } } }
definitions: { Thing: { type: object, x-nullable: true, properties: { a: { type: string, x-nullable: true } } } }`),
    );
    expect(diagnostics).toEqual([]);
    expect(tools['list']?.inputSchema.properties.limit).toEqual({ type: 'integer', default: 5, exclusiveMaximum: 9 });
    expect(tools['list']?.operation.query).toEqual([
      { name: 'limit', from: ['limit'] },
      { name: 'multi', from: ['multi'] },
      { name: 'csv', from: ['csv'], explode: false },
      { name: 'tsv', from: ['tsv'], style: 'tabDelimited' },
    ]);
    expect(tools['list']?.outputSchema.properties.a).toEqual({ type: ['string', 'null'] });
  });

  test('has the body among the parameters', async () => {
    const { tools } = await readApi(
      swagger(`
consumes: [application/xml, application/json]
paths:
  /a:
    post:
      operationId: save
      parameters:
        - { name: thing, in: body, required: true, schema: { type: object, properties: { a: { type: string } } } }
    put:
      operationId: upload
      parameters:
        - { name: file, in: formData, type: file, required: true, description: The file. }
        - { name: tags, in: formData, type: array, items: { type: string }, collectionFormat: multi }
    patch:
      operationId: form
      parameters: [{ name: tags, in: formData, type: array, items: { type: string } }]`),
    );
    expect(tools['save']?.operation.body).toMatchObject({ mediaType: 'application/json', encoding: 'json' });
    expect(tools['save']?.inputSchema.properties).toEqual({ a: { type: 'string' } });
    expect(tools['upload']?.operation.body).toMatchObject({
      encoding: 'multipart',
      parts: { file: { file: 'base64' } },
    });
    expect(tools['upload']?.inputSchema.required).toEqual(['file']);
    expect(tools['form']?.operation.body).toMatchObject({
      mediaType: 'application/x-www-form-urlencoded',
      parts: { tags: { style: 'form', explode: false } },
    });
  });
});
