import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapByName, wireSchema } from '../../generator/core/schema/wire-schema.js';
import { fitInput } from '../../generator/feature-kit/descriptors/budget/fit-input.js';
import { formOutput, outputForms } from '../../generator/feature-kit/descriptors/budget/output-forms.js';
import { toPlainJson } from '../../generator/core/model/json.js';
import { arbitraryValue, schemaVersions } from '../diff/schema-pairs.js';
import { definitionModel, schemaModel, type PlainSchema } from '../kit/build-model.js';

const definitions = mapByName([
  definitionModel('List', {
    title: 'List',
    type: 'object',
    properties: { a: { $ref: '#/$defs/Leaf' }, b: { $ref: '#/$defs/List', description: 'b' } },
    required: ['a'],
  }),
  definitionModel('Leaf', {
    type: ['string', 'null'],
    description: 'See more in [the guide](/guide).',
    examples: ['a'],
  }),
]);

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  addUsedSchema: false,
  unicodeRegExp: true,
  logger: false,
  validateFormats: false,
});

function compile(schema: unknown): (value: unknown) => boolean {
  return ajv.compile(schema as object);
}

/** Each run: the schema as descriptors would have it in full, and in the forms that descriptors advertise. */
function listWireForms(schema: PlainSchema) {
  const model = schemaModel(schema);
  const whole = toPlainJson(wireSchema(model, definitions));
  const outputs = outputForms.map((form) => {
    const formed = formOutput(model, definitions, form);
    return wireSchema(formed.output, formed.definitions);
  });
  const inputs = [10_000, 100].map((budget) => {
    const fitted = fitInput(model, definitions, budget);
    return wireSchema(fitted.input, fitted.definitions);
  });
  return { whole, outputs: outputs.map(toPlainJson), inputs: inputs.map(toPlainJson) };
}

test('every form of a schema accepts what the schema accepts, and those in full accept nothing else', () => {
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(schemaVersions, fc.array(arbitraryValue, { minLength: 20, maxLength: 30 }), (versions, values) => {
      const inner = JSON.parse(JSON.stringify(versions.old)) as PlainSchema;
      const { whole, outputs, inputs } = listWireForms({
        type: ['object', 'array'],
        properties: { a: inner, b: { allOf: [inner, { $ref: '#/$defs/List' }] } },
        items: inner,
      });
      const isValid = compile(whole);
      const tried = values.flatMap((value) => [value, [value], { a: value }, { b: value }, { a: value, b: value }]);
      const valid = tried.filter(isValid);
      for (const [index, form] of [...outputs, ...inputs].entries()) {
        const accepts = compile(form);
        const lost = valid.find((value) => !accepts(value));
        if (lost !== undefined) throw new Error([lost, whole, form].map((part) => JSON.stringify(part)).join('\n'));
        const isFull = index === 0 || index === 1 || index === outputs.length;
        if (isFull) expect(tried.filter(accepts)).toEqual(valid);
      }
      accepted += valid.length;
      refused += tried.length - valid.length;
    }),
    { numRuns: 80 },
  );
  expect(accepted).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(500);
});

test('many definitions in each other take no time', () => {
  const names = Array.from({ length: 12 }, (_name, index) => `Deep${index}`);
  const deep = names.map((name, index) => {
    const next = { $ref: `#/$defs/${names[(index + 1) % names.length]}` };
    return definitionModel(name, { type: 'object', anyOf: Array.from({ length: 12 }, () => next) });
  });
  const model = schemaModel({ $ref: '#/$defs/Deep0' });
  const forms = outputForms.map((form) => formOutput(model, mapByName(deep), form));
  expect(forms.map(({ output }) => output.schema)).toHaveLength(5);
});
