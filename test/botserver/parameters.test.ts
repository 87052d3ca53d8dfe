import { describe, expect, test } from 'vitest';
import { readParameter, readTools } from './read-tools.js';

test('B1 a script gives its description, parameters, types, examples and what is required', async () => {
  const { tools, diagnostics } = await readTools({
    'book_room.bas': `PARAM guest AS string LIKE "Ada King" DESCRIPTION "Name of the guest"
PARAM price AS number LIKE 79.5 DESCRIPTION "Price of a night"
PARAM city AS string LIKE "Porto" DESCRIPTION "Where the room is"

DESCRIPTION "Book a room"

TALK "Booked for " + guest
`,
  });
  expect(diagnostics).toEqual([]);
  expect(tools['book_room']).toEqual({
    title: 'book_room',
    description: 'Book a room',
    inputSchema: {
      type: 'object',
      properties: {
        guest: { type: 'string', description: 'Name of the guest', examples: ['Ada King'] },
        price: { type: 'number', description: 'Price of a night', examples: [79.5] },
        city: { type: 'string', description: 'Where the room is', examples: ['Porto'] },
      },
      required: ['guest', 'price', 'city'],
    },
  });
});

test('B1 a descriptor in the MCP format gives the same as the script that it was made from', async () => {
  const { tools, diagnostics } = await readTools({
    'book_room.bas': 'PARAM nights AS integer LIKE 2 DESCRIPTION "How many"\nDESCRIPTION "Book a room"\n',
    'book-flat.botserver.json': {
      name: 'book_flat',
      description: 'Book a room',
      input_schema: {
        type: 'object',
        properties: { nights: { type: 'integer', description: 'How many', example: '2' } },
        required: ['nights'],
      },
    },
  });
  expect(diagnostics).toEqual([]);
  expect(tools['book_flat']).toEqual({ ...tools['book_room'], title: 'book_flat' });
});

describe('B2 an example is a value of its type', () => {
  test.each([
    ['AS number LIKE 99.99', 99.99],
    ['AS integer LIKE -3', -3],
    ['AS integer LIKE "3"', 3],
    ['AS boolean LIKE TRUE', true],
    ['AS boolean LIKE "false"', false],
    ['AS string LIKE "99.99"', '99.99'],
    ['AS phone LIKE 0123', '0123'],
    ['AS array LIKE "[1, ""two""]"', [1, 'two']],
    ['AS object LIKE "{""theme"": ""dark""}"', { theme: 'dark' }],
  ])('%s', async (line, example) => {
    const { schema, diagnostics } = await readParameter(`p ${line}`);
    expect(diagnostics).toEqual([]);
    expect(schema).toMatchObject({ examples: [example] });
  });

  test.each([
    ['AS integer LIKE "many"', 'error invalid-example 1:25'],
    ['AS integer LIKE 9.5', 'error invalid-example 1:25'],
    ['AS boolean LIKE 3', 'error invalid-example 1:25'],
    ['AS string ENUM ["a"] LIKE "b"', 'error invalid-example 1:35'],
    ['AS object LIKE "[1]"', 'error invalid-example 1:24'],
    ['AS integer DEFAULT "many"', 'error invalid-default 1:28'],
  ])('%s does not fit', async (line, diagnostic) => {
    expect((await readParameter(`p ${line}`)).diagnostics).toEqual([diagnostic]);
  });

  test.each([
    ['AS date LIKE "23/09/2001"', 'warning dropped-format 1:22'],
    ['AS datetime DEFAULT "2026-05-01 09:00"', 'warning dropped-format 1:29'],
    ['AS email ENUM ["a@example.com", "nobody"]', 'warning dropped-format 1:41'],
  ])('%s drops the format, so that the tool accepts what it shows', async (line, diagnostic) => {
    const { schema, diagnostics } = await readParameter(`p ${line}`);
    expect(diagnostics).toEqual([diagnostic]);
    expect(schema).not.toHaveProperty('format');
  });

  test('an object that is no JSON is skipped', async () => {
    const { schema, diagnostics } = await readParameter(`p AS object LIKE "{order: 'A-1'}"`);
    expect(schema).toEqual({ type: 'object', description: 'What it is' });
    expect(diagnostics).toEqual(['warning dropped-example 1:24']);
  });

  test('an example of the MCP format that says nothing about its type is skipped', async () => {
    const { tools, diagnostics } = await readTools({
      'a.botserver.json': `{ "name": "a", "description": "A", "input_schema": { "type": "object", "properties": {
  "n": { "type": "integer", "description": "N", "example": "How many" } } } }`,
    });
    expect(tools['a'].inputSchema.properties.n).toEqual({ type: 'integer', description: 'N' });
    expect(diagnostics).toEqual(['warning dropped-example 2:60']);
  });
});

describe('B6 every type', () => {
  test.each([
    ['string', { type: 'string' }],
    ['text', { type: 'string' }],
    ['name', { type: 'string' }],
    ['phone', { type: 'string' }],
    ['file', { type: 'string' }],
    ['integer', { type: 'integer' }],
    ['int', { type: 'integer' }],
    ['number', { type: 'number' }],
    ['float', { type: 'number' }],
    ['double', { type: 'number' }],
    ['decimal', { type: 'number' }],
    ['money', { type: 'number' }],
    ['boolean', { type: 'boolean' }],
    ['bool', { type: 'boolean' }],
    ['date', { type: 'string', format: 'date' }],
    ['datetime', { type: 'string', format: 'date-time' }],
    ['email', { type: 'string', format: 'email' }],
    ['array', { type: 'array' }],
    ['list', { type: 'array' }],
    ['object', { type: 'object' }],
    ['map', { type: 'object' }],
    ['STRING', { type: 'string' }],
    ['DateTime', { type: 'string', format: 'date-time' }],
  ])('%s', async (type, schema) => {
    const found = await readParameter(`p AS ${type}`);
    expect(found).toEqual({ schema: { ...schema, description: 'What it is' }, required: ['p'], diagnostics: [] });
  });

  test('a parameter without a type is a string', async () => {
    expect((await readParameter('p')).schema).toEqual({ type: 'string', description: 'What it is' });
  });
});

describe('B7 what may be missing', () => {
  test.each([
    ['p AS integer', ['p'], {}],
    ['p AS integer REQUIRED', ['p'], {}],
    ['p AS integer OPTIONAL', [], {}],
    ['p AS integer DEFAULT 30', [], { default: 30 }],
    ['p AS integer OPTIONAL DEFAULT 30', [], { default: 30 }],
    ['p AS boolean DEFAULT FALSE', [], { default: false }],
    ['p AS string DEFAULT ""', [], { default: '' }],
  ])('%s', async (line, required, members) => {
    const found = await readParameter(line);
    expect(found.diagnostics).toEqual([]);
    expect(found.required).toEqual(required);
    expect(found.schema).toMatchObject(members);
    expect('default' in (found.schema ?? {})).toBe('default' in members);
  });

  test.each(['p REQUIRED OPTIONAL', 'p DEFAULT 1 REQUIRED'])('%s contradicts itself', async (line) => {
    const [diagnostic] = (await readParameter(line)).diagnostics;
    expect(diagnostic).toMatch(/^error conflicting-keys 1:/u);
  });
});

describe('B8 enumerations', () => {
  test.each([
    ['AS string ENUM ["day", "night"]', 'string', ['day', 'night']],
    ['AS "day", "night"', 'string', ['day', 'night']],
    ['AS "day","night","noon"', 'string', ['day', 'night', 'noon']],
    ['ENUM ["one [1]", "a,b"]', 'string', ['one [1]', 'a,b']],
    ['AS integer ENUM [1, 2]', 'integer', [1, 2]],
    ['AS string ENUM [1, TRUE]', 'string', ['1', 'TRUE']],
  ])('%s', async (line, type, values) => {
    const { schema, diagnostics } = await readParameter(`p ${line}`);
    expect(diagnostics).toEqual([]);
    expect(schema).toEqual({ type, description: 'What it is', enum: values });
  });

  test('one text after AS says what the parameter is', async () => {
    const { tools, diagnostics } = await readTools('PARAM  city AS "City, e.g. Porto"\nDESCRIPTION "Weather"');
    expect(diagnostics).toEqual([]);
    expect(tools['tool'].inputSchema.properties).toEqual({ city: { type: 'string', description: 'City, e.g. Porto' } });
  });
});

test('B9 the MCP format may hold nested objects, items, patterns and bounds', async () => {
  const input = {
    type: 'object',
    properties: {
      guest: {
        type: 'object',
        description: 'Who',
        properties: {
          example: { type: 'string', pattern: '^[A-Z]{2}$', description: 'A property of this name' },
          ages: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 150, example: 7 }, maxItems: 4 },
        },
        required: ['example'],
      },
    },
    required: ['guest'],
  };
  const { tools, diagnostics } = await readTools({
    'a.botserver.json': { name: 'a', description: 'A', input_schema: input },
  });
  expect(diagnostics).toEqual([]);
  const { properties } = tools['a'].inputSchema.properties.guest;
  expect(properties.example).toEqual(input.properties.guest.properties.example);
  expect(properties.ages).toEqual({
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 150, examples: [7] },
    maxItems: 4,
  });
});
