import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { emitTypes } from '../../generator/pipeline/emit/types/emit-types.js';
import { buildModel, definitionModel, schemaModel, toolModel } from '../kit/build-model.js';
import { readTable } from '../kit/read-table.js';

const withDefault = { type: 'object', properties: { d: { type: 'number', default: 1 } } };
const Shared = withDefault;

/** The rows of the table next to this file. */
const places = readTable('types/default-properties.tsv').map(
  ([place, schema = '', given = '', filled = '', want = '']) => ({
    place,
    schema: JSON.parse(schema) as { readonly [keyword: string]: unknown },
    given: JSON.parse(given) as unknown,
    filled: JSON.parse(filled) as unknown,
    want,
  }),
);

function emitBody(code: string, name: string): string {
  const body = new RegExp(`export interface ${name} {([^]*?)\n}`).exec(code)?.[1] ?? '';
  return body.replace(/\s+/g, ' ').trim();
}

test.each(places)('a default in $place', async ({ schema, given, filled, want }) => {
  const validate = new Ajv2020({ strict: false, useDefaults: true }).compile({ ...schema, $defs: { Shared } });
  const value = structuredClone(given);
  expect(validate(value)).toBe(true);
  expect(value).toEqual(filled);

  const definitions = [definitionModel('Shared', Shared)];
  const { content: code } = await emitTypes(
    buildModel({ definitions, tools: [toolModel('T', { input: schemaModel(schema), output: schemaModel(schema) })] }),
  );
  expect(emitBody(code, 'TInput')).toBe(want);
  expect(emitBody(code, 'TOutput')).toBe(want.replace(/\b([ad]): /g, '$1?: '));
  expect(emitBody(code, 'Shared')).toBe('d?: number;');
});

test('a default in allOf', async () => {
  const schema = { allOf: [withDefault, { $ref: '#/$defs/Shared' }], type: 'object' };
  const value = {};
  expect(new Ajv2020({ strict: false, useDefaults: true }).validate({ ...schema, $defs: { Shared } }, value)).toBe(
    true,
  );
  expect(value).toEqual({ d: 1 });

  const { content: code } = await emitTypes(
    buildModel({
      definitions: [definitionModel('Shared', Shared)],
      tools: [toolModel('T', { input: schemaModel(schema), output: schemaModel(schema) })],
    }),
  );
  expect(code).toContain('export type TInput = {\n  d: number;\n} & Shared;\n');
  expect(code).toContain('export type TOutput = {\n  d?: number;\n} & Shared;\n');
});
