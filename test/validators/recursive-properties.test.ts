import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emitValidators } from '../../generator/pipeline/emit/validators/emit-validators.js';
import type { PlainSchema } from '../kit/build-model.js';
import { buildTools } from './build-tools.js';
import { loadValidators } from './load-validators.js';

const key = fc.constantFrom('a', 'b', 'c');
/** Through JSON text: fast-check makes objects without prototype, which the library cannot compare. */
const value = fc
  .letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.constantFrom(null, 0, -0, 1, '1', 'x', 'y', true),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(key, tie('json'), { maxKeys: 3 }),
      fc.record(
        { kind: fc.constantFrom('x', 'y', 'z', 1), a: tie('json'), b: tie('json') },
        { requiredKeys: ['kind'] },
      ),
    ),
  }))
  .json.map((one) => JSON.parse(JSON.stringify(one)) as unknown);

/** References stand below a property or an item only: validation would not end otherwise. */
const member: fc.Arbitrary<PlainSchema> = fc.oneof(
  fc.constantFrom(...['R0', 'R1', 'R2'].map((name) => ({ $ref: `#/$defs/${name}` }))),
  fc.constantFrom<PlainSchema>({ type: 'number' }, { type: ['string', 'null'] }, true, { type: 'object' }),
);
const members = fc.dictionary(key, member, { minKeys: 1, maxKeys: 3 });
const branch = (kind: string): fc.Arbitrary<PlainSchema> =>
  fc.record({
    type: fc.constant('object'),
    properties: members.map((own) => ({ ...own, kind: { const: kind } })),
    required: fc.constant(['kind']),
  });
const schema = fc.letrec<{ any: PlainSchema }>((tie) => {
  const list = fc.array(tie('any'), { minLength: 2, maxLength: 3 });
  return {
    any: fc.oneof(
      { maxDepth: 3, depthSize: 'medium' },
      fc.record({ properties: members }),
      fc.record({ type: fc.constantFrom('object', 'array'), properties: members, items: member }),
      fc.record({ patternProperties: fc.record({ '^[ab]$': member }), additionalProperties: member }),
      fc.record({ contains: member, items: member, uniqueItems: fc.boolean() }),
      fc.record({ prefixItems: fc.array(member, { minLength: 1 }), contains: member, unevaluatedItems: member }),
      fc.record({ anyOf: list, unevaluatedProperties: fc.constantFrom(false, { type: 'number' }) }),
      fc.record({ anyOf: list }),
      fc.record({ oneOf: list }),
      fc.record({ allOf: list }),
      fc.record({ not: tie('any') }),
      fc.record({ if: tie('any'), then: tie('any'), else: tie('any') }),
      fc.tuple(branch('x'), branch('y')).map((both): PlainSchema => ({ oneOf: both })),
      fc.tuple(branch('x'), branch('y')).map((both): PlainSchema => ({ anyOf: both })),
    ),
  };
}).any;

it('validators of recursive schemas decide as the library does', async () => {
  const samples = fc.sample(fc.record({ R0: schema, R1: schema, R2: schema }), { seed: 3, numRuns: 60 });
  let accepted = 0;
  let refused = 0;
  let remembering = 0;
  for (const sample of samples) {
    const definitions = JSON.parse(JSON.stringify(sample)) as { readonly [name: string]: PlainSchema };
    const emitted = await emitValidators(buildTools([{ name: 'one', input: { $ref: '#/$defs/R0' } }], definitions));
    const actual = (await loadValidators(emitted)).get('one')?.input;
    const compiler = new Ajv2020({ allErrors: true, strict: false, logger: false });
    const expected = compiler.compile({ $ref: '#/$defs/R0', $defs: definitions });
    if (emitted.files.some(({ content }) => content.includes('new Map'))) remembering++;
    fc.assert(
      fc.property(value, (given) => {
        const wanted = expected(given);
        expect(actual?.(given)).toBe(wanted);
        if (wanted) accepted++;
        else refused++;
      }),
      { seed: 5, numRuns: 100 },
    );
  }
  expect(Math.min(accepted, refused)).toBeGreaterThan(1_000);
  expect(remembering).toBeGreaterThan(20);
});
