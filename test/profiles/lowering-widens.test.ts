import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { composeWireSchema, mapByName } from '../../generator/schema/wire-schema.js';
import { toPlainJson } from '../../generator/model/json.js';
import { checkSchema } from '../../generator/profiles/checks/check-schema.js';
import { findProfiles } from '../../generator/profiles/client-profiles.js';
import { combineRestrictions } from '../../generator/profiles/lowering/combine-restrictions.js';
import { lowerInput } from '../../generator/profiles/lowering/lower-input.js';
import { loweringOf } from '../../generator/diagnostics/profile-rules.js';
import type { Restrictions } from '../../generator/profiles/profile.js';
import { arbitraryValue, closeSchema, schemaVersions } from '../diff/schema-pairs.js';
import { definitionModel, schemaModel, type PlainSchema } from '../kit/build-model.js';

/** Between them they have all rules about schemas. */
const named = findProfiles(['claude', 'openai-strict', 'gemini']);
const profiles = [...named, { name: 'all of them', restrictions: combineRestrictions(named) }];

const leaves: readonly PlainSchema[] = [{ type: 'string' }, { type: ['string', 'null'] }, { enum: ['a', 'b', 1] }];
const arbitraryLeaf = fc.constantFrom(...leaves);

function definitionsOf(leaf: PlainSchema): { readonly [name: string]: PlainSchema } {
  return {
    List: { type: 'object', properties: { a: { $ref: '#/$defs/Leaf' }, b: { $ref: '#/$defs/List' } }, required: ['a'] },
    Leaf: leaf,
  };
}

function compile(schema: unknown): (value: unknown) => boolean {
  return new Ajv2020({ strict: false, unicodeRegExp: true, logger: false, validateFormats: false }).compile(
    schema as object,
  );
}

/** The self-contained schema of a tool, lowered for a profile. */
function lower(schema: PlainSchema, leaf: PlainSchema, { restrictions }: { readonly restrictions: Restrictions }) {
  const definitions = Object.entries(definitionsOf(leaf)).map(([name, one]) => definitionModel(name, one));
  return lowerInput(composeWireSchema(schemaModel(schema), mapByName(definitions)).schema, restrictions);
}

/** Each run: a schema for arguments, its own validator and one for the values that lowering takes for granted. */
const cases = {
  'a property of the arguments': (schema: PlainSchema) => {
    const input = { type: 'object', properties: { a: schema, b: { not: schema } }, $comment: 'x' };
    return { input, assumed: input };
  },
  'the arguments themselves': (schema: PlainSchema) => {
    const input: PlainSchema = { ...(typeof schema === 'boolean' ? {} : schema), type: 'object' };
    return { input, assumed: closeSchema(input) };
  },
};

it.each(Object.entries(cases))('whatever is accepted is accepted after lowering: %s', (_title, makeCase) => {
  let checked = 0;
  let changed = 0;
  fc.assert(
    fc.property(
      schemaVersions,
      arbitraryLeaf,
      fc.array(arbitraryValue, { minLength: 30, maxLength: 40 }),
      (versions, leaf, values) => {
        const { input, assumed } = makeCase(JSON.parse(JSON.stringify(versions.old)) as PlainSchema);
        const isValid = compile({ allOf: [assumed], $defs: definitionsOf(leaf) });
        const valid = values
          .flatMap((value) => [value, { a: value }, { b: value }, { a: value, b: value }])
          .filter(isValid);
        for (const profile of profiles) {
          const lowered = lower(input, leaf, profile);
          const plain = toPlainJson(lowered);
          if (JSON.stringify(plain) !== JSON.stringify(input)) changed++;
          const isStillValid = compile(plain);
          for (const value of valid) {
            checked++;
            if (isStillValid(value)) continue;
            const texts = [value, input, leaf, plain].map((part) => JSON.stringify(part));
            throw new Error(`${profile.name} refuses ${texts.join('\n')}`);
          }
        }
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 60), seed: Number(process.env['SEED'] ?? 1) },
  );
  expect(checked).toBeGreaterThan(500);
  expect(changed).toBeGreaterThan(50);
});

it('what can be lowered is not found again', () => {
  fc.assert(
    fc.property(schemaVersions, arbitraryLeaf, (versions, leaf) => {
      const { input } = cases['a property of the arguments'](JSON.parse(JSON.stringify(versions.old)) as PlainSchema);
      for (const profile of profiles) {
        const left = checkSchema(lower(input, leaf, profile), profile.restrictions);
        expect(left.filter(({ rule }) => loweringOf(rule) !== undefined)).toEqual([]);
      }
    }),
    { numRuns: 100, seed: 3 },
  );
});
