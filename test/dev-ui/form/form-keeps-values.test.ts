import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExactJson, printExactJson } from '../../../generator/tools/dev-ui/browser/form/exact-json.js';
import type { Schema } from '../../../generator/tools/dev-ui/browser/form/json-schema.js';
import { SchemaDocument } from '../../../generator/tools/dev-ui/browser/form/schema-document.js';
import { readForm } from './read-field.js';

const name = fc.constantFrom('a', 'b', '2', '1', '__proto__', 'constructor', 'x y/~');
const annotations = fc.record(
  { title: fc.string(), description: fc.string(), deproblem: fc.jsonValue(), unknown: fc.jsonValue() },
  { requiredKeys: [] },
);

/** A schema and a value that fits it. */
interface Pair {
  readonly schema: Schema;
  readonly value: unknown;
}

const scalar: fc.Arbitrary<Pair> = fc.oneof(
  fc.string().map((value) => ({ schema: { type: 'string' }, value })),
  fc
    .record({
      value: fc.string({ unit: 'binary' }),
      format: fc.constantFrom('date', 'date-time', 'color', 'email', 'uri', 'password', 'byte'),
    })
    .map(({ value, format }) => ({ schema: { type: 'string', format }, value })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ schema: { type: 'number' }, value })),
  fc.maxSafeInteger().map((value) => ({ schema: { type: 'integer' }, value })),
  fc
    .bigInt({ min: 10n ** 17n + 1n, max: 10n ** 40n })
    .filter((value) => String(Number(value)) !== String(value))
    .map((value) => ({ schema: { type: 'integer' }, value })),
  fc.boolean().map((value) => ({ schema: { type: 'boolean' }, value })),
  fc.constant({ schema: { type: 'null' }, value: null }),
  fc.jsonValue().map((value) => ({ schema: { const: value }, value })),
  fc
    .array(fc.jsonValue(), { minLength: 1, maxLength: 4 })
    .map((values) => ({ schema: { enum: values }, value: values.at(-1) })),
  fc.jsonValue().map((value) => ({ schema: true, value })),
  fc.jsonValue().map((value) => ({ schema: {}, value })),
  fc.record({ value: fc.oneof(fc.string(), fc.constant(null)) }).map(({ value }) => ({
    schema: { type: ['string', 'null'] },
    value,
  })),
);

const pair = fc.letrec<{ any: Pair }>((tie) => {
  const members = fc.dictionary(name, tie('any'), { maxKeys: 4 });
  const schemasOf = (given: { readonly [key: string]: Pair }) =>
    Object.fromEntries(Object.entries(given).map(([key, { schema }]) => [key, schema]));
  const valuesOf = (given: { readonly [key: string]: Pair }, left: readonly string[] = []) =>
    Object.fromEntries(Object.entries(given).flatMap(([key, { value }]) => (left.includes(key) ? [] : [[key, value]])));
  return {
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.record({ members, left: fc.array(name, { maxLength: 2 }) }).map(({ members: given, left }) => ({
        schema: {
          type: 'object',
          properties: schemasOf(given),
          required: Object.keys(given).filter((key) => !new Set<string>(left).has(key)),
        },
        value: valuesOf(given, left),
      })),
      fc
        .record({ members, rest: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }) })
        .map(({ members: given, rest }) => ({
          schema: { properties: schemasOf(given), additionalProperties: { type: 'string' } },
          value: { ...rest, ...valuesOf(given) },
        })),
      fc.dictionary(fc.string(), fc.integer()).map((value) => ({
        schema: { type: 'object', patternProperties: { '^(a+)+$': { type: 'integer' }, b: { type: 'string' } } },
        value,
      })),
      fc.array(tie('any'), { maxLength: 3 }).map((items) => ({
        schema: { type: 'array', prefixItems: items.map(({ schema }) => schema) },
        value: items.map(({ value }) => value),
      })),
      fc.record({ item: tie('any'), count: fc.nat(3) }).map(({ item, count }) => ({
        schema: { type: 'array', items: item.schema },
        value: Array.from({ length: count }, () => item.value),
      })),
      fc
        .record({
          chosen: tie('any'),
          other: tie('any'),
          keyword: fc.constantFrom('oneOf', 'anyOf'),
          first: fc.boolean(),
        })
        .map(({ chosen, other, keyword, first }) => ({
          schema: { [keyword]: first ? [chosen.schema, other.schema] : [other.schema, chosen.schema] },
          value: chosen.value,
        })),
      fc.record({ own: tie('any'), notes: annotations }).map(({ own, notes }) => ({
        schema: typeof own.schema === 'boolean' ? own.schema : { ...notes, ...own.schema },
        value: own.value,
      })),
      fc.record({ own: tie('any'), notes: annotations }).map(({ own, notes }) => ({
        schema: { ...notes, allOf: [own.schema, true] },
        value: own.value,
      })),
    ),
  };
}).any;

describe('a form keeps values', () => {
  test('that fit its schema: each can be read from the controls that show it', () => {
    fc.assert(
      fc.property(pair, ({ schema, value }) => {
        const read = readForm(schema, value, new SchemaDocument(schema));
        expect(printExactJson(sorted(read.value))).toBe(printExactJson(sorted(value)));
      }),
      { numRuns: 300 },
    );
  });

  test('that do not fit its schema', () => {
    fc.assert(
      fc.property(pair, pair, ({ schema }, { value }) => {
        const read = readForm(schema, value, new SchemaDocument(schema));
        // A text in the field of a number is shown without quotes, and is the number when it has digits only.
        const loose = (text: string) => text.replaceAll('"', '');
        expect(loose(printExactJson(sorted(read.value)))).toBe(loose(printExactJson(sorted(value))));
      }),
      { numRuns: 200 },
    );
  });

  test('of recursive schemas, also of those that describe nothing but themselves', () => {
    const node: Schema = {
      $defs: {
        node: { type: 'object', properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } } },
      },
      $ref: '#/$defs/node',
    };
    const nested = Array.from({ length: 60 }).reduce<unknown>((next) => ({ next, extra: 1 }), null);
    expect(readForm(node, nested, new SchemaDocument(node)).value).toEqual(nested);
    for (const schema of [
      { $ref: '#' },
      { anyOf: [{ $ref: '#' }] },
      { oneOf: [{ $ref: '#' }, { allOf: [{ $ref: '#' }] }] },
    ]) {
      expect(readForm(schema, { a: [1] }, new SchemaDocument(schema)).value).toEqual({ a: [1] });
      expect(readForm(schema, 'x', new SchemaDocument(schema)).value).toEqual('x');
    }
  });
});

describe('exact JSON', () => {
  test('is the JSON that JavaScript reads, with all digits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parseExactJson(text)).toEqual({ value: JSON.parse(text) });
        expect(printExactJson(JSON.parse(text), indent).replaceAll('-0', '0')).toBe(text.replaceAll('-0', '0'));
      }),
    );
    expect(parseExactJson('{"id":12345678901234567890123}')).toEqual({ value: { id: 12345678901234567890123n } });
    expect(printExactJson({ id: 12345678901234567890123n, gone: undefined })).toBe('{"id":12345678901234567890123}');
  });

  test('says where a text is wrong', () => {
    expect(parseExactJson('{\n  "a": 1,\n  b: 2\n}')).toEqual({
      problem: { line: 3, column: 3, message: 'expected a name in double quotes' },
    });
    expect(parseExactJson('[1, 2')).toMatchObject({ problem: { line: 1, column: 6 } });
    expect(parseExactJson('[1] 2')).toMatchObject({ problem: { line: 1, column: 5 } });
    expect(parseExactJson('"a\nb"')).toMatchObject({ problem: { line: 1, column: 1 } });
    expect(parseExactJson('')).toMatchObject({ problem: { line: 1, column: 1, message: 'the text ends too early' } });
    expect(parseExactJson('['.repeat(5000))).toMatchObject({ problem: { line: 1, column: 1001 } });
    expect(parseExactJson('1e999')).toMatchObject({ problem: { message: 'the number is too large' } });
  });
});

/** Objects with their members in the order of the names: forms put declared properties first. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}
