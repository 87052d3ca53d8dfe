import { Ajv2020 } from 'ajv/dist/2020.js';
import { CodeGen, ValueScope } from 'ajv/dist/compile/codegen/index.js';
import { expect, test } from 'vitest';
import { speedUpCounting } from '../../generator/emit/validators/count-names.js';

const schema = {
  type: 'object',
  required: ['a', 'b'],
  properties: {
    a: { type: ['string', 'null'], minLength: 2, pattern: '^x' },
    b: { type: 'array', items: { anyOf: [{ type: 'integer', default: 3 }, { const: 'all' }] }, uniqueItems: true },
    c: {
      if: { type: 'number' },
      then: { minimum: 1 },
      else: { properties: { d: { type: 'boolean', default: true } } },
    },
  },
  patternProperties: { '^y': { oneOf: [{ type: 'null' }, { type: 'object', additionalProperties: false }] } },
  additionalProperties: { not: { enum: [1, 'two'] } },
  dependentRequired: { a: ['c'] },
};

test('code is the same when names are counted in one go', () => {
  const before = compile();
  const counting = findCounting();
  speedUpCounting();
  expect(findCounting()).not.toBe(counting);
  expect(compile()).toBe(before);
});

/** How the compiler counts the names of a block. */
function findCounting(): unknown {
  const root: object = Reflect.get(new CodeGen(new ValueScope({ scope: {} })), '_root');
  const block: object = Object.getPrototypeOf(Object.getPrototypeOf(root));
  return Object.getOwnPropertyDescriptor(block, 'names')?.get;
}

function compile(): string | undefined {
  const compiler = new Ajv2020({ allErrors: true, strict: false, useDefaults: true, code: { source: true } });
  return compiler.compile(schema).source?.validateCode.toString();
}
