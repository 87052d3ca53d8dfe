import fc from 'fast-check';
import { expect, test } from 'vitest';
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

/** A value for one place: the steps choose a member on the way down. */
const damage = fc.record({
  steps: fc.array(fc.nat(9), { minLength: 2, maxLength: 10 }),
  value: fc.constantFrom<unknown>(null, [], {}, 'x', 1, true, [null], thing, { $ref: '#' }, { $ref: 5 }, '__proto__'),
});

function applyDamage(root: object, steps: readonly number[], value: unknown): void {
  let place: { readonly parent: Record<string, unknown>; readonly key: string } | undefined;
  let node: unknown = root;
  for (const step of steps) {
    if (typeof node !== 'object' || node === null || Object.keys(node).length === 0) break;
    const keys = Object.keys(node);
    place = { parent: node as Record<string, unknown>, key: keys[step % keys.length] ?? '' };
    node = place.parent[place.key];
  }
  if (place && place.parent !== root) place.parent[place.key] = structuredClone(value);
}

test('no damage below the root of a document is more than a warning', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 5 }), async (damages) => {
      const document = structuredClone(sound);
      for (const { steps, value } of damages) applyDamage(document, steps, value);
      const { diagnostics } = await readApi({ 'definitions/api.openapi.json': document });
      const warnings = new Set(['invalid-api', 'broken-reference', 'skipped-operation']);
      expect(diagnostics.filter((text) => !warnings.has(text.split(' ')[0] ?? ''))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
