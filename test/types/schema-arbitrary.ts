import fc from 'fast-check';
import type { PlainSchema } from '../kit/build-model.js';

/** A schema with values that are meant to fit it, and values in which one part is of a wrong type. */
export interface SchemaSample {
  readonly schema: PlainSchema;
  readonly fitting: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const propertyNames = ['a', 'b', 'c', 'class', 'two words', '7', 'ü', ''];

/** A definition that refers to itself: a list, a tree and a tuple. */
export const recursiveSamples: { readonly [name: string]: SchemaSample } = {
  Chain: {
    schema: {
      type: 'object',
      properties: { value: { type: 'string' }, next: { $ref: '#/$defs/Chain' } },
      required: ['value'],
    },
    fitting: [{ value: 'x' }, { value: 'x', next: { value: 'y', next: { value: 'z' } } }],
    wrong: [{ value: 1 }, { value: 'x', next: { value: 'y', next: {} } }],
  },
  Tree: {
    schema: { anyOf: [{ type: 'number' }, { type: 'array', items: { $ref: '#/$defs/Tree' } }] },
    fitting: [1, [], [1, [2, [3]]]],
    wrong: ['x', [1, ['x']]],
  },
  Pairs: {
    schema: {
      type: ['array', 'null'],
      prefixItems: [{ type: 'string' }, { $ref: '#/$defs/Pairs' }],
      items: false,
      minItems: 2,
    },
    fitting: [null, ['x', null], ['x', ['y', null]]],
    wrong: [
      ['x', ['y', 1]],
      [1, null],
    ],
  },
};

/** Schemas of a subset of 2020-12, objects, arrays and unions nested up to `depth` levels. */
export function arbitrarySample(depth: number): fc.Arbitrary<SchemaSample> {
  const leaf = fc.oneof(arbitraryScalar(), arbitraryLiterals(), arbitraryReference());
  if (depth === 0) return leaf;
  const member = arbitrarySample(depth - 1);
  return fc.oneof(
    { arbitrary: leaf, weight: 1 },
    { arbitrary: arbitraryObject(member), weight: 4 },
    { arbitrary: arbitraryArray(member), weight: 1 },
    { arbitrary: arbitraryTuple(member), weight: 2 },
    { arbitrary: arbitraryUnion(member), weight: 2 },
    { arbitrary: arbitraryIntersection(member), weight: 2 },
  );
}

function arbitraryScalar(): fc.Arbitrary<SchemaSample> {
  return fc.constantFrom(
    { schema: { type: 'string', minLength: 1 }, fitting: ['x', 'ü"'], wrong: [1, null] },
    { schema: { type: 'integer' }, fitting: [1, -7], wrong: ['x', {}] },
    { schema: { type: 'number', format: 'double' }, fitting: [1.5], wrong: [true] },
    { schema: { type: 'boolean' }, fitting: [true, false], wrong: ['x', []] },
    { schema: { type: 'null' }, fitting: [null], wrong: [0] },
    { schema: { type: ['string', 'null'] }, fitting: ['x', null], wrong: [1] },
    { schema: { type: 'object' }, fitting: [{}, { any: 1 }], wrong: ['x', 1] },
    { schema: true, fitting: [1, { a: 'x' }], wrong: [] },
  );
}

function arbitraryLiterals(): fc.Arbitrary<SchemaSample> {
  return fc.constantFrom(
    { schema: { const: 'x"\u2028' }, fitting: ['x"\u2028'], wrong: ['y', 1] },
    { schema: { enum: ['x', 1, null] }, fitting: ['x', 1, null], wrong: ['y', 2, true] },
    { schema: { type: 'string', enum: ['x', 1] }, fitting: ['x'], wrong: [1] },
    {
      schema: { const: { a: [1, { b: null }] } },
      fitting: [{ a: [1, { b: null }] }],
      wrong: [{ a: [2, { b: null }] }],
    },
  );
}

function arbitraryReference(): fc.Arbitrary<SchemaSample> {
  return fc
    .constantFrom(...Object.entries(recursiveSamples))
    .map(([name, sample]) => ({ ...sample, schema: { $ref: `#/$defs/${name}`, description: 'A */ reference.' } }));
}

function arbitraryObject(member: fc.Arbitrary<SchemaSample>, names = propertyNames): fc.Arbitrary<SchemaSample> {
  const property = fc.record({ sample: member, isRequired: fc.boolean() });
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...names), property, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      others: fc.constantFrom('unset', 'closed', 'open', 'schema', 'pattern'),
      other: member,
    })
    .map(({ properties, others, other }) => {
      const entries = Object.entries(properties);
      const pick = (round: number): { [name: string]: unknown } =>
        Object.fromEntries(
          entries
            .filter(([, { isRequired }]) => isRequired || round > 0)
            .map(([name, { sample }]) => [name, sample.fitting[round % sample.fitting.length]]),
        );
      const extras = others === 'schema' || others === 'pattern' ? other.fitting.slice(0, 1) : [];
      return {
        schema: {
          type: 'object',
          properties: Object.fromEntries(entries.map(([name, { sample }]) => [name, sample.schema])),
          required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
          ...(others === 'closed' && { additionalProperties: false }),
          ...(others === 'open' && { additionalProperties: true }),
          ...(others === 'schema' && { additionalProperties: other.schema }),
          ...(others === 'pattern' && { patternProperties: { '^x-': other.schema }, additionalProperties: false }),
        },
        fitting: [pick(0), pick(1), ...extras.map((extra) => ({ ...pick(1), 'x-other': extra }))],
        wrong: entries
          .filter(([, { isRequired }]) => isRequired)
          .flatMap(([name, { sample }]) => sample.wrong.slice(0, 2).map((wrong) => ({ ...pick(1), [name]: wrong }))),
      };
    });
}

function arbitraryArray(member: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return member.map(({ schema, fitting, wrong }) => ({
    schema: { type: 'array', items: schema, maxItems: 5 },
    fitting: [[], fitting.slice(0, 3)],
    wrong: wrong.slice(0, 1).map((each) => [each]),
  }));
}

function arbitraryTuple(member: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  const first = fc.array(member, { minLength: 1, maxLength: 3 });
  return fc
    .record({ first, rest: member, others: fc.constantFrom('none', 'some', 'any'), minItems: fc.nat(3) })
    .map(({ first, rest, others, minItems }) => {
      const full = first.map(({ fitting }) => fitting[0]);
      const longer = { none: [], any: [[...full, 1]], some: [[...full, ...rest.fitting.slice(0, 2)]] }[others];
      return {
        schema: {
          type: 'array',
          prefixItems: first.map(({ schema }) => schema),
          minItems: Math.min(minItems, first.length),
          ...(others === 'none' && { items: false }),
          ...(others === 'some' && { items: rest.schema }),
        },
        fitting: [full, full.slice(0, minItems), ...longer],
        wrong: first.slice(0, 1).flatMap(({ wrong }) => wrong.slice(0, 1).map((each) => [each, ...full.slice(1)])),
      };
    });
}

function arbitraryUnion(member: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  return fc
    .record({ members: fc.array(member, { minLength: 1, maxLength: 3 }), keyword: fc.constantFrom('anyOf', 'oneOf') })
    .map(({ members, keyword }) => ({
      schema: { [keyword]: members.map(({ schema }) => schema) },
      fitting: members.flatMap(({ fitting }) => fitting.slice(0, 2)),
      wrong: members.flatMap(({ wrong }) => wrong.slice(0, 2)),
    }));
}

/** Objects with names of their own each: `allOf` of two, or one as sibling of a reference. */
function arbitraryIntersection(member: fc.Arbitrary<SchemaSample>): fc.Arbitrary<SchemaSample> {
  const part = (names: string[]): fc.Arbitrary<SchemaSample> =>
    arbitraryObject(member, names).filter(
      ({ schema }) => typeof schema === 'object' && [undefined, true].includes(schema['additionalProperties'] as true),
    );
  const both = fc
    .tuple(part(['a', 'b']), part(['c', 'd']))
    .map(([one, other]) => joinSamples(one, other, { allOf: [one.schema, other.schema] }));
  const sibling = part(['a', 'b']).map((own) =>
    joinSamples(own, recursiveSamples['Chain'] as SchemaSample, { $ref: '#/$defs/Chain', ...(own.schema as object) }),
  );
  return fc.oneof(both, sibling);
}

function joinSamples(one: SchemaSample, other: SchemaSample, schema: PlainSchema): SchemaSample {
  const join = (left: readonly unknown[], right: readonly unknown[]): unknown[] =>
    left.map((value, index) => ({ ...(value as object), ...(right[index % right.length] as object) }));
  return { schema, fitting: join(one.fitting, other.fitting), wrong: join(one.wrong, other.fitting) };
}
