import fc from 'fast-check';

export const thing = { $ref: '#/components/schemas/Thing' };
const json = { 'application/json': { schema: thing } };
export const text = { type: 'string' };

/** A document with every part that reaches generated code. */
export const sound = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  servers: [
    { url: 'https://{v}.example.com/{w}', variables: { v: { default: 'a', enum: ['a'] }, w: { default: 'b' } } },
  ],
  security: [{ key: [] }, { login: ['read'] }],
  tags: [{ name: 'a', description: 'd' }],
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'read',
        summary: 'Reads.',
        tags: ['a'],
        parameters: [
          { name: 'tags', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array', items: text } },
          { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { a: text } } },
          { name: 'X-Head', in: 'header', content: { 'application/json': { schema: thing } } },
          { name: 'crumb', in: 'cookie', schema: text, deprecated: true, allowReserved: true, example: 'x' },
          { name: 'page', in: 'query', schema: { type: 'integer', default: 1 }, examples: { a: { value: 2 } } },
          { name: 'per_page', in: 'query', schema: { type: 'integer', maximum: 100, default: 30 } },
        ],
        responses: {
          200: { description: 'd', content: { ...json, 'text/plain': { schema: text } } },
          404: { description: 'd', content: json },
        },
      },
      put: {
        operationId: 'save',
        security: [{ basic: [] }, { flow: ['write'] }],
        servers: [{ url: '/v2' }],
        requestBody: { required: true, content: json },
        responses: { 204: { description: 'd' } },
      },
      post: {
        operationId: 'upload',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { ...text, format: 'binary' }, note: text, all: { type: 'array', items: text } },
              },
              encoding: { note: { contentType: 'text/plain', style: 'form', explode: true }, file: { headers: {} } },
            },
            'application/x-www-form-urlencoded': { schema: thing },
          },
        },
        responses: { default: { description: 'd', content: { 'text/plain': { schema: text } } } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      flow: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { write: 'w' } } },
      },
    },
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          '@id': { type: 'integer', minimum: 1, readOnly: true },
          next: thing,
          kind: { enum: ['a', 'b'] },
          either: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
            discriminator: { propertyName: 'type', mapping: { cat: 'Cat' } },
          },
        },
        required: ['@id'],
        allOf: [{ type: 'object', additionalProperties: { type: 'string', default: 'x', nullable: true } }],
      },
      Cat: { type: 'object', required: ['type'], properties: { type: text, lives: { const: 9 } } },
      Dog: { type: 'object', required: ['type'], properties: { type: text, list: { type: 'array', items: [text] } } },
    },
  },
};

/** A value for one place of a document: the steps choose a member on the way down. */
export interface Damage {
  readonly steps: readonly number[];
  readonly value: unknown;
}

/** Damages, up to a number. */
export function damages(values: readonly unknown[], most: number): fc.Arbitrary<Damage[]> {
  const steps = fc.array(fc.nat(11), { minLength: 2, maxLength: 12 });
  return fc.array(fc.record({ steps, value: fc.constantFrom(...values) }), { minLength: 1, maxLength: most });
}

/** Puts a value below the root of a document. */
export function applyDamage(root: object, { steps, value }: Damage): void {
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
