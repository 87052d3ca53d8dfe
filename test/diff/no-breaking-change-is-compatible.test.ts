import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlainSchema } from '../kit/build-model.js';
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

const compiler = new Ajv2020({ strict: false, unicodeRegExp: true, logger: false, validateSchema: false });

type Version = readonly [schema: PlainSchema, definitions: PlainDefinitions];

function compile([schema, definitions]: Version): (value: unknown) => boolean {
  return compiler.compile({ allOf: [schema], $defs: definitions });
}

/** Compiles a schema so that objects have no properties beyond those that their schema lists. */
function compileClosed([schema, definitions]: Version): (value: unknown) => boolean {
  const $defs = Object.entries(definitions).map(([name, definition]) => [name, closeDefinition(definition)]);
  return compile([closeSchema(schema), Object.fromEntries($defs) as PlainDefinitions]);
}

/** A definition is closed where a reference to it stands. */
function closeDefinition(definition: PlainSchema): PlainSchema {
  const closed = closeSchema(definition);
  const [inner] = (typeof closed === 'object' && (closed['allOf'] as PlainSchema[] | undefined)) || [closed];
  return inner as PlainSchema;
}

it('no change is called compatible that refuses a value that was accepted before', () => {
  const counts = { compatible: 0, breaking: 0, values: 0 };
  fc.assert(
    fc.property(
      schemaVersions,
      arbitraryDefinitions,
      arbitraryDefinitions,
      fc.array(arbitraryValue, { minLength: 30, maxLength: 40 }),
      (versions, before, after, values) => {
        const plain = JSON.parse(JSON.stringify(versions)) as typeof versions;
        const changes = diffPlainSchemas(plain.old, plain.new, { old: before, new: after });
        const [old, recent]: readonly Version[] = [
          [plain.old, before],
          [plain.new, after],
        ];
        for (const [effect, from, to] of [['narrows', old, recent] as const, ['widens', recent, old] as const]) {
          const isCompatible = changes.every((change) => change[effect] === 'no');
          counts[isCompatible ? 'compatible' : 'breaking']++;
          if (!isCompatible || !from || !to) continue;
          const [wasValid, isValid] = [compileClosed(from), compile(to)];
          for (const value of values.filter(wasValid)) {
            counts.values++;
            if (!isValid(value)) throw new Error(`${effect}: ${JSON.stringify(value)}\n${JSON.stringify(plain)}`);
          }
        }
      },
    ),
    { numRuns: Number(process.env['RUNS'] ?? 300), seed: Number(process.env['SEED'] ?? 1) },
  );
  expect(counts.compatible).toBeGreaterThan(70);
  expect(counts.breaking).toBeGreaterThan(100);
  expect(counts.values).toBeGreaterThan(400);
});

it('other annotations of a definition are a change of documentation only', () => {
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
