import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../generator/core/model/model.js';
import type { Validator } from '../../runtime/core/api/definition.js';
import type { PlainSchema } from '../kit/build-model.js';
import { compileTool } from './load-validators.js';

type Definitions = { readonly [name: string]: PlainSchema };

interface Row {
  readonly given: string;
  readonly schema: PlainSchema;
  readonly dialect?: Dialect;
  readonly definitions?: Definitions;
  /** JSON text, as a client sends it. */
  readonly valid: readonly string[];
  /** JSON text and, of every error, the path and the keyword. */
  readonly invalid: readonly (readonly [value: string, ...errors: string[]])[];
}

function listErrors(validate: Validator, value: string): readonly string[] {
  if (validate(JSON.parse(value))) return [];
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

const rows: readonly Row[] = [
  {
    given: 'an object with several faults',
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, n: { type: 'integer', maximum: 50 } },
      required: ['a'],
    },
    valid: ['{"a":""}', '{"a":"x","n":50,"other":1}', '{"a":"x","n":5.0}'],
    invalid: [
      ['{"n":99}', ' required', '/n maximum'],
      ['{"a":1,"n":"5"}', '/a type', '/n type'],
      ['[]', ' type'],
    ],
  },
  { given: 'false', schema: false, valid: [], invalid: [['1', ' false schema']] },
  {
    given: 'a tuple of draft-07',
    dialect: 'draft-07',
    schema: { type: 'array', items: [{ type: 'string' }, { $ref: '#/$defs/N' }], additionalItems: { type: 'boolean' } },
    definitions: { N: { type: 'number' } },
    valid: ['["a",1,true]', '[]'],
    invalid: [['[1,"a",1]', '/0 type', '/1 type', '/2 type']],
  },
  {
    given: 'dependencies of draft-07',
    dialect: 'draft-07',
    schema: { type: 'object', dependencies: { a: ['b'], c: { properties: { d: { type: 'string' } } } } },
    valid: ['{"a":1,"b":1}', '{"c":1,"d":"x"}', '{"d":1}'],
    invalid: [
      ['{"a":1}', ' dependencies'],
      ['{"c":1,"d":1}', '/d type'],
    ],
  },
  {
    given: 'keywords of 2020-12 in draft-07, which are unknown there',
    dialect: 'draft-07',
    schema: { type: 'object', dependentRequired: { a: ['b'] }, unevaluatedProperties: false },
    valid: ['{"a":1}'],
    invalid: [],
  },
  {
    given: 'formats, known and unknown',
    schema: {
      type: 'object',
      properties: {
        d: { type: 'string', format: 'date' },
        u: { type: 'string', format: 'uuid' },
        e: { type: 'string', format: 'email' },
        i: { type: 'integer', format: 'int32' },
        x: { type: 'string', format: 'isbn' },
      },
    },
    valid: ['{"d":"2026-07-28","e":"a@b.example","i":7,"x":"anything"}'],
    invalid: [
      ['{"d":"2026-13-28","u":"1","e":"a","i":3000000000}', '/d format', '/u format', '/e format', '/i format'],
    ],
  },
  {
    given: 'lengths in code points',
    schema: { type: 'string', minLength: 2, maxLength: 3 },
    valid: ['"😀😀"', '"😀😀😀"', '"abc"', '"\\ud83d\\ud83d"'],
    invalid: [
      ['"😀"', ' minLength'],
      ['"😀😀😀😀"', ' maxLength'],
    ],
  },
  {
    given: 'constants and enumerations that are no scalars',
    schema: {
      type: 'object',
      properties: { c: { const: { a: [1, null] } }, e: { enum: [{ x: 1, y: 2 }, [1], null, 'z'] } },
    },
    valid: ['{"c":{"a":[1,null]},"e":{"y":2,"x":1}}', '{"e":null}', '{"e":[1]}', '{"e":"z"}'],
    invalid: [['{"c":{"a":[1,0]},"e":{"x":1}}', '/c const', '/e enum']],
  },
  {
    given: 'values that only look like objects with methods',
    schema: {
      type: 'array',
      uniqueItems: true,
      items: { enum: [{ valueOf: 1 }, { toString: 1 }, { constructor: 1 }] },
    },
    valid: ['[{"valueOf":1},{"toString":1},{"constructor":1}]'],
    invalid: [
      ['[{"valueOf":1},{"valueOf":1}]', ' uniqueItems'],
      ['[{"toString":2}]', '/0 enum'],
    ],
  },
  {
    given: 'items that are unique by the equality of JSON Schema',
    schema: { type: 'array', uniqueItems: true },
    valid: [
      '[1,"1",true,"true",null,"null",[1],["1"],{"a":1},{"a":"1"},{"a":[1]},"{\\"a\\":1}","[1]"]',
      '[["a,b"],["a","b"],["a\\",\\"b"],{"a":1,"b":2},{"a":{"b":2}},{"a:1":2},{}, []]',
      '["__proto__","constructor"]',
    ],
    invalid: [
      ['[1,1.0]', ' uniqueItems'],
      ['[0,-0]', ' uniqueItems'],
      ['[[0],[-0]]', ' uniqueItems'],
      ['[{"a":1,"b":[{"c":2,"d":3}]},{"b":[{"d":3,"c":2}],"a":1}]', ' uniqueItems'],
      ['[{"__proto__":1},{"__proto__":1}]', ' uniqueItems'],
      ['["__proto__","__proto__"]', ' uniqueItems'],
    ],
  },
  {
    given: 'a union with a discriminator',
    schema: { properties: { shape: { oneOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Box' }] } } },
    definitions: {
      Circle: {
        type: 'object',
        properties: { 'k/d': { const: 'circle' }, radius: { type: 'number' } },
        required: ['radius', 'k/d'],
      },
      Box: { type: 'object', properties: { 'k/d': { enum: ['box', 'cube'] } }, required: ['k/d'] },
    },
    valid: ['{"shape":{"k/d":"circle","radius":1}}', '{"shape":{"k/d":"cube","radius":"x"}}'],
    invalid: [
      ['{"shape":{"k/d":"circle","radius":"x"}}', '/shape/radius type'],
      ['{"shape":{"k/d":"circle"}}', '/shape required'],
      ['{"shape":{"k/d":"ball"}}', '/shape/k~1d enum'],
      ['{"shape":{"k/d":1}}', '/shape/k~1d enum'],
      ['{"shape":{}}', '/shape required'],
      ['{"shape":[]}', '/shape type'],
      ['{"shape":null}', '/shape type'],
    ],
  },
  {
    given: 'a union with a discriminator whose type is stated beside it, among properties that nothing else may be',
    schema: {
      type: 'object',
      oneOf: [
        { properties: { k: { const: 1 }, a: { type: 'string' } }, required: ['k', 'a'] },
        { allOf: [{ $ref: '#/$defs/Kind2' }, { properties: { b: { type: 'string' } }, required: ['b'] }] },
      ],
      unevaluatedProperties: false,
    },
    definitions: { Kind2: { properties: { k: { const: true } }, required: ['k'] } },
    valid: ['{"k":1,"a":"x"}', '{"k":true,"b":"x"}'],
    invalid: [
      ['{"k":1,"b":"x"}', ' required'],
      ['{"k":1,"a":2}', '/a type'],
      ['{"k":true,"a":2}', ' required'],
      ['{"k":1,"a":"x","b":"x"}', ' unevaluatedProperties'],
      ['{"k":"1"}', '/k enum'],
      ['1', ' type'],
    ],
  },
  {
    given: 'a union with a discriminator that no branch requires',
    schema: {
      oneOf: [
        { type: 'object', properties: { k: { const: 'a', default: 'a' }, n: { type: 'number' } } },
        { type: 'object', properties: { k: { const: 'b' }, n: { type: 'string' }, m: { type: 'number' } } },
      ],
    },
    valid: ['{"k":"a","n":1}', '{"n":1}', '{"n":"x"}', '{"k":"b","n":"x"}'],
    invalid: [
      ['{"k":"a","n":"x","m":"x"}', '/n type'],
      ['{"k":"b","n":1,"m":"x"}', '/n type', '/m type'],
      ['{}', ' oneOf'],
      ['{"n":null}', '/n type', '/n type', ' oneOf'],
      ['1', ' type'],
    ],
  },
  {
    given: 'a union with a discriminator and a branch for all values, among properties that nothing else may be',
    schema: {
      anyOf: [
        { type: 'object', properties: { k: { const: 'a' }, n: { type: 'number' }, o: true }, required: ['k'] },
        { type: 'object', properties: { k: { const: 'b' }, n: { type: 'string' } }, required: ['k'] },
        { type: 'object', properties: { k: { type: 'string' }, m: { type: 'number' } }, required: ['k'] },
      ],
      unevaluatedProperties: false,
    },
    valid: ['{"k":"a","n":1,"o":1}', '{"k":"a","n":1,"m":1}', '{"k":"b","m":1}', '{"k":"c","m":1}'],
    invalid: [
      ['{"k":"a","n":"x","m":"x"}', '/n type'],
      ['{"k":"b","n":1}', ' unevaluatedProperties'],
      ['{"k":"c","m":"x"}', '/m type'],
      ['{"k":"c","n":1}', ' unevaluatedProperties'],
      ['{"k":1}', '/k type'],
      ['{}', ' required'],
      ['1', ' type'],
    ],
  },
  {
    given: 'a union with a discriminator inside not, of which no branch requires it',
    schema: {
      not: { oneOf: ['a', 'b'].map((kind) => ({ type: 'object', properties: { k: { const: kind }, [kind]: false } })) },
    },
    valid: ['{"k":"c"}', '{"k":"a","a":1}', '{}', '{"b":1,"a":1}', '1'],
    invalid: [
      ['{"k":"b"}', ' not'],
      ['{"a":1}', ' not'],
    ],
  },
  {
    given: 'a union with one property whose values overlap',
    schema: {
      oneOf: ['a', 'b'].map((kind) => ({
        type: 'object',
        properties: { k: { enum: ['c', kind] } },
        required: ['k'],
      })),
    },
    valid: ['{"k":"a"}'],
    invalid: [['{"k":"c"}', ' oneOf']],
  },
  {
    given: 'unknown keywords, even those that the compiler has a use for',
    schema: {
      type: 'string',
      nullable: true,
      discriminator: 1,
      id: 'x',
      $async: true,
      fault: 'x',
      'x-y': {},
      formatMinimum: 'z',
    },
    valid: ['"a"'],
    invalid: [['null', ' type']],
  },
  {
    given: 'required properties with inherited names',
    schema: { type: 'object', required: ['constructor', '__proto__', 'toString'] },
    valid: ['{"constructor":1,"__proto__":1,"toString":1}'],
    invalid: [['{}', ' required', ' required', ' required']],
  },
  {
    given: 'optional properties with inherited names',
    schema: {
      type: 'object',
      properties: { constructor: { type: 'string' }, hasOwnProperty: { type: 'number' }, valueOf: false },
      additionalProperties: false,
    },
    valid: ['{}', '{"constructor":"x","hasOwnProperty":1}'],
    invalid: [
      [
        '{"constructor":1,"valueOf":1,"toString":1}',
        '/constructor type',
        '/valueOf false schema',
        ' additionalProperties',
      ],
    ],
  },
  {
    given: 'a property __proto__',
    schema: JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"object","required":["a"]}},"patternProperties":{"^__proto__$":{"maxProperties":1}},"additionalProperties":false}',
    ) as PlainSchema,
    valid: ['{}', '{"__proto__":{"a":1}}'],
    invalid: [
      ['{"__proto__":1}', '/__proto__ type'],
      ['{"__proto__":{}}', '/__proto__ required'],
      ['{"__proto__":{"a":1,"b":2}}', '/__proto__ maxProperties'],
    ],
  },
  {
    given: 'data with a member __proto__',
    schema: JSON.parse('{"properties":{"c":{"const":{"__proto__":{"x":1}}}}}') as PlainSchema,
    valid: ['{"c":{"__proto__":{"x":1}}}'],
    invalid: [['{"c":{}}', '/c const']],
  },
];

describe('an input validator given', () => {
  it.each(rows)('$given', async ({ schema, dialect, definitions, valid, invalid }) => {
    const { input } = await compileTool({ input: schema, ...(dialect === undefined ? {} : { dialect }) }, definitions);
    for (const value of valid) expect(listErrors(input, value), value).toEqual([]);
    for (const [value, ...errors] of invalid)
      expect(listErrors(input, value).toSorted(), value).toEqual(errors.toSorted());
  });

  it('a fault gives its path and what was demanded', async () => {
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
