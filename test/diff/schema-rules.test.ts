import { expect, test } from 'vitest';
import { weighSchemaChange } from '../../generator/diff/change.js';
import { schemaRules } from '../../generator/diff/change-rules.js';
import type { PlainSchema } from '../kit/build-model.js';
import { diffPlainSchemas } from './diff-plain-schemas.js';

function object(properties: { readonly [name: string]: PlainSchema }, more: object = {}): PlainSchema {
  return { type: 'object', properties, ...more };
}

const text = { type: 'string' };
const kinds = (...names: readonly string[]): PlainSchema[] =>
  names.map((kind) => object({ kind: { const: kind }, [kind]: text }, { required: ['kind'] }));

/** What is told: rule, place in the value, whether it narrows, whether it widens. */
type Told = readonly string[];

/** Two schemas, what is told of the way from the first to the second, and of the way back. */
const table: readonly (readonly [title: string, one: PlainSchema, other: PlainSchema, there: Told, back: Told])[] = [
  ['a type more', text, { type: ['string', 'null'] }, ['type-widened @ no yes'], ['type-narrowed @ yes no']],
  [
    'integers are numbers',
    { type: 'integer' },
    { type: 'number' },
    ['type-widened @ no yes'],
    ['type-narrowed @ yes no'],
  ],
  ['another type', text, { type: 'integer' }, ['type-changed @ yes yes'], ['type-changed @ yes yes']],
  ['any type', {}, text, ['type-narrowed @ yes no'], ['type-widened @ no yes']],
  [
    'a nullable form',
    text,
    { anyOf: [text, { type: 'null' }] },
    ['alternative-added @ no yes'],
    ['alternative-removed @ yes no'],
  ],
  [
    'forms of the same',
    { type: ['string', 'null'] },
    { oneOf: [text, { type: 'null' }] },
    ['schema-rewritten @ no no'],
    ['schema-rewritten @ no no'],
  ],
  [
    'an enum of one is a const',
    { enum: ['a'] },
    { const: 'a' },
    ['schema-rewritten @ no no'],
    ['schema-rewritten @ no no'],
  ],
  [
    'a type that its values have anyway',
    { enum: ['a', 'b'] },
    { type: 'string', enum: ['b', 'a'] },
    ['schema-rewritten @ no no'],
    ['schema-rewritten @ no no'],
  ],
  ['listed values', text, { type: 'string', enum: ['a'] }, ['enum-added @ yes no'], ['enum-removed @ no yes']],
  [
    'a value more',
    { enum: ['a'] },
    { enum: ['a', 'b'] },
    ['enum-value-added @ no yes'],
    ['enum-value-removed @ yes no'],
  ],
  [
    'another constant',
    { const: 'a' },
    { const: 'b' },
    ['enum-value-removed @ yes no', 'enum-value-added @ no yes'],
    ['enum-value-removed @ yes no', 'enum-value-added @ no yes'],
  ],
  [
    'a maximum',
    { type: 'number' },
    { type: 'number', maximum: 5 },
    ['limit-tightened @ yes no'],
    ['limit-relaxed @ no yes'],
  ],
  [
    'a higher minimum',
    { type: 'number', minimum: 1 },
    { type: 'number', exclusiveMinimum: 1 },
    ['limit-tightened @ yes no'],
    ['limit-relaxed @ no yes'],
  ],
  [
    'the same minimum of integers',
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'integer', minimum: 1 },
    ['schema-rewritten @ no no'],
    ['schema-rewritten @ no no'],
  ],
  [
    'a limit of another type',
    { type: 'integer' },
    { type: 'integer', maxLength: 1 },
    ['schema-rewritten @ no no'],
    ['schema-rewritten @ no no'],
  ],
  [
    'a length',
    { type: 'string' },
    { type: 'string', maxLength: 5 },
    ['limit-tightened @ yes no'],
    ['limit-relaxed @ no yes'],
  ],
  [
    'a count of items',
    { type: 'array', minItems: 1 },
    { type: 'array', minItems: 2 },
    ['limit-tightened @ yes no'],
    ['limit-relaxed @ no yes'],
  ],
  [
    'a pattern',
    text,
    { type: 'string', pattern: '^a' },
    ['constraint-added @ yes no'],
    ['constraint-removed @ no yes'],
  ],
  [
    'another pattern',
    { type: 'string', pattern: '^a' },
    { type: 'string', pattern: '^b' },
    ['constraint-changed @ maybe maybe'],
    ['constraint-changed @ maybe maybe'],
  ],
  [
    'a format',
    text,
    { type: 'string', format: 'date' },
    ['constraint-added @ yes no'],
    ['constraint-removed @ no yes'],
  ],
  [
    'a divisor',
    { type: 'integer', multipleOf: 2 },
    { type: 'integer', multipleOf: 6 },
    ['constraint-changed @ maybe maybe'],
    ['constraint-changed @ maybe maybe'],
  ],
  [
    'unique items',
    { type: 'array' },
    { type: 'array', uniqueItems: true },
    ['constraint-added @ yes no'],
    ['constraint-removed @ no yes'],
  ],
  ['something excluded', {}, { not: text }, ['constraint-added @ yes no'], ['constraint-removed @ no yes']],
  [
    'a condition',
    object({ a: text }),
    object({ a: text }, { if: { required: ['a'] }, then: { minProperties: 2 } }),
    ['constraint-added @ yes no'],
    ['constraint-removed @ no yes'],
  ],
  [
    'an optional property',
    object({ a: text }),
    object({ a: text, b: text }),
    ['property-added @b no no'],
    ['property-removed @b no no'],
  ],
  [
    'an optional property where others are refused',
    object({ a: text }, { additionalProperties: false }),
    object({ a: text, b: text }, { additionalProperties: false }),
    ['property-added @b no yes'],
    ['property-removed @b yes no'],
  ],
  [
    'an optional property where others are expected',
    object({ a: text }, { additionalProperties: true }),
    object({ a: text, b: text }, { additionalProperties: true }),
    ['property-added @b yes no'],
    ['property-removed @b no yes'],
  ],
  [
    'a required property',
    object({ a: text }),
    object({ a: text, b: text }, { required: ['b'] }),
    ['required-property-added @b yes no'],
    ['required-property-removed @b no yes'],
  ],
  [
    'a property that becomes required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    ['property-now-required @a yes no'],
    ['property-now-optional @a no yes'],
  ],
  [
    'properties that are not declared',
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    ['additional-properties-closed @ no no'],
    ['additional-properties-opened @ no no'],
  ],
  [
    'properties that were allowed explicitly',
    object({ a: text }, { additionalProperties: true }),
    object({ a: text }, { additionalProperties: false }),
    ['additional-properties-closed @ yes no'],
    ['additional-properties-opened @ no yes'],
  ],
  [
    'a schema of other properties',
    object({}, { additionalProperties: true }),
    object({}, { additionalProperties: text }),
    ['type-narrowed @* yes no'],
    ['type-widened @* no yes'],
  ],
  [
    'a property of a closed whole',
    { allOf: [object({ a: text })], unevaluatedProperties: false },
    { allOf: [object({ a: text, b: text })], unevaluatedProperties: false },
    ['property-added @b maybe maybe'],
    ['property-removed @b maybe maybe'],
  ],
  [
    'a property that moves into a part',
    object({ a: text, b: text }),
    object({ a: text }, { allOf: [object({ b: text })] }),
    ['schema-changed @b maybe maybe', 'constraint-added @ maybe no'],
    ['schema-changed @b maybe maybe', 'constraint-removed @ no maybe'],
  ],
  [
    'part of a property',
    object({ a: object({ b: text }) }),
    object({ a: object({ b: { type: 'string', minLength: 1 } }) }),
    ['limit-tightened @a.b yes no'],
    ['limit-relaxed @a.b no yes'],
  ],
  [
    'items',
    object({ a: { type: 'array', items: text } }),
    object({ a: { type: 'array', items: { type: ['string', 'null'] } } }),
    ['type-widened @a.[] no yes'],
    ['type-narrowed @a.[] yes no'],
  ],
  [
    'an item of a tuple',
    { type: 'array', prefixItems: [text, text] },
    { type: 'array', prefixItems: [text, { type: 'integer' }] },
    ['type-changed @[1] yes yes'],
    ['type-changed @[1] yes yes'],
  ],
  [
    'a member more',
    { anyOf: kinds('a', 'b') },
    { anyOf: kinds('c', 'a', 'b') },
    ['alternative-added @ no yes'],
    ['alternative-removed @ yes no'],
  ],
  [
    'a member more of members that exclude each other',
    { oneOf: kinds('a', 'b') },
    { oneOf: kinds('b', 'a', 'c') },
    ['alternative-added @ no yes'],
    ['alternative-removed @ yes no'],
  ],
  [
    'one of what excludes each other is any of it',
    { oneOf: kinds('a', 'b') },
    { anyOf: kinds('b', 'a') },
    ['schema-rewritten @ no no'],
    ['schema-rewritten @ no no'],
  ],
  [
    'one of what overlaps',
    { anyOf: [{ minimum: 1 }, { maximum: 5 }] },
    { oneOf: [{ minimum: 1 }, { maximum: 5 }] },
    ['schema-changed @ maybe no'],
    ['schema-changed @ no maybe'],
  ],
  [
    'exactly one of two that are the same',
    { oneOf: [{ anyOf: [true] }, { anyOf: [true] }] },
    { anyOf: [{ anyOf: [true] }, { anyOf: [true] }] },
    ['schema-changed @ no maybe'],
    ['schema-changed @ maybe no'],
  ],
  [
    'part of a member',
    { anyOf: kinds('a', 'b') },
    { anyOf: [...kinds('a'), object({ kind: { const: 'b' }, b: { type: 'integer' } }, { required: ['kind'] })] },
    ['type-changed @b yes yes'],
    ['type-changed @b yes yes'],
  ],
  [
    'another schema that has to hold',
    text,
    { ...text, allOf: [{ minLength: 1 }] },
    ['constraint-added @ yes no'],
    ['constraint-removed @ no yes'],
  ],
  ['nothing', { not: {} }, text, ['constraint-removed @ no yes'], ['constraint-added @ yes no']],
  [
    'a description',
    text,
    { ...text, description: 'A.' },
    ['schema-documentation-changed @ no no'],
    ['schema-documentation-changed @ no no'],
  ],
  ['a default', text, { ...text, default: 'a' }, ['default-added @ no no'], ['default-removed @ no no']],
  [
    'another default',
    { ...text, default: 'b' },
    { ...text, default: 'a' },
    ['default-changed @ no no'],
    ['default-changed @ no no'],
  ],
  [
    'a media type',
    text,
    { ...text, contentMediaType: 'text/html' },
    ['content-changed @ no no'],
    ['content-changed @ no no'],
  ],
  ['a header', text, { ...text, 'x-mcp-header': 'Region' }, ['header-changed @ no no'], ['header-changed @ no no']],
  [
    'an unknown keyword',
    text,
    { ...text, 'x-unit': 'm' },
    ['schema-extension-changed @ no no'],
    ['schema-extension-changed @ no no'],
  ],
];

function tell(old: PlainSchema, recent: PlainSchema): Told {
  return diffPlainSchemas(old, recent).map(
    ({ rule, trail, narrows, widens }) => `${rule} @${trail.join('.')} ${narrows} ${widens}`,
  );
}

test.each(table)('%s', (_title, one, other, there, back) => {
  expect(tell(one, other)).toEqual(there);
  expect(tell(other, one)).toEqual(back);
  expect(tell(one, one)).toEqual([]);
});

test('every rule is in the table', () => {
  const told = new Set(table.flatMap(([, , , there, back]) => [...there, ...back]).map((line) => line.split(' ')[0]));
  expect(Object.keys(schemaRules).filter((rule) => !told.has(rule))).toEqual([]);
});

test('clients must not lose input nor get other output; for handlers it is the reverse', () => {
  const narrowed = { narrows: 'yes', widens: 'no' } as const;
  const unknown = { narrows: 'maybe', widens: 'maybe' } as const;
  expect(weighSchemaChange('type-narrowed', 'input', narrowed)).toEqual({
    clients: 'breaking',
    handlers: 'compatible',
  });
  expect(weighSchemaChange('type-narrowed', 'output', narrowed)).toEqual({
    clients: 'compatible',
    handlers: 'breaking',
  });
  expect(weighSchemaChange('type-narrowed', 'form', narrowed)).toEqual({
    clients: 'compatible',
    handlers: 'compatible',
  });
  expect(weighSchemaChange('constraint-changed', 'input', unknown)).toEqual({
    clients: 'may-break',
    handlers: 'may-break',
  });
  expect(weighSchemaChange('constraint-changed', 'form', unknown)).toEqual({
    clients: 'compatible',
    handlers: 'may-break',
  });
});

test('an argument that is not looked at any more may break clients, and one that is refused does', () => {
  const ignored = { narrows: 'no', widens: 'no' } as const;
  const refused = { narrows: 'yes', widens: 'no' } as const;
  expect(weighSchemaChange('property-removed', 'input', ignored)).toEqual({
    clients: 'may-break',
    handlers: 'breaking',
  });
  expect(weighSchemaChange('property-removed', 'input', refused)).toEqual({
    clients: 'breaking',
    handlers: 'breaking',
  });
  expect(weighSchemaChange('property-added', 'input', { narrows: 'no', widens: 'yes' })).toEqual({
    clients: 'compatible',
    handlers: 'compatible',
  });
});
