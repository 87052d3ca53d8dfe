import { describe, expect, test } from 'vitest';
import { describeProblems } from '../../runtime/core/results/describe-problems.js';
import { print } from '../definitions/diagnose.js';
import { compileTool } from './load-validators.js';

type Case = readonly [schema: object | false, value: unknown, message: string];

const cases: readonly Case[] = [
  [{ type: 'integer' }, 'x', 'must be an integer'],
  [{ type: ['object', 'boolean'] }, 3, 'must be an object or a boolean'],
  [{ type: ['string', 'number', 'null'] }, [], 'must be a string, a number or null'],
  [{ enum: ['a', 1] }, 'x', 'must be one of "a", 1'],
  [{ const: { a: 1 } }, 2, 'must be {"a":1}'],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 3 }, 'a', 'must have at least 3 characters'],
  [{ maxLength: 1 }, 'abc', 'must have at most 1 character'],
  [{ pattern: '^a' }, 'b', 'must match the pattern ^a'],
  [{ format: 'email' }, 'x', 'must be an email address'],
  [{ format: 'date' }, 'x', 'must be a date such as 2025-12-31'],
  [{ minimum: 2 }, 1, 'must be at least 2'],
  [{ maximum: 2 }, 3, 'must be at most 2'],
  [{ exclusiveMinimum: 2 }, 2, 'must be greater than 2'],
  [{ exclusiveMaximum: 2 }, 2, 'must be less than 2'],
  [{ multipleOf: 2 }, 3, 'must be a multiple of 2'],
  [{ minItems: 1 }, [], 'must not be empty'],
  [{ maxItems: 0 }, [1], 'must be empty'],
  [{ uniqueItems: true }, [1, 2, 1], 'items must be unique (v[0] equals v[2])'],
  [{ contains: { type: 'integer' } }, ['a'], 'must contain at least 1 matching item'],
  [{ minProperties: 2 }, {}, 'must have at least 2 properties'],
  [{ maxProperties: 1 }, { a: 1, b: 1 }, 'must have at most 1 property'],
  [{ propertyNames: { pattern: '^[a-z]+$' } }, { A1: 1 }, 'property name "A1" must match the pattern ^[a-z]+$'],
  [{ required: ['a'] }, {}, 'is required'],
  [{ additionalProperties: false }, { a: 1 }, 'is not allowed'],
  [{ properties: { a: false } }, { a: 1 }, 'is not allowed'],
  [{ not: { type: 'string' } }, 'x', 'is not allowed'],
  [{ if: { type: 'string' }, then: { minLength: 2 } }, 'x', 'must have at least 2 characters'],
  [{ if: { type: 'string' }, else: { minimum: 2 } }, 1, 'must be at least 2'],
  [{ allOf: [{ type: 'string' }] }, 1, 'must be a string'],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, null, 'must be a string or an integer'],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, null, 'must be a string or an integer'],
  [{ anyOf: [{ type: 'integer' }, { const: 'auto' }] }, 'x', 'must be an integer or "auto"'],
  [{ anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] }, ['x'], 'must be an integer'],
  [
    { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    'must fit one of the allowed forms: a is required; or b is required',
  ],
  [{ oneOf: [{ type: 'number' }, { minimum: 0 }] }, 1, 'must fit only one of the allowed forms, but fits several'],
];

const modern: readonly Case[] = [
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'is required when a is set'],
  [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, 'is required'],
  [{ prefixItems: [{}], items: false }, [1, 2], 'must have at most 1 item'],
  [{ unevaluatedProperties: false }, { a: 1 }, 'is not allowed'],
  [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2], 'must have at most 1 item'],
  [{ contains: { type: 'integer' }, minContains: 1, maxContains: 2 }, [1, 2, 3], 'must contain 1 to 2 matching items'],
];

const older: readonly Case[] = [
  [{ dependencies: { a: ['b'] } }, { a: 1 }, 'is required when a is set'],
  [{ items: [{}], additionalItems: false }, [1, 2], 'must have at most 1 item'],
];

/** What Ajv says of any keyword. */
const raw =
  /must NOT|must match (?!the pattern)|must pass|must contain at least \d+ valid|must be (?:equal|valid|multiple|string|integer|number|array)\b|must have (?:required )?property|[<>]=|##|schema/u;

const dialects = [
  { dialect: '2020-12', given: [...cases, ...modern] },
  { dialect: 'draft-07', given: [...cases, ...older] },
] as const;

describe.each(dialects)('of $dialect', ({ dialect, given }) => {
  test.each(['input', 'output'] as const)('no error of an %s is in the words of the validator', async (purpose) => {
    const isChecked = ([schema]: Case): boolean => purpose === 'input' || !(schema !== false && 'format' in schema);
    for (const [schema, value, message] of given.filter(isChecked)) {
      const root = { type: 'object', properties: { v: schema } } as never;
      const validators = await compileTool({ input: root, output: root, dialect });
      const validate = validators[purpose];
      expect(validate?.({ v: value }), JSON.stringify(schema)).toBe(false);
      const text = describeProblems(validate?.errors, { v: value }, 'the value');
      expect(text.split('\n')).toHaveLength(1);
      expect(text).toContain(`: ${message}`);
      expect(text).not.toMatch(raw);
    }
  });

  test('no diagnostic of a default is in the words of the validator', async () => {
    const properties = Object.fromEntries(
      given.map(([schema, value], index) => [
        `p${index}`,
        { ...(schema === false ? { not: {} } : schema), description: 'd', default: value },
      ]),
    );
    const uri = {
      '2020-12': 'https://json-schema.org/draft/2020-12/schema',
      'draft-07': 'http://json-schema.org/draft-07/schema#',
    };
    const printed = await print({
      'definitions/a.mcp.json': JSON.stringify({
        server: { name: 's', version: '1.0.0' },
        tools: { t: { description: 'd', inputSchema: { $schema: uri[dialect], type: 'object', properties } } },
      }),
    });
    const lines = Array.from(printed.matchAll(/invalid-(?:default|format): (.*)/gu), ([, line = '']) => line);
    expect(lines).toHaveLength(given.length);
    for (const [index, [, , message]] of given.entries()) {
      expect(lines[index]).toContain(message.replaceAll('(v[0] equals v[2])', '([0] equals [2])'));
      expect(lines[index]?.replace('does not match its schema', '')).not.toMatch(raw);
    }
  });
});

test('a list of many values is shown in part', async () => {
  const values = Array.from({ length: 500 }, (_each, index) => `value-${index}`);
  const { input } = await compileTool({ input: { type: 'object', properties: { v: { enum: values } } } });
  expect(input({ v: 'x' })).toBe(false);
  const text = describeProblems(input.errors, { v: 'x' }, 'the value');
  expect(text).toMatch(/"value-19", … \(500 values\), got "x"$/u);
});

test('arguments are to be sent in another type, results to be returned', () => {
  const error = { instancePath: '/id', schemaPath: '', keyword: 'type', params: { type: 'integer' } };
  const describe = (root: string) => describeProblems([error], { id: '7' }, root);
  expect(describe('the arguments')).toBe('- id: must be an integer: send 7, not "7"');
  expect(describe('the result')).toBe('- id: must be an integer: return 7, not "7"');
});
