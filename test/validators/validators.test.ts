import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../generator/core/model/model.js';
import type { Validator } from '../../runtime/core/api/definition.js';
import type { PlainSchema } from '../kit/build-model.js';
import { readTable } from '../kit/read-table.js';
import { compileTool } from './load-validators.js';

type Definitions = { readonly [name: string]: PlainSchema };

interface Row {
  readonly given: string;
  readonly schema: PlainSchema;
  readonly dialect: Dialect;
  readonly definitions: Definitions;
  /** JSON text, as a client sends it. */
  readonly valid: readonly string[];
  /** JSON text and, of every error, the path and the keyword. */
  readonly invalid: readonly (readonly [value: string, ...errors: string[]])[];
}

function listErrors(validate: Validator, value: string): readonly string[] {
  if (validate(JSON.parse(value))) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

/** `value -> error, error | value -> error`, as the table has it. */
function readInvalid(cell: string): Row['invalid'] {
  if (cell === '') return [];
  return cell.split(' | ').map((one) => {
    const [value = '', errors = ''] = one.split(' -> ');
    return [value, ...errors.split(', ')];
  });
}

/** The rows of the table next to this file. */
const rows = readTable('validators/validators.tsv').map(
  ([given = '', schema = '', valid = '', invalid = '', definitions = '', dialect]): Row => ({
    given,
    schema: JSON.parse(schema) as PlainSchema,
    dialect: dialect === 'draft-07' ? dialect : '2020-12',
    definitions: JSON.parse(definitions || '{}') as Definitions,
    valid: valid === '' ? [] : valid.split(' | '),
    invalid: readInvalid(invalid),
  }),
);

describe('an input validator given', () => {
  it.each(rows)('$given', async ({ schema, dialect, definitions, valid, invalid }) => {
    const { input } = await compileTool({ input: schema, dialect }, definitions);
    for (const value of valid) expect(listErrors(input, value), value).toEqual([]);
    for (const [value, ...errors] of invalid)
      expect(listErrors(input, value).toSorted(), value).toEqual(errors.toSorted());
  });

  it('an error gives its path and what was demanded', async () => {
    const { input } = await compileTool({ input: { type: 'object', properties: { 'a/b': { maximum: 50 } } } });
    expect(input({ 'a/b': 99 })).toBe(false);
    expect(input.errors).toEqual([
      {
        instancePath: '/a~1b',
        keyword: 'maximum',
        params: { comparison: '<=', limit: 50 },
      },
    ]);
  });

  it('strings that look like code of validators are left alone', async () => {
    const strings = [
      '};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}',
      ',propertyName:',
      'a",schemaPath:"',
    ];
    const name = 'const err0 = {instancePath:"",schemaPath:"",keyword:"type",params:{}';
    const { input } = await compileTool({ input: { type: 'object', properties: { [name]: { enum: strings } } } });
    for (const value of strings) expect(input({ [name]: value })).toBe(true);
    expect(input({ [name]: '' })).toBe(false);
    expect(input.errors).toEqual([{ instancePath: `/${name}`, keyword: 'enum', params: { allowedValues: strings } }]);
  });

  it('a value that is too deep throws a RangeError', async () => {
    const { input } = await compileTool(
      { input: { $ref: '#/$defs/List' } },
      { List: { items: { $ref: '#/$defs/List' } } },
    );
    let value: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(() => input(value)).toThrow(RangeError);
  });
});

describe('an input validator fills defaults', () => {
  const fill = async (schema: PlainSchema, value: string, definitions?: Definitions): Promise<string> => {
    const { input } = await compileTool({ input: schema }, definitions);
    const filled: unknown = JSON.parse(value);
    expect(listErrors(input, value)).toEqual([]);
    input(filled);
    return JSON.stringify(filled);
  };

  it('of properties, nested, in allOf and behind references, but not over values that are there', async () => {
    const schema = {
      type: 'object',
      properties: {
        limit: { type: 'integer', default: 10 },
        nested: { type: 'object', properties: { a: { default: [1] } } },
        r: { $ref: '#/$defs/R' },
      },
      allOf: [{ type: 'object', properties: { b: { default: null } } }],
    };
    const definitions = { R: { type: 'object', properties: { c: { default: 'c' } } } };
    expect(JSON.parse(await fill(schema, '{"nested":{},"r":{}}', definitions))).toEqual({
      limit: 10,
      nested: { a: [1] },
      r: { c: 'c' },
      b: null,
    });
    expect(await fill({ type: 'object', properties: { a: { default: 1 } } }, '{"a":null}')).toBe('{"a":null}');
  });

  it('but not in branches that are only tried', async () => {
    const pet = (kind: string): PlainSchema => ({
      type: 'object',
      properties: { kind: { const: kind, default: kind } },
      required: ['name', kind],
    });
    const schema = {
      type: 'object',
      properties: { pet: { anyOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }] }, cat: { $ref: '#/$defs/Cat' } },
    };
    const definitions = { Cat: pet('cat'), Dog: pet('dog') };
    expect(await fill(schema, '{"pet":{"name":"Rex","dog":1}}', definitions)).toBe('{"pet":{"name":"Rex","dog":1}}');
    expect(await fill(schema, '{"cat":{"name":"Tom","cat":1}}', definitions)).toBe(
      '{"cat":{"name":"Tom","cat":1,"kind":"cat"}}',
    );
  });

  it('never as the prototype, nor for a name that every object inherits', async () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"default":{"x":1}},"constructor":{"type":"string","default":"c"},"d":{"default":{"__proto__":{"x":1}}}}}',
    ) as PlainSchema;
    const { input } = await compileTool({ input: schema });
    const value: Record<string, unknown> = {};
    expect(input(value)).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"d":{"__proto__":{"x":1}}}');
  });

  it('afresh for every call', async () => {
    const { input } = await compileTool({ input: { type: 'object', properties: { a: { default: [] } } } });
    const first: { a?: number[] } = {};
    input(first);
    first.a?.push(1);
    const second = {};
    input(second);
    expect(second).toEqual({ a: [] });
  });
});

describe('an output validator', () => {
  const schema: PlainSchema = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      n: { type: 'number', default: 1 },
      r: { $ref: '#/$defs/R' },
    },
  };
  const definitions = { R: { type: 'object', properties: { c: { format: 'uuid', default: 'c' } } } };

  it('fills no defaults, asserts no formats, and takes no number that JSON has not', async () => {
    const { output } = await compileTool({ input: true, output: schema }, definitions);
    const value = { day: 'tomorrow', r: { c: 'x' } };
    expect(output?.(value)).toBe(true);
    expect(value).toEqual({ day: 'tomorrow', r: { c: 'x' } });
    expect([output?.({ n: Number.NaN }), output?.({ n: 1.5 })]).toEqual([false, true]);
  });

  it('is none without an output schema', async () => {
    expect(Object.keys(await compileTool({ input: true }))).toEqual(['input']);
  });
});
