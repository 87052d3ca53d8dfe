import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emitValidators } from '../../generator/pipeline/emit/validators/emit-validators.js';
import type { Validator } from '../../runtime/core/api/definition.js';
import type { PlainSchema } from '../kit/build-model.js';
import { buildTools } from './build-tools.js';
import { loadValidators } from './load-validators.js';

const name = fc.constantFrom('a', 'b', 'c', 'x y', "it's", '😀');
const value = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 2.5, -3, '', 'a', 'abc', '2026-07-28', '😀'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(name, tie('json'), { maxKeys: 4 }),
  ),
})).json;

const leaf = fc.oneof(
  fc.constantFrom<PlainSchema>(true, { type: 'string' }, { type: ['integer', 'null'] }, { type: 'boolean' }),
  fc.constantFrom<PlainSchema>({ $ref: '#/$defs/List' }, { $ref: '#/$defs/Named' }),
  fc.constantFrom<PlainSchema>({ type: 'string', format: 'date' }, { type: 'string', pattern: '^a' }, { maxLength: 1 }),
  fc.constantFrom<PlainSchema>({ minimum: 1 }, { multipleOf: 0.5 }, { exclusiveMaximum: 1 }, { minItems: 1 }),
  fc.array(value, { minLength: 1, maxLength: 3 }).map((values): PlainSchema => ({ enum: [...new Set(values)] })),
  value.map((constant): PlainSchema => ({ const: constant })),
);
const schema = fc.letrec<{ any: PlainSchema }>((tie) => {
  const list = fc.array(tie('any'), { minLength: 1, maxLength: 3 });
  const members = fc.dictionary(name, tie('any'), { maxKeys: 4 });
  return {
    any: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record(
        {
          type: fc.constant('object'),
          properties: members,
          required: fc.uniqueArray(name),
          additionalProperties: tie('any'),
        },
        { requiredKeys: ['properties'] },
      ),
      fc.record({
        type: fc.constant('object'),
        properties: members,
        unevaluatedProperties: fc.constant(false),
        allOf: list,
      }),
      fc.record({
        patternProperties: fc.constant({ '^[ab]$': { type: 'number' } }),
        propertyNames: fc.constant({ maxLength: 2 }),
      }),
      fc.record({ dependentRequired: fc.dictionary(name, fc.uniqueArray(name)), dependentSchemas: members }),
      fc.record({ type: fc.constant('array'), prefixItems: list, items: tie('any') }, { requiredKeys: ['type'] }),
      fc.record({
        contains: tie('any'),
        minContains: fc.nat(2),
        uniqueItems: fc.boolean(),
        unevaluatedItems: fc.boolean(),
      }),
      fc.record({ anyOf: list }),
      fc.record({ oneOf: list }),
      fc.record({ not: tie('any') }),
      fc.record({ if: tie('any'), then: tie('any'), else: tie('any') }),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(
          name,
          value.map((one) => ({ default: one })),
        ),
      }),
    ),
  };
}).any;

const definitions: { readonly [name: string]: PlainSchema } = {
  List: { type: 'object', properties: { a: { type: 'number' }, b: { $ref: '#/$defs/List' } }, required: ['a'] },
  Named: {
    anyOf: [
      { type: 'string' },
      { type: 'object', properties: { c: { $ref: '#/$defs/List' } }, additionalProperties: false },
    ],
  },
};

function run(validate: Validator, text: string): unknown {
  const filled: unknown = JSON.parse(text);
  const valid = validate(filled);
  const errors = valid
    ? []
    : (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
        const own = Object.entries(params).filter(([name]) => name !== 'nested' && name !== 'branches');
        return { instancePath, keyword, params: Object.fromEntries(own) };
      });
  return { valid, errors, filled };
}

it('emitted validators agree with the library compiling the schema as it was written', async () => {
  // Through JSON text: fast-check makes objects without prototype, which the library does not take for equal to others.
  const schemas = JSON.parse(JSON.stringify(fc.sample(schema, { seed: 42, numRuns: 100 }))) as PlainSchema[];
  const tools = schemas.map((input, position) => ({ name: `tool${position}`, input }));
  const emitted = await emitValidators(buildTools(tools, definitions));
  expect(emitted.failures).toEqual([]);
  const loaded = await loadValidators(emitted);
  let accepted = 0;
  let refused = 0;
  for (const [position, input] of schemas.entries()) {
    const compiler = new Ajv2020({
      allErrors: true,
      strict: false,
      useDefaults: true,
      unicodeRegExp: true,
      logger: false,
    });
    formats.default(compiler);
    const expected = compiler.compile({ allOf: [input], $defs: definitions }) as Validator;
    const actual = loaded.get(`tool${position}`)?.input;
    if (actual === undefined) throw new Error(`no validator for tool${position}`);
    fc.assert(
      fc.property(value, (instance) => {
        const text = JSON.stringify(instance);
        const wanted = run(expected, text);
        expect(run(actual, text)).toEqual(wanted);
        if ((wanted as { valid: boolean }).valid) accepted++;
        else refused++;
      }),
      { seed: 7, numRuns: 60 },
    );
  }
  expect(accepted).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(1_000);
});
