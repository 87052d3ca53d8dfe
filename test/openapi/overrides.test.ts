import { describe, expect, test } from 'vitest';
import { readApi } from './read-api.js';

const document = `
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putOrder
      summary: Change an order
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
components:
  schemas:
    Order: { type: object, properties: { note: { type: string }, '@size': { type: integer } }, additionalProperties: false }
`;

const read = (settings: string, rest = '') =>
  readApi({
    'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0 }
openapi:
  shop:
    document: ./shop.yaml
${settings.replace(/^(?=.)/gmu, '    ')}
${rest}`,
    'definitions/shop.yaml': document,
  });

const tools = (override: string): string => `tools:\n  putOrder:\n${override.replace(/^(?=.)/gmu, '    ')}`;

describe('a schema in the definition', () => {
  test('takes the place of that of the arguments, which are sent as before', async () => {
    const { tools: found, diagnostics } = await read(
      tools(`inputSchema:
  type: object
  properties:
    id: { type: string, pattern: '^[0-9]+$', description: Which. }
    size: { $ref: '#/$defs/Size' }
  required: [id]`),
      '$defs: { Size: { type: integer, maximum: 9, description: How large. } }',
    );
    expect(diagnostics).toEqual([]);
    expect(found['putOrder']?.inputSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string', pattern: '^[0-9]+$', description: 'Which.' },
        size: { $ref: '#/$defs/Size' },
      },
      required: ['id'],
      $defs: { Size: { type: 'integer', maximum: 9, description: 'How large.' } },
    });
    expect(found['putOrder']?.operation).toMatchObject({
      path: ['/orders/', { name: 'id', from: ['id'] }],
      body: { value: { members: [{ from: ['note'] }, { name: '@size', from: ['size'] }] } },
    });
  });

  test('takes the place of that of the answer', async () => {
    const outputSchema = { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] };
    const { tools: found, diagnostics } = await read(tools(`outputSchema: ${JSON.stringify(outputSchema)}`));
    expect(diagnostics).toEqual([]);
    expect(found['putOrder']?.outputSchema).toEqual(outputSchema);
  });

  test('has the checks of all definitions', async () => {
    const { diagnostics } = await read(
      tools(`inputSchema: { type: object, properties: { id: { tipe: x, type: 7 } } }`),
    );
    expect(diagnostics.join()).toMatch(/invalid-schema 8:\d+/u);
  });

  test('with an argument that the operation does not have is warned about, unless a handler answers', async () => {
    const schema = tools(
      `inputSchema: { type: object, properties: { size: { description: d }, color: { description: d } } }`,
    );
    expect((await read(schema)).diagnostics).toEqual(['unmatched-filter 8:78']);
    expect((await read(`${schema}\nimplement: true`)).diagnostics).toEqual([]);
  });
});

describe('questions in the definition', () => {
  const questions = tools(`elicitations:
  sure: { message: Sure?, requestedSchema: { type: object, properties: { ok: { type: boolean } } } }`);

  test('need a handler, and have the checks of all questions', async () => {
    expect((await read(`${questions}\nimplement: [putOrder]`)).diagnostics).toEqual([]);
    expect((await read(questions)).diagnostics).toEqual(['conflicting-keys 8:9']);
    const { diagnostics } = await read(`${tools('elicitations: { sure: { message: Sure? } }')}\nimplement: true`);
    expect(diagnostics).toEqual(['missing-key 8:25']);
  });
});

test('limits of calls are those of the API, and of the tool', async () => {
  const limits = 'timeoutMs: 10000\nmaxResponseBytes: 4096\nretries: 1\n';
  const { tools: found, apis, diagnostics } = await read(limits + tools('timeoutMs: 500\nretries: 0'));
  expect(diagnostics).toEqual([]);
  expect(apis[0]).toMatchObject({ timeoutMs: 10000, maxResponseBytes: 4096, retries: 1 });
  expect(found['putOrder']?.operation).toMatchObject({ timeoutMs: 500, retries: 0 });
  expect(found['putOrder']?.operation.maxResponseBytes).toBeUndefined();
});

test('settings reach the operation with that id, and not one whose name is made to be the same', async () => {
  const operation = (operationId: string) => ({ get: { operationId, responses: { 204: { description: 'd' } } } });
  const { tools: found } = await readApi({
    'definitions/shop.mcp.json': {
      server: { name: 'shop', version: '1.0.0' },
      openapi: { shop: { document: './shop.json', implement: ['pets_list'] } },
    },
    'definitions/shop.json': {
      openapi: '3.1.0',
      info: { title: 'a', version: '1' },
      paths: { '/a': operation('pets.list'), '/b': operation('pets_list') },
    },
  });
  const implemented = Object.values(found).filter(({ isImplemented }) => isImplemented);
  expect(implemented.map(({ operation: { path } }) => path)).toEqual([['/b']]);
});
