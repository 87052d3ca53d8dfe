import { expect, test } from 'vitest';
import type { ServerDefinition } from '../../runtime/core/api/definition.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { request, talk } from '../wire/wire.js';

/** Result of an operation with an output schema, as `describe` outlines it. */
async function outline(schema: unknown): Promise<unknown> {
  const operation = {
    name: 'sail',
    description: '',
    tags: [],
    request: 'GET /sail',
    details: async () => ({ fields: { outputSchema: JSON.stringify(schema) } }),
    validators: () => Promise.reject(new Error('It is never called')),
  };
  const discovery = { does: 'describe', load: async () => [operation] } as const;
  const definition: ServerDefinition = makeDefinition({ tools: [makeTool('describe', { discovery })] });
  const call = request(1, 'tools/call', { name: 'describe', arguments: { operation: 'sail' } });
  const [answer] = await talk({ definition, handlers: makeHandlers() }, [call]);
  return JSON.parse(answer?.['result'].content[0].text as string).returns;
}

const boat = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    crew: { type: 'array', items: { type: 'object', properties: { a: {}, b: {} } } },
  },
};

test.each([
  ['names and types of properties', boat, '{ id: integer, crew: [object] }'],
  ['items of a list', { type: 'array', items: boat }, '[{ id: integer, crew: [object] }]'],
  ['a definition', { $ref: '#/$defs/A~1B', $defs: { 'A/B': boat } }, '{ id: integer, crew: [object] }'],
  ['a wrapper', { type: 'object', properties: { result: boat } }, '{ result: { id: integer, crew: [object] } }'],
  ['a branch that is not null', { anyOf: [{ type: 'null' }, boat] }, '{ id: integer, crew: [object] }'],
  [
    'several types',
    { properties: { a: { type: ['string', 'null'] }, b: { type: ['string', 'integer'] } } },
    '{ a: string, b: string | integer }',
  ],
  ['no type', {}, 'any'],
  ['a boolean schema', true, 'any'],
  ['a definition that is missing', { $ref: '#/$defs/None' }, 'any'],
  ['a reference to elsewhere', { $ref: 'https://example.com/schema' }, 'any'],
  ['a definition that refers to itself', { $ref: '#' }, 'any'],
  ['a list of itself', { type: 'array', items: { $ref: '#' } }, '[[[[[any]]]]]'],
  ['an object without properties', { type: 'object', properties: {} }, 'object'],
])('the outline of a schema tells %s', async (_title, schema, wanted) => {
  expect(await outline(schema)).toBe(wanted);
});

test.each([
  [
    'a page',
    { total: { type: 'integer' }, items: { type: 'array', items: boat } },
    '{ total: integer, items: [{ id: integer, crew: [object] }] }',
  ],
  ['an object with two lists', { a: boat.properties.crew, b: boat.properties.crew }, '{ a: [object], b: [object] }'],
])('the outline of %s shows the members of items where there is one list', async (_title, properties, wanted) => {
  expect(await outline({ properties })).toBe(wanted);
});

test('an outline of many properties names the others, and counts those beyond', async () => {
  const outlineOf = async (count: number): Promise<string> => {
    const names = Array.from({ length: count }, (_, number) => `property${number}`);
    return String(await outline({ properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }));
  };
  const text = await outlineOf(100);
  expect(text.length).toBeLessThan(650);
  expect(text).toMatch(
    /^\{ property0: string, property1: string, .* property1\d: string, … also property\d\d, .* property3\d and 6\d more \}$/u,
  );
  // One name is as short as the number.
  expect(await outlineOf(37)).toMatch(/, property36 \}$/u);
});
