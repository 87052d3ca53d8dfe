import { expect, test } from 'vitest';
import { readApi, type ReadApi } from './read-api.js';

const word = 'A field of the answer that is advertised at some length, so that there is something to leave out.';

/** An object with other objects in it, of about 7 kB with its descriptions. */
const record = {
  type: 'object',
  description: 'A record.',
  required: ['field0'],
  properties: Object.fromEntries(
    Array.from({ length: 20 }, (_field, index) => [
      `field${index}`,
      {
        type: 'object',
        description: word,
        properties: Object.fromEntries(
          Array.from({ length: 2 }, (_part, part) => [
            `part${part}`,
            { type: 'string', minLength: 1, description: word },
          ]),
        ),
      },
    ]),
  ),
};

/** An API whose operations answer with such a record. */
function buildDocument(operations: number) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Record' } } };
  const responses = { 200: { description: 'd', content } };
  const paths = Array.from({ length: operations }, (_path, index) => [
    `/records/${index}`,
    { get: { operationId: `get${index}`, responses } },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Records', version: '1' },
    paths: Object.fromEntries(paths) as object,
    components: { schemas: { Record: record } },
  };
}

function read(operations: number, settings: object = {}): Promise<ReadApi> {
  return readApi({
    'definitions/records.mcp.yaml': {
      server: { name: 'records', version: '1.0.0' },
      openapi: { records: { document: './records.json', ...settings } },
    },
    'definitions/records.json': buildDocument(operations),
  });
}

function totalBytes({ tools }: ReadApi): number {
  return Object.values(tools).reduce((sum, { outputSchema }) => sum + JSON.stringify(outputSchema).length, 0);
}

test('the answers of a small API are advertised with their descriptions', async () => {
  const { tools } = await read(20);
  expect(tools['get0']?.outputSchema).toEqual(expect.objectContaining({ properties: record.properties }));
});

test('the answers of a larger API are advertised without a word, then without what lies deep, then by their type', async () => {
  const part = { type: 'string', minLength: 1 };
  const parts = Object.fromEntries(Array.from({ length: 2 }, (_part, index) => [`part${index}`, part]));
  const fields = (field: object) => Object.fromEntries(Object.keys(record.properties).map((name) => [name, field]));
  const silent = (await read(80)).tools['get0']?.outputSchema;
  expect(silent).toEqual({
    type: 'object',
    properties: fields({ type: 'object', properties: parts }),
    required: ['field0'],
  });
  const outlined = (await read(200)).tools['get0']?.outputSchema;
  expect(outlined).toEqual({ type: 'object', properties: fields({ type: 'object' }), required: ['field0'] });
  expect((await read(600)).tools['get0']?.outputSchema).toEqual({ type: 'object' });
});

test('the output schemas of an API come to 256 kB at most', async () => {
  for (const operations of [30, 60, 120, 300]) expect(totalBytes(await read(operations))).toBeLessThan(262_144 * 1.1);
});

test('one operation more changes none of the other descriptors', async () => {
  const [before, after] = [await read(100), await read(101)];
  expect(after.tools).toMatchObject(before.tools);
});

test('what is enforced is advertised in full, and so is what the definition says itself', async () => {
  const outputSchema = {
    type: 'object',
    title: 'get1',
    properties: { a: { type: 'string', examples: ['b'], description: word } },
  };
  const strict = await read(200, { validateResponses: 'error' });
  expect(strict.tools['get0']?.outputSchema.properties).toEqual(record.properties);
  const own = await read(200, { tools: { get1: { outputSchema } } });
  expect(own.tools['get1']?.outputSchema).toEqual(expect.objectContaining({ properties: outputSchema.properties }));
});
