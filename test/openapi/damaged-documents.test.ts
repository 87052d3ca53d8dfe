import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDamage, damages } from './damage.js';
import { readApi } from './read-api.js';

const thing = { $ref: '#/components/schemas/Thing' };
const content = { 'application/json': { schema: thing } };

const sound = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1.0.0' },
  servers: [{ url: 'https://{v}.example.com', variables: { v: { default: 'a', enum: ['a'] } } }],
  security: [{ key: [] }],
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', tags: ['a'], responses: { 200: { description: 'd', content } } },
      put: { operationId: 'save', requestBody: { required: true, content }, responses: { 204: { description: 'd' } } },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Thing: {
        type: 'object',
        properties: { '@id': { type: 'integer', minimum: 1, readOnly: true }, next: thing, kind: { enum: ['a', 'b'] } },
        required: ['@id'],
        allOf: [{ type: 'object', additionalProperties: { type: 'string', nullable: true } }],
      },
    },
  },
};

const values = [null, [], {}, 'x', 1, true, [null], thing, { $ref: '#' }, { $ref: 5 }, '__proto__'];

test('no damage below the root of a document is more than a warning', async () => {
  await fc.assert(
    fc.asyncProperty(damages(values, 5), async (list) => {
      const document = structuredClone(sound);
      for (const one of list) applyDamage(document, one);
      const { diagnostics } = await readApi({ 'definitions/api.openapi.json': document });
      const warnings = new Set(['invalid-api', 'broken-reference', 'skipped-operation']);
      expect(diagnostics.filter((text) => !warnings.has(text.split(' ')[0] ?? ''))).toEqual([]);
    }),
    { numRuns: 80 },
  );
});
