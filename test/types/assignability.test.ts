import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emitTypes } from '../../generator/pipeline/emit/types/emit-types.js';
import { buildModel, definitionModel } from '../kit/build-model.js';
import { compileProject } from './compile-project.js';
import { arbitrarySample, recursiveSamples } from './schema-arbitrary.js';

/** Takes from a schema what a type cannot say: that alternatives are mutually exclusive, what undeclared properties are. */
function loosen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { oneOf, additionalProperties: _, patternProperties: __, ...rest } = value as { [keyword: string]: unknown };
  return oneOf === undefined ? rest : { ...rest, anyOf: oneOf };
}

test('what the validator accepts is assignable, and a part of a wrong type is not', async () => {
  const samples = {
    ...recursiveSamples,
    ...Object.fromEntries(
      fc.sample(arbitrarySample(3), { seed: 20260728, numRuns: 150 }).map((sample, index) => [`Type${index}`, sample]),
    ),
  };
  const schemas = Object.entries(samples).map(([name, { schema }]) => [name, schema] as const);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const $defs = Object.fromEntries(schemas);
  ajv.addSchema({ $id: 'exact', $defs });
  ajv.addSchema({ $id: 'loose', $defs: JSON.parse(JSON.stringify($defs), (_, value) => loosen(value)) });

  const lines: string[] = [];
  const counts = { fitting: 0, accepted: 0, rejected: 0 };
  for (const [name, { fitting, wrong }] of Object.entries(samples)) {
    const fits = ajv.compile({ $ref: `exact#/$defs/${name}` });
    const accepted = fitting.filter((value) => fits(value));
    const fitsTypes = ajv.compile({ $ref: `loose#/$defs/${name}` });
    const rejected = wrong.filter((value) => !fitsTypes(value));
    const write = (value: unknown): string =>
      `all.push((): types.${name} => (${JSON.stringify(value).replaceAll('\u2028', '\\u2028')}));`;
    lines.push(...accepted.map(write), ...rejected.map((value) => `// @ts-expect-error\n${write(value)}`));
    counts.fitting += fitting.length;
    counts.accepted += accepted.length;
    counts.rejected += rejected.length;
  }
  expect(counts.accepted).toBeGreaterThan(0.9 * counts.fitting);
  expect(counts.rejected).toBeGreaterThan(150);

  const definitions = schemas.map(([name, schema]) => definitionModel(name, schema));
  const files = {
    'types.ts': (await emitTypes(buildModel({ definitions }))).content,
    'values.ts': [`import type * as types from './types.js';`, `export const all: unknown[] = [];`, ...lines].join(
      '\n',
    ),
  };
  expect(await compileProject(files)).toBe('');
});
