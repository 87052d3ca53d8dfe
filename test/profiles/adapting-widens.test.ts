import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { composeWireSchema, mapByName } from '../../generator/core/schema/wire-schema.js';
import { toPlainJson } from '../../generator/core/model/json.js';
import { adaptSchema } from '../../generator/pipeline/profiles/adapt-schema.js';
import { combineRestrictions } from '../../generator/pipeline/profiles/adapt-model.js';
import { checkTool } from '../../generator/pipeline/profiles/check-model.js';
import { findProfiles, type Profile } from '../../generator/pipeline/profiles/client-profiles.js';
import { listParts, profileRules } from '../../generator/pipeline/profiles/profile-rules.js';
import { arbitraryValue, closeSchema, schemaVersions } from '../diff/schema-pairs.js';
import { definitionModel, schemaModel, type PlainSchema } from '../kit/build-model.js';

/** Between them they have all rules about schemas. */
const named = findProfiles(['claude', 'openai-strict', 'gemini']);
const profiles: readonly Profile[] = [
  ...named,
  { name: 'all of them', title: '', restrictions: combineRestrictions(named) },
];

const leaves: readonly PlainSchema[] = [{ type: 'string' }, { type: ['string', 'null'] }, { enum: ['a', 'b', 1] }];
const arbitraryLeaf = fc.constantFrom(...leaves);

function definitionsOf(leaf: PlainSchema): { readonly [name: string]: PlainSchema } {
  return {
    List: { type: 'object', properties: { a: { $ref: '#/$defs/Leaf' }, b: { $ref: '#/$defs/List' } }, required: ['a'] },
    Leaf: leaf,
  };
}

const compiler = new Ajv2020({
  strict: false,
  unicodeRegExp: true,
  logger: false,
  validateFormats: false,
  validateSchema: false,
});

function compile(schema: unknown): (value: unknown) => boolean {
  return compiler.compile(schema as object);
}

/** The self-contained schema of a tool, adapted to a profile. */
function adapt(schema: PlainSchema, leaf: PlainSchema, { restrictions }: Profile) {
  const definitions = Object.entries(definitionsOf(leaf)).map(([name, one]) => definitionModel(name, one));
  return adaptSchema(composeWireSchema(schemaModel(schema), mapByName(definitions)).schema, restrictions);
}

/** Each run: a schema for arguments, its own validator and one for the values that adapting assumes. */
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

it.each(Object.entries(cases))('every value that was accepted is accepted after adapting: %s', (_title, makeCase) => {
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
          const plain = toPlainJson(adapt(input, leaf, profile));
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

it('a rule with an adaptation finds nothing in an adapted schema', () => {
  fc.assert(
    fc.property(schemaVersions, arbitraryLeaf, (versions, leaf) => {
      const { input } = cases['a property of the arguments'](JSON.parse(JSON.stringify(versions.old)) as PlainSchema);
      for (const profile of profiles) {
        const parts = listParts(adapt(input, leaf, profile));
        const left = checkTool({ name: 't', description: '', serverName: 's', parts }, profile);
        expect(left.filter(({ rule }) => profileRules[rule].adaptation !== undefined)).toEqual([]);
      }
    }),
    { numRuns: 100, seed: 3 },
  );
});
