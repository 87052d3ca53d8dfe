import { describe, expect, test } from 'vitest';
import { chooseField, type Control } from '../../../generator/tools/dev-ui/browser/form/choose-field.js';
import type { Schema } from '../../../generator/tools/dev-ui/browser/form/json-schema.js';
import { SchemaDocument } from '../../../generator/tools/dev-ui/browser/form/schema-document.js';
import { initialValue, starterValue } from '../../../generator/tools/dev-ui/browser/form/starter-value.js';

const control = (schema: Schema, value?: unknown): Control =>
  chooseField(schema, value, new SchemaDocument(schema)).control;

/** A control in a few words. */
function show(schema: Schema, value?: unknown): string {
  const chosen = control(schema, value);
  switch (chosen.kind) {
    case 'text':
      return chosen.input;
    case 'choice':
      return `choice ${(chosen.titles ?? chosen.values.map((each) => JSON.stringify(each))).join('|')}`;
    case 'union':
      return `union ${chosen.branches.map(({ title }) => title).join('|')} at ${chosen.selected}`;
    case 'object':
      return `object ${chosen.members.declared.map(({ name, isRequired }) => `${name}${isRequired ? '!' : ''}`).join(',')}${chosen.members.entry === undefined ? '' : ' + entries'}`;
    case 'list':
      return `list of ${chosen.items.items.length}${chosen.items.next === undefined ? '' : ' + next'}`;
    default:
      return chosen.kind;
  }
}

const circle = { title: 'Circle', type: 'object', properties: { radius: { type: 'number' } }, required: ['radius'] };
const square = {
  type: 'object',
  description: 'A square. With four sides.',
  properties: { side: { type: 'number' } },
  required: ['side'],
};

describe('the control of a schema', () => {
  test.each<readonly [schema: Schema, value: unknown, shown: string]>([
    [{ type: 'string' }, undefined, 'text'],
    [{ type: 'string' }, 'two\nlines', 'multiline'],
    [{ type: 'string' }, 'long '.repeat(20), 'multiline'],
    [{ type: 'string', maxLength: 5000 }, undefined, 'multiline'],
    [{ type: 'string', format: 'date' }, undefined, 'date'],
    [{ type: 'string', format: 'date' }, '2026-02-30', 'text'],
    [{ type: 'string', format: 'date-time' }, undefined, 'date-time'],
    [{ type: 'string', format: 'date-time' }, '2026-02-28T23:59:59.5+01:00', 'date-time'],
    [{ type: 'string', format: 'date-time' }, '2026-02-28T23:59:59.123456Z', 'text'],
    [{ type: 'string', format: 'date-time' }, '2026-02-30T00:00:00Z', 'text'],
    [{ type: 'string', format: 'date-time' }, '2026-02-28T25:00:00Z', 'text'],
    [{ type: 'string', format: 'date-time' }, 'tomorrow', 'text'],
    [{ type: 'string', format: 'color' }, 'red', 'color'],
    [{ type: 'string', format: 'email' }, 'a@b.example', 'email'],
    [{ type: 'string', format: 'uri' }, undefined, 'url'],
    [{ type: 'string', format: 'password' }, 'x', 'password'],
    [{ type: 'string', format: 'constructor' }, 'x', 'text'],
    [{ pattern: '^a' }, 'a', 'text'],
    [{ type: 'string' }, 7, 'json'],
    [{ type: 'string', contentEncoding: 'base64' }, undefined, 'file'],
    [{ type: 'string', format: 'byte' }, 'aGk=', 'file'],
    [{ type: 'string', format: 'byte', contentEncoding: 'base64url' }, 'aGk', 'text'],
    [{ type: 'integer' }, 7, 'number'],
    [{ type: 'number' }, 10n ** 30n, 'number'],
    [{ minimum: 1 }, 'not yet', 'number'],
    [{ type: 'number' }, true, 'json'],
    [{ type: 'boolean' }, undefined, 'boolean'],
    [{ type: 'boolean' }, false, 'boolean'],
    [{ type: 'boolean' }, 'maybe', 'json'],
    [{ type: 'boolean', const: true }, undefined, 'choice true'],
    [{ type: 'null' }, undefined, 'choice null'],
    [{ const: { a: 1 } }, undefined, 'choice {"a":1}'],
    [{ enum: ['a', 1, null] }, 1, 'choice "a"|1|null'],
    [{ enum: ['a'] }, 'b', 'json'],
    [{ type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] }, 'r', 'choice Red|Green'],
    [{ type: 'string', oneOf: [{ const: 'r', title: 'Red' }, { const: 'g' }] }, 'g', 'choice Red|g'],
    [{ type: ['string', 'null'] }, null, 'union string|null at 1'],
    [{ type: ['string', 'null'] }, undefined, 'union string|null at -1'],
    [{ anyOf: [circle, square] }, { side: 1 }, 'union Circle|A square at 1'],
    [
      {
        anyOf: [{ $ref: '#/$defs/Named' }, { type: 'array', items: { type: 'string' } }],
        $defs: { Named: { type: 'object' } },
      },
      ['a'],
      'union Named|array of string at 1',
    ],
    [
      { oneOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: true, b: true } },
      { b: 1 },
      'union with a|with b at 1',
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'string' }] }, 'x', 'union string (1)|string (2) at 0'],
    [{ anyOf: [{ type: 'string' }, false] }, 'x', 'text'],
    [{ oneOf: [circle] }, { radius: 1 }, 'object radius!'],
    [{ type: 'object', properties: { a: {}, b: {} }, required: ['b', 'c'] }, {}, 'object a,b!,c!'],
    [{ type: 'object' }, {}, 'object  + entries'],
    [{ type: 'object', additionalProperties: false }, {}, 'object '],
    [{ additionalProperties: { type: 'string' } }, { a: 'b' }, 'object  + entries'],
    [{ properties: { a: {} }, patternProperties: { '^x': {} } }, {}, 'object a + entries'],
    [
      {
        allOf: [{ properties: { a: {} } }, { $ref: '#/$defs/b' }],
        required: ['a'],
        $defs: { b: { properties: { b: {} }, required: ['b'] } },
      },
      {},
      'object a!,b!',
    ],
    [
      { properties: { a: {} }, if: { required: ['a'] }, then: { properties: { b: {} }, required: ['b'] } },
      {},
      'object a,b',
    ],
    [{ $dynamicRef: '#node', $defs: { node: { $dynamicAnchor: 'node', type: 'integer' } } }, 1, 'number'],
    [{ $ref: 'https://example.com/other.json' }, undefined, 'union string|number|boolean|object|array|null at -1'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a'], 'list of 1'],
    [{ type: 'array', items: { type: 'string' } }, [], 'list of 0 + next'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false }, ['a'], 'list of 1 + next'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, ['a'], 'list of 1'],
    [{ type: 'array', items: [{ type: 'string' }], additionalItems: false }, ['a'], 'list of 1'],
    [true, undefined, 'union string|number|boolean|object|array|null at -1'],
    [false, undefined, 'nothing'],
    [false, 1, 'json'],
    [{ allOf: [{ type: 'string' }, { type: 'number' }] }, 'x', 'json'],
    [{ type: 'file', unknown: 1 }, 'x', 'json'],
  ])('%o for %o', (schema, value, shown) => {
    expect(show(schema, value)).toBe(shown);
  });
});

describe('the first value', () => {
  test('of a form has what is certain, and nothing that a person has to choose', () => {
    const schema = {
      type: 'object',
      properties: {
        kind: { const: 'order' },
        count: { type: 'integer', default: 3 },
        optional: { type: 'string', default: 'x' },
        name: { type: 'string' },
        inner: {
          type: 'object',
          properties: { on: { default: false }, who: { type: 'string' } },
          required: ['on', 'who'],
        },
        choice: { oneOf: [{ type: 'string' }, { type: 'number' }] },
        self: { $ref: '#' },
      },
      required: ['kind', 'count', 'name', 'inner', 'choice'],
    };
    expect(initialValue(schema)).toEqual({ kind: 'order', count: 3, inner: { on: false } });
    expect(initialValue({ type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] })).toEqual({
      self: { self: { self: { self: { self: {} } } } },
    });
  });

  test.each<readonly [schema: Schema, value: unknown]>([
    [{ type: 'string' }, ''],
    [{ type: 'string', examples: ['e', 'f'] }, 'e'],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'boolean' }, false],
    [{ enum: ['b', 'a'] }, 'b'],
    [{ type: 'array', minItems: 2, items: { type: 'null' } }, [null, null]],
    [{ type: 'array', prefixItems: [{ const: 1 }, { type: 'string' }] }, [1, '']],
    [{ oneOf: [{ type: 'null' }, { type: 'string' }] }, null],
    [{ type: 'object', properties: { a: { const: 1 }, b: {} }, required: ['a', 'b'] }, { a: 1 }],
    [{ type: 'array', minItems: 1_000_000_000, items: { type: 'null' } }, Array.from({ length: 20 }, () => null)],
  ])('of an added %j', (schema, value) => {
    expect(starterValue(schema, new SchemaDocument(schema))).toEqual(value);
  });
});
