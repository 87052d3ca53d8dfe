import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { definitionModel, schemaModel, type PlainSchema } from '../kit/build-model.js';
import { Prover } from '../../generator/diff/schema/prover.js';
import { createSchemaWorld } from '../../generator/diff/schema/schema-world.js';
import { diffPlainSchemas, type PlainDefinitions } from './diff-plain-schemas.js';
import { arbitraryValue, closeSchema, schemaVersions } from './schema-pairs.js';

const leaves: readonly PlainSchema[] = [{ type: 'string' }, { type: ['string', 'null'] }, { enum: ['a', 'b'] }];

function definitionsOf(leaf: PlainSchema): PlainDefinitions {
  return {
    List: { type: 'object', properties: { a: { $ref: '#/$defs/Leaf' }, b: { $ref: '#/$defs/List' } }, required: ['a'] },
    Leaf: leaf,
  };
}

const arbitraryDefinitions = fc.constantFrom(...leaves).map(definitionsOf);

function compile(schema: PlainSchema, definitions: PlainDefinitions, isClosed: boolean): (value: unknown) => boolean {
  const compiler = new Ajv2020({ strict: false, unicodeRegExp: true, logger: false });
  const close = isClosed ? closeSchema : (one: PlainSchema) => one;
  const $defs = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      isClosed ? closeDefinition(definition) : definition,
    ]),
  );
  return compiler.compile({ allOf: [close(schema)], $defs });
}

/** What is referred to is closed where the reference stands. */
function closeDefinition(definition: PlainSchema): PlainSchema {
  const closed = closeSchema(definition);
  const [inner] = (typeof closed === 'object' && (closed['allOf'] as PlainSchema[] | undefined)) || [closed];
  return inner as PlainSchema;
}

it('what is told to be compatible accepts every value that was accepted before', () => {
  let proven = 0;
  let refuted = 0;
  let checked = 0;
  fc.assert(
    fc.property(
      schemaVersions,
      arbitraryDefinitions,
      arbitraryDefinitions,
      fc.array(arbitraryValue, { minLength: 30, maxLength: 40 }),
      (versions, before, after, values) => {
        const plain = JSON.parse(JSON.stringify(versions)) as typeof versions;
        const changes = diffPlainSchemas(plain.old, plain.new, { old: before, new: after });
        for (const [effect, narrow, wide] of [
          ['narrows', [plain.old, before], [plain.new, after]],
          ['widens', [plain.new, after], [plain.old, before]],
        ] as const) {
          if (changes.some((change) => change[effect] !== 'no')) {
            refuted++;
            continue;
          }
          proven++;
          const [isOne, isOther] = [compile(narrow[0], narrow[1], true), compile(wide[0], wide[1], false)];
          for (const value of values) {
            if (!isOne(value)) continue;
            checked++;
            if (!isOther(value)) throw new Error(`${effect}: ${JSON.stringify(value)}\n${JSON.stringify(plain)}`);
          }
        }
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 300), seed: Number(process.env['SEED'] ?? 1) },
  );
  expect(proven).toBeGreaterThan(100);
  expect(refuted).toBeGreaterThan(100);
  expect(checked).toBeGreaterThan(400);
});

it('a schema is contained in itself, and a changed definition with only other annotations is the same', () => {
  fc.assert(
    fc.property(schemaVersions, arbitraryDefinitions, (versions, definitions) => {
      const plain = JSON.parse(JSON.stringify(versions.old)) as PlainSchema;
      const described = Object.fromEntries(
        Object.entries(definitions).map(([name, schema]) => [name, { ...(schema as object), description: 'Other.' }]),
      );
      const changes = diffPlainSchemas(plain, plain, { old: definitions, new: described });
      expect(
        changes.filter(({ rule }) => rule !== 'schema-documentation-changed' && rule !== 'schema-rewritten'),
      ).toEqual([]);
    }),
    { numRuns: 300, seed: 2 },
  );
});

it('proofs come to an end, however many ways there are', () => {
  const wide = {
    anyOf: Array.from({ length: 12 }, (_, index) => ({ properties: { [`p${index}`]: { type: 'string' } } })),
  };
  const nested = (depth: number): PlainSchema =>
    depth === 0 ? wide : { anyOf: [nested(depth - 1), { allOf: [nested(depth - 1), wide] }] };
  const prover = new Prover(createSchemaWorld([definitionModel('A', true)], []));
  const [one, other] = [nested(6), { oneOf: [nested(6), { not: wide }] }].map((schema) => schemaModel(schema).schema);
  const start = Date.now();
  prover.isContained(one ?? true, other ?? true);
  expect(Date.now() - start).toBeLessThan(10_000);
});
