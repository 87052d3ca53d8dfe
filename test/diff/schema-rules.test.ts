import { expect, test } from 'vitest';
import { weighSchemaChange } from '../../generator/feature-kit/changes/change.js';
import { schemaRules } from '../../generator/feature-kit/changes/change-rules.js';
import type { PlainSchema } from '../kit/build-model.js';
import { diffPlainSchemas } from './diff-plain-schemas.js';

function object(properties: { readonly [name: string]: PlainSchema }, more: object = {}): PlainSchema {
  return { type: 'object', properties, ...more };
}

const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const array = { type: 'array' };
const nothing = { type: 'null' };
const kinds = (...names: readonly string[]): PlainSchema[] =>
  names.map((kind) => object({ kind: { const: kind }, [kind]: text }, { required: ['kind'] }));

/**
 * Two schemas, the changes on the way from the first to the second, and those on the way back unless they are the same. A
 * change: rule, place in the value, `-` when it narrows and `+` when it widens (`-?`, `+?`: perhaps).
 */
const table: readonly (readonly [title: string, one: PlainSchema, other: PlainSchema, there: string, back?: string])[] =
  [
    ['a type more', text, { type: ['string', 'null'] }, 'type-widened +', 'type-narrowed -'],
    ['integers are numbers', integer, number, 'type-widened +', 'type-narrowed -'],
    ['another type', text, integer, 'type-changed -+'],
    ['any type', {}, text, 'type-narrowed -', 'type-widened +'],
    ['a nullable form', text, { anyOf: [text, nothing] }, 'alternative-added +', 'alternative-removed -'],
    ['forms of the same', { type: ['string', 'null'] }, { oneOf: [text, nothing] }, 'schema-rewritten'],
    ['an enum of one is a const', { enum: ['a'] }, { const: 'a' }, 'schema-rewritten'],
    ['a type that its values have anyway', { enum: ['a', 'b'] }, { ...text, enum: ['b', 'a'] }, 'schema-rewritten'],
    ['listed values', text, { ...text, enum: ['a'] }, 'enum-added -', 'enum-removed +'],
    ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, 'enum-value-added +', 'enum-value-removed -'],
    ['another constant', { const: 'a' }, { const: 'b' }, 'enum-value-removed - | enum-value-added +'],
    ['a maximum', number, { ...number, maximum: 5 }, 'limit-tightened -', 'limit-relaxed +'],
    [
      'a higher minimum',
      { ...number, minimum: 1 },
      { ...number, exclusiveMinimum: 1 },
      'limit-tightened -',
      'limit-relaxed +',
    ],
    [
      'the same minimum of integers',
      { ...integer, exclusiveMinimum: 0 },
      { ...integer, minimum: 1 },
      'schema-rewritten',
    ],
    ['a limit of another type', integer, { ...integer, maxLength: 1 }, 'schema-rewritten'],
    ['a length', text, { ...text, maxLength: 5 }, 'limit-tightened -', 'limit-relaxed +'],
    ['a count of items', { ...array, minItems: 1 }, { ...array, minItems: 2 }, 'limit-tightened -', 'limit-relaxed +'],
    ['a pattern', text, { ...text, pattern: '^a' }, 'constraint-added -', 'constraint-removed +'],
    ['another pattern', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, 'constraint-changed -?+?'],
    ['a format', text, { ...text, format: 'date' }, 'constraint-added -', 'constraint-removed +'],
    ['a divisor', { ...integer, multipleOf: 2 }, { ...integer, multipleOf: 6 }, 'constraint-changed -?+?'],
    ['unique items', array, { ...array, uniqueItems: true }, 'constraint-added -', 'constraint-removed +'],
    ['something excluded', {}, { not: text }, 'constraint-added -', 'constraint-removed +'],
    [
      'a condition',
      object({ a: text }),
      object({ a: text }, { if: { required: ['a'] }, then: { minProperties: 2 } }),
      'constraint-added -',
      'constraint-removed +',
    ],
    [
      'an optional property',
      object({ a: text }),
      object({ a: text, b: text }),
      'property-added @b',
      'property-removed @b',
    ],
    [
      'an optional property where others are refused',
      object({ a: text }, { additionalProperties: false }),
      object({ a: text, b: text }, { additionalProperties: false }),
      'property-added @b +',
      'property-removed @b -',
    ],
    [
      'an optional property where others are expected',
      object({ a: text }, { additionalProperties: true }),
      object({ a: text, b: text }, { additionalProperties: true }),
      'property-added @b -',
      'property-removed @b +',
    ],
    [
      'a required property',
      object({ a: text }),
      object({ a: text, b: text }, { required: ['b'] }),
      'required-property-added @b -',
      'required-property-removed @b +',
    ],
    [
      'a property that becomes required',
      object({ a: text }),
      object({ a: text }, { required: ['a'] }),
      'property-now-required @a -',
      'property-now-optional @a +',
    ],
    [
      'properties that are not declared',
      object({ a: text }),
      object({ a: text }, { additionalProperties: false }),
      'additional-properties-closed',
      'additional-properties-opened',
    ],
    [
      'properties that were allowed explicitly',
      object({ a: text }, { additionalProperties: true }),
      object({ a: text }, { additionalProperties: false }),
      'additional-properties-closed -',
      'additional-properties-opened +',
    ],
    [
      'a schema of other properties',
      object({}, { additionalProperties: true }),
      object({}, { additionalProperties: text }),
      'type-narrowed @* -',
      'type-widened @* +',
    ],
    [
      'a property of a closed whole',
      { allOf: [object({ a: text })], unevaluatedProperties: false },
      { allOf: [object({ a: text, b: text })], unevaluatedProperties: false },
      'property-added @b -?+?',
      'property-removed @b -?+?',
    ],
    [
      'a property that moves into a part',
      object({ a: text, b: text }),
      object({ a: text }, { allOf: [object({ b: text })] }),
      'schema-changed @b -?+? | constraint-added -?',
      'schema-changed @b -?+? | constraint-removed +?',
    ],
    [
      'part of a property',
      object({ a: object({ b: text }) }),
      object({ a: object({ b: { ...text, minLength: 1 } }) }),
      'limit-tightened @a.b -',
      'limit-relaxed @a.b +',
    ],
    [
      'items',
      object({ a: { ...array, items: text } }),
      object({ a: { ...array, items: { type: ['string', 'null'] } } }),
      'type-widened @a.[] +',
      'type-narrowed @a.[] -',
    ],
    [
      'an item of a tuple',
      { ...array, prefixItems: [text, text] },
      { ...array, prefixItems: [text, integer] },
      'type-changed @[1] -+',
    ],
    [
      'a member more',
      { anyOf: kinds('a', 'b') },
      { anyOf: kinds('c', 'a', 'b') },
      'alternative-added +',
      'alternative-removed -',
    ],
    [
      'a member more of members that exclude each other',
      { oneOf: kinds('a', 'b') },
      { oneOf: kinds('b', 'a', 'c') },
      'alternative-added +',
      'alternative-removed -',
    ],
    [
      'one of what excludes each other is any of it',
      { oneOf: kinds('a', 'b') },
      { anyOf: kinds('b', 'a') },
      'schema-rewritten',
    ],
    [
      'one of what overlaps',
      { anyOf: [{ minimum: 1 }, { maximum: 5 }] },
      { oneOf: [{ minimum: 1 }, { maximum: 5 }] },
      'schema-changed -?',
      'schema-changed +?',
    ],
    [
      'exactly one of two that are the same',
      { oneOf: [{ anyOf: [true] }, { anyOf: [true] }] },
      { anyOf: [{ anyOf: [true] }, { anyOf: [true] }] },
      'schema-changed +?',
      'schema-changed -?',
    ],
    [
      'part of a member',
      { anyOf: kinds('a', 'b') },
      { anyOf: [...kinds('a'), object({ kind: { const: 'b' }, b: integer }, { required: ['kind'] })] },
      'type-changed @b -+',
    ],
    [
      'another schema that has to hold',
      text,
      { ...text, allOf: [{ minLength: 1 }] },
      'constraint-added -',
      'constraint-removed +',
    ],
    ['nothing', { not: {} }, text, 'constraint-removed +', 'constraint-added -'],
    ['a description', text, { ...text, description: 'A.' }, 'schema-documentation-changed'],
    ['a default', text, { ...text, default: 'a' }, 'default-added', 'default-removed'],
    ['another default', { ...text, default: 'b' }, { ...text, default: 'a' }, 'default-changed'],
    ['a media type', text, { ...text, contentMediaType: 'text/html' }, 'content-changed'],
    ['a header', text, { ...text, 'x-mcp-header': 'Region' }, 'header-changed'],
    ['an unknown keyword', text, { ...text, 'x-unit': 'm' }, 'schema-extension-changed'],
  ];

const signs = { no: ['', ''], maybe: ['-?', '+?'], yes: ['-', '+'] } as const;

function listChanges(old: PlainSchema, recent: PlainSchema): string {
  const lines = diffPlainSchemas(old, recent).map(({ rule, trail, narrows, widens }) => {
    const effect = signs[narrows][0] + signs[widens][1];
    return [rule, ...(trail.length > 0 ? [`@${trail.join('.')}`] : []), ...(effect === '' ? [] : [effect])].join(' ');
  });
  return lines.join(' | ');
}

for (const [title, one, other, there, back = there] of table) {
  test(title, () => {
    expect(listChanges(one, other)).toBe(there);
    expect(listChanges(other, one)).toBe(back);
    expect(listChanges(one, one)).toBe('');
  });
}

test('every rule is in the table', () => {
  const changes = table.flatMap(([, , , there, back = '']) => [...there.split(' | '), ...back.split(' | ')]);
  const found = new Set(changes.map((change) => change.split(' ')[0]));
  expect(Object.keys(schemaRules).filter((rule) => !found.has(rule))).toEqual([]);
});

test.each([
  ['type-narrowed', 'input', 'yes', 'no', 'breaking', 'compatible'],
  ['type-narrowed', 'output', 'yes', 'no', 'compatible', 'breaking'],
  ['type-narrowed', 'form', 'yes', 'no', 'compatible', 'compatible'],
  ['constraint-changed', 'input', 'maybe', 'maybe', 'may-break', 'may-break'],
  ['constraint-changed', 'form', 'maybe', 'maybe', 'compatible', 'may-break'],
  ['property-removed', 'input', 'no', 'no', 'may-break', 'breaking'],
  ['property-removed', 'input', 'yes', 'no', 'breaking', 'breaking'],
  ['property-added', 'input', 'no', 'yes', 'compatible', 'compatible'],
] as const)('%s of %s that narrows: %s, widens: %s', (rule, role, narrows, widens, clients, handlers) => {
  expect(weighSchemaChange(rule, role, { narrows, widens })).toEqual({ clients, handlers });
});
