import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';
import { keepTalking } from '../kit/talk.js';
import { documentOf, readApi } from './read-api.js';

/** Branches of the OpenAPI specification's own sample: they overlap, and no constant tells them apart. */
const document = `
openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /named: { post: { operationId: addNamed, summary: Adds., requestBody: { $ref: '#/components/requestBodies/Named' }, responses: { '204': { description: d } } } }
  /mapped: { post: { operationId: addMapped, summary: Adds., requestBody: { $ref: '#/components/requestBodies/Mapped' }, responses: { '204': { description: d } } } }
  /untold: { post: { operationId: addUntold, summary: Adds., requestBody: { $ref: '#/components/requestBodies/Untold' }, responses: { '204': { description: d } } } }
  /based: { post: { operationId: addBased, summary: Adds., requestBody: { $ref: '#/components/requestBodies/Based' }, responses: { '204': { description: d } } } }
components:
  requestBodies:
    Based:
      required: true
      content: { application/json: { schema: { $ref: '#/components/schemas/Shape' } } }
    Named:
      required: true
      content:
        application/json:
          schema:
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
            discriminator: { propertyName: petType }
    Mapped:
      required: true
      content:
        application/json:
          schema:
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
            discriminator:
              propertyName: petType
              mapping: { cat: Cat, kitten: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }
    Untold:
      required: true
      content:
        application/json:
          schema: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }
  schemas:
    Shape:
      type: object
      required: [kind]
      properties: { kind: { type: string }, color: { type: string }, next: { $ref: '#/components/schemas/Shape' } }
      discriminator:
        propertyName: kind
        mapping: { circle: '#/components/schemas/Circle', box: Box, cube: Box }
    Circle: { allOf: [{ $ref: '#/components/schemas/Shape' }, { type: object, required: [radius], properties: { radius: { type: number } } }] }
    Box: { allOf: [{ $ref: '#/components/schemas/Shape' }, { type: object, properties: { inner: { allOf: [{ $ref: '#/components/schemas/Shape' }], description: What is in it. } } }] }
    Pet:
      type: object
      required: [petType]
      properties: { petType: { type: string }, name: { type: string } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { lives: { type: integer } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, properties: { bark: { type: string } } }] }
`;

const project = await createProject({ 'definitions/pets.openapi.yaml': document });
const server = await project.bundle();
const api = await startRecordingServer();
api.answer = (_request, response) => response.writeHead(204).end();
beforeEach(() => void (api.requests.length = 0));
afterAll(() => api.close());
const talk = keepTalking(server, { PETS__PETS__BASE_URL: api.url });

async function call(name: string, body: object): Promise<{ readonly sent: unknown; readonly text: string }> {
  const { messages } = await talk([
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { body } } },
  ]);
  const result = messages.at(-1)?.result as { content: readonly { text: string }[] } | undefined;
  const [request] = api.requests;
  return { sent: request && JSON.parse(request.body.toString()), text: result?.content[0]?.text ?? '' };
}

describe('a discriminator that does not name a branch', () => {
  const text = { type: 'string' };
  const kind = { type: 'object', required: ['kind'], properties: { kind: text } };
  const unionOf = async (schema: object, schemas: object, files: object = {}) => {
    const post = { operationId: 'save', requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    const { tools } = await readApi({ ...documentOf({ post }, { components: { schemas } }), ...files });
    return tools['save']?.inputSchema.properties.body.anyOf;
  };

  test('leaves the branches of a split document as they are', async () => {
    const schema = { oneOf: [{ $ref: './Cat.yaml' }, { $ref: './Dog.yaml' }], discriminator: { propertyName: 'kind' } };
    const branches = await unionOf(
      schema,
      {},
      { 'definitions/Cat.yaml': kind, 'definitions/Dog.yaml': { ...kind, title: 'Dog' } },
    );
    expect(branches).toEqual([{ $ref: expect.any(String) as string }, { $ref: expect.any(String) as string }]);
  });

  test('leaves a branch as it is that the mapping does not mention', async () => {
    const refs = ['Mammal', 'Bird'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const discriminator = { propertyName: 'kind', mapping: { cat: 'Cat', bird: 'Bird' } };
    const branches = await unionOf(
      { oneOf: refs, discriminator },
      { Mammal: kind, Bird: { ...kind, title: 'Bird' }, Cat: kind },
    );
    expect(branches[0]).toEqual({ $ref: '#/$defs/Mammal' });
    expect(branches[1].allOf[1].properties).toEqual({ kind: { type: 'string', enum: ['bird'] } });
  });

  test('leaves all branches as they are when its property is renamed', async () => {
    const typed = { type: 'object', properties: { '@type': text, type: text } };
    const refs = ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schema = { oneOf: refs, discriminator: { propertyName: '@type' } };
    expect(await unionOf(schema, { A: typed, B: { ...typed, title: 'B' } })).toEqual([
      { $ref: '#/$defs/A' },
      { $ref: '#/$defs/B' },
    ]);
  });
});

describe('a base schema without a mapping', () => {
  const ref = (name: string, place = 'components/schemas') => ({ $ref: `#/${place}/${name}` });
  const tagged = (name: string, property: string, value: string) => ({
    allOf: [ref(name, '$defs'), { type: 'object', properties: { [property]: { type: 'string', enum: [value] } } }],
  });
  const last = { allOf: [ref('Pet', '$defs')] };

  /** The body of an operation that takes a `Pet`. */
  const bodyOf = async (document: object, requestBody?: object, parameters?: readonly object[]) => {
    const post = { operationId: 'save', requestBody, parameters, responses: {} };
    const all = { info: { title: 'a', version: '1' }, paths: { '/a': { post } }, ...document };
    const { tools } = await readApi({ 'definitions/api.openapi.json': all });
    return tools['save']?.inputSchema.properties.body;
  };

  test.each(['kind', '@type'])(
    'has all schemas that extend it, with their names, by the property %s',
    async (property) => {
      const schemas = {
        Pet: {
          type: 'object',
          properties: { [property]: { type: 'string' } },
          discriminator: { propertyName: property },
        },
        Cat: { allOf: [ref('Pet'), { properties: { lives: { type: 'integer' } } }] },
        Lion: { allOf: [ref('Cat'), { properties: { mane: { type: 'boolean' } } }] },
        Stone: { type: 'object' },
      };
      const content = { 'application/json': { schema: ref('Pet') } };
      const { anyOf } = await bodyOf({ openapi: '3.0.3', components: { schemas } }, { required: true, content });
      const plain = (name: string) => ({ allOf: [ref(name, '$defs')] });
      const branch = (name: string) => (property === 'kind' ? tagged(name, 'kind', name) : plain(name));
      expect(anyOf).toEqual([branch('Cat'), branch('Lion'), last]);
    },
  );

  test('has the schemas that extend it from other files, too', async () => {
    const kind = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
    const toCat = { propertyName: 'kind', mapping: { cat: './parts/Cat.json' } };
    const schemas = {
      Pet: { ...kind, discriminator: toCat },
      Dog: { allOf: [ref('Pet')] },
      Cat: { $ref: './parts/Cat.json' },
      Zoo: { $ref: './parts/Zoo.json' },
    };
    const pet = { $ref: '../api.openapi.json#/components/schemas/Pet' };
    const content = { 'application/json': { schema: ref('Zoo') } };
    const post = { operationId: 'save', requestBody: { required: true, content }, responses: {} };
    const { tools, diagnostics } = await readApi({
      ...documentOf({ post }, { components: { schemas } }, '3.0.3'),
      'definitions/parts/Cat.json': { allOf: [pet, { properties: { friend: pet } }] },
      'definitions/parts/Zoo.json': { type: 'object', properties: { first: pet, all: { type: 'array', items: pet } } },
    });
    const anyOf = [tagged('Dog', 'kind', 'Dog'), tagged('Cat', 'kind', 'cat'), last];
    expect(diagnostics).toEqual([]);
    expect(tools['save']?.inputSchema).toMatchObject({
      properties: { first: { anyOf }, all: { items: { anyOf } } },
      $defs: { Cat: { allOf: [{}, { properties: { friend: { anyOf } } }] } },
    });
  });

  test('stays as it is when more than 100 schemas extend it', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `Cat${index}`);
    const properties = { kind: { type: 'string' } };
    const Pet = { type: 'object', required: ['kind'], properties, discriminator: { propertyName: 'kind' } };
    const bodyWith = (count: number) => {
      const cats = names.slice(0, count).map((name) => [name, { allOf: [ref('Pet')] }] as const);
      const content = { 'application/json': { schema: ref('Pet') } };
      const schemas = { Pet, ...Object.fromEntries(cats) };
      return bodyOf({ openapi: '3.0.3', components: { schemas } }, { required: true, content });
    };
    expect((await bodyWith(100)).anyOf).toHaveLength(101);
    expect(await bodyWith(101)).toEqual(ref('Pet', '$defs'));
  });

  test('is read from OpenAPI 2.0 as well, with the values that Azure gives', async () => {
    const definitions = {
      Pet: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } }, discriminator: 'kind' },
      Cat: { 'x-ms-discriminator-value': 'cat', allOf: [ref('Pet', 'definitions')] },
      Dog: { allOf: [ref('Pet', 'definitions')] },
    };
    const schema = { type: 'array', items: ref('Pet', 'definitions') };
    const { items } = await bodyOf({ swagger: '2.0', definitions }, undefined, [
      { in: 'body', name: 'b', required: true, schema },
    ]);
    expect(items).toEqual({ anyOf: [tagged('Cat', 'kind', 'cat'), tagged('Dog', 'kind', 'Dog'), last] });
  });
});

describe('a body that is a base schema, of which clients saw nothing but the base', () => {
  test('is advertised as a union of the schemas that its mapping names, and of itself', async () => {
    const { messages } = await talk([{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }]);
    const result = messages[0]?.result as { tools: readonly { name: string; inputSchema: object }[] } | undefined;
    const branch = (name: string, values: readonly string[]) => ({
      allOf: [{ $ref: `#/$defs/${name}` }, { type: 'object', properties: { kind: { type: 'string', enum: values } } }],
    });
    const anyOf = [
      branch('Circle', ['circle']),
      branch('Box', ['box', 'cube']),
      { allOf: [{ $ref: '#/$defs/Shape' }] },
    ];
    const extended = (properties: object) => ({
      allOf: [{ $ref: '#/$defs/Shape' }, { type: 'object', ...properties }],
    });
    expect(result?.tools.find(({ name }) => name === 'addBased')?.inputSchema).toEqual({
      type: 'object',
      properties: { body: { anyOf } },
      required: ['body'],
      additionalProperties: false,
      $defs: {
        Shape: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' }, color: { type: 'string' }, next: { anyOf } },
        },
        Circle: extended({ required: ['radius'], properties: { radius: { type: 'number' } } }),
        Box: extended({ properties: { inner: { allOf: [{ anyOf }], description: 'What is in it.' } } }),
      },
    });
  });

  test.each([
    { kind: 'circle', radius: 1 },
    { kind: 'cube', inner: { kind: 'circle', radius: 2, next: { kind: 'box' } } },
    // The base allows them, and the schemas that extend a base are often wrong.
    { kind: 'circle', radius: 'wide' },
    { kind: 'other', sides: 7 },
  ])('is sent as it is: %j', async (body) => {
    expect((await call('addBased', body)).sent).toEqual(body);
  });

  test.each([
    [
      { kind: 'circle', radius: 'wide', color: 1 },
      '- body.color: must be a string, got 1\n- body.radius: must be a number, got "wide"',
    ],
    [{ kind: 'box', next: { kind: 'cube', next: {} } }, '- body.next.next.kind: is required'],
    [{ color: 'red' }, '- body.kind: is required'],
    [{ kind: 'other', color: 1 }, '- body.color: must be a string, got 1'],
  ])('is refused with the errors of the schema that the discriminator names: %j', async (body, expected) => {
    const text = `Invalid arguments for tool "addBased":\n${expected}`;
    expect(await call('addBased', body)).toEqual({ sent: undefined, text });
  });

  test('has a type whose discriminator is a literal', () => {
    const types = readFileSync(path.join(project.folder, 'generated/types.ts'), 'utf8');
    expect(types).toMatch(
      /interface AddBasedInput \{\s+body: \(Circle & \{\s+kind\?: 'circle';\s+\}\) \| \(Box & \{\s+kind\?: 'box' \| 'cube';\s+\}\) \| Shape;/u,
    );
  });
});

describe('a body that is a union of overlapping schemas', () => {
  test.each([
    ['addNamed', { petType: 'Cat', name: 'Tom', lives: 9 }],
    ['addNamed', { petType: 'Dog', bark: 'wau' }],
    ['addMapped', { petType: 'kitten', lives: 9 }],
    ['addMapped', { petType: 'dog', name: 'Rex' }],
    ['addUntold', { petType: 'anything', name: 'Rex' }],
  ])('is sent by %s as it is: %j', async (name, body) => {
    expect((await call(name, body)).sent).toEqual(body);
  });

  test.each([
    ['addMapped', { petType: 'Cat' }, '- body.petType: must be one of "cat", "kitten", "dog", got "Cat"'],
    ['addMapped', { petType: 'cat', lives: 'nine' }, '- body.lives: must be an integer, got "nine"'],
    ['addMapped', { name: 'Tom' }, '- body.petType: is required: one of "cat", "kitten", "dog"'],
  ])(
    'is refused by %s with the errors of the branch that the discriminator names: %j',
    async (name, body, expected) => {
      expect(await call(name, body)).toEqual({
        sent: undefined,
        text: `Invalid arguments for tool "${name}":\n${expected}`,
      });
    },
  );

  test('has a type whose discriminator is a literal', () => {
    const types = readFileSync(path.join(project.folder, 'generated/types.ts'), 'utf8');
    expect(types).toMatch(
      /petType\?: 'Cat';[^]*petType\?: 'Dog';[^]*petType\?: 'cat' \| 'kitten';[^]*petType\?: 'dog';/u,
    );
  });
});
