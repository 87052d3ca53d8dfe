import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { emitValidators } from '../../generator/pipeline/emit/validators/emit-validators.js';
import type { Validator } from '../../runtime/core/api/definition.js';
import type { PlainSchema } from '../kit/build-model.js';
import { buildTools, type PlainTool } from './build-tools.js';
import { loadValidators, type LoadedValidators } from './load-validators.js';

const integers = { type: 'array', items: { type: 'integer' } };
const branch = (kind: string, own: object) => ({
  type: 'object',
  properties: { kind: { const: kind }, ...own },
  required: ['kind'],
});

const definitions: { readonly [name: string]: PlainSchema } = {
  Tree: {
    type: 'object',
    properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['label'],
    additionalProperties: false,
  },
  Shape: {
    oneOf: [
      branch('circle', { radius: { type: 'number', minimum: 0 } }),
      branch('group', { shapes: { type: 'array', items: { $ref: '#/$defs/Shape' } } }),
    ],
  },
  Name: { type: ['string', 'null'], maxLength: 3 },
  Page: {
    type: 'object',
    properties: { count: { type: 'integer', default: 10 }, label: { type: 'string', maxLength: 3, default: 'all' } },
    additionalProperties: false,
  },
  Anything: true,
};

/** Schemas that a table holds, alone and next to others that need code. */
const schemas: { readonly [name: string]: PlainSchema } = {
  scalars: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      count: { type: 'integer' },
      share: { type: 'number' },
      none: { type: 'null' },
    },
    required: ['text', 'count'],
  },
  lists: { type: 'object', properties: { integers, either: { type: ['array', 'null'], items: { type: 'string' } } } },
  chosen: {
    type: 'object',
    properties: {
      state: { type: 'string', enum: ['open', 'closed'] },
      one: { const: 1 },
      any: { enum: [null, 'a', 2] },
    },
  },
  closed: { type: 'object', properties: { 'a/b': { type: 'string' }, 'c~d': integers }, additionalProperties: false },
  dictionary: { type: 'object', additionalProperties: { type: ['integer', 'null'] } },
  untyped: { properties: { text: { type: 'string' } }, required: ['text'], items: { type: 'string' } },
  referring: { type: 'object', properties: { tree: { $ref: '#/$defs/Tree' }, any: { $ref: '#/$defs/Anything' } } },
  mixed: {
    type: 'object',
    properties: {
      shape: { $ref: '#/$defs/Shape' },
      name: { $ref: '#/$defs/Name' },
      id: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^[a-z]+$' }] },
      nested: {
        type: 'object',
        properties: { both: { allOf: [{ type: 'object', required: ['text'] }, { $ref: '#/$defs/Tree' }] } },
      },
    },
  },
  choice: {
    anyOf: [
      { type: 'object', properties: { integers } },
      { type: 'array', items: { $ref: '#/$defs/Shape' } },
    ],
  },
  instants: {
    type: 'object',
    properties: { at: { type: 'string', format: 'date' }, state: { type: 'string', enum: ['a'] } },
  },
  never: { type: 'object', properties: { text: false }, additionalProperties: { $ref: '#/$defs/Name' } },
  defaults: {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 2, default: 1 },
      text: { type: 'string', default: 'a' },
      integers: { ...integers, default: [1] },
      at: { default: { a: { b: null } } },
      none: { default: null },
      any: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Page' }], default: 3 },
      nested: {
        type: 'object',
        properties: { label: { enum: ['a', 'b'], default: 'b' } },
        required: ['label', 'count'],
      },
      children: { type: 'array', items: { $ref: '#/$defs/Page' } },
    },
    required: ['text', 'tree'],
    additionalProperties: { properties: { state: { type: 'string', default: 'open' } } },
  },
  codeWithDefaults: {
    type: 'object',
    minProperties: 1,
    properties: {
      nested: { type: 'object', properties: { label: { type: 'string', default: 'b' } }, default: {} },
      either: { $ref: '#/$defs/Page', default: { label: 'c' } },
      one: { allOf: [{ $ref: '#/$defs/Page' }, { properties: { text: { type: 'string', default: 'd' } } }] },
    },
  },
  triedDefaults: {
    type: 'object',
    properties: {
      either: { anyOf: [{ type: 'object', properties: { label: { default: 'b' } } }, { type: 'string' }] },
    },
    not: { required: ['one'], properties: { nested: { properties: { count: { type: 'integer', default: 1 } } } } },
  },
  objects: { type: 'object', properties: { same: { type: 'object', const: { a: 1 } }, one: { enum: [[1], 'a'] } } },
};

const tools: readonly PlainTool[] = Object.entries(schemas).map(([name, schema]) => ({
  name,
  input: schema,
  output: schema,
}));

/** A tool whose schema is so long that the validators of the server read tables. */
const filling: PlainTool = { name: 'filling', input: { type: 'object', const: 'x'.repeat(25_000) } };

/** Verdict and errors of a validator, without the path into the schema, which only code reports. */
function judge(validate: Validator | undefined, value: unknown): unknown {
  if (validate === undefined) throw new Error('There is no validator.');
  return (
    validate(value) ||
    (validate.errors ?? []).map(({ instancePath, keyword, params }) => [instancePath, keyword, params])
  );
}

const compiled = new Map<string, LoadedValidators>();
let tabular: ReadonlyMap<string, LoadedValidators>;
let tables: string;

beforeAll(async () => {
  for (const tool of tools) {
    const alone = await loadValidators(await emitValidators(buildTools([tool], definitions)));
    for (const [name, validators] of alone) compiled.set(name, validators);
  }
  const emitted = await emitValidators(buildTools([...tools, filling], definitions));
  tables = emitted.files.map(({ content }) => content).join('');
  tabular = await loadValidators(emitted);
});

describe('Validators of a large server', () => {
  const names = 'text count integers either state any one tree children shape kind label id nested both';
  const others = 'a/b c~d name radius shapes at same';
  const value = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.constantFrom(null, true, 1, 2.5, 2 ** 60, Infinity, '', 'a', 'open', 'circle', 'group', '2026-07-28'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...`${names} ${others}`.split(' ')), tie('json'), {
        maxKeys: 5,
        noNullPrototype: true,
      }),
    ),
  })).json;

  it.each(Object.keys(schemas))('say the same as those of a small one: %s', (name) => {
    let refused = 0;
    fc.assert(
      fc.property(value, (given) => {
        for (const purpose of ['input', 'output'] as const) {
          const [byCode, byTable] = [structuredClone(given), structuredClone(given)];
          const expected = judge(compiled.get(name)?.[purpose], byCode);
          expect(judge(tabular.get(name)?.[purpose], byTable)).toEqual(expected);
          expect(byTable).toEqual(byCode);
          if (expected !== true) refused++;
        }
      }),
      { seed: 11, numRuns: 150 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it('hold schemas in tables, with names of types instead of schemas that have nothing but a type', () => {
    expect(tables).toContain('{text:"string",count:');
    expect(tables).toContain('additionalProperties:{type:["integer","null"]}');
    expect(tables).toContain('defaults:{count:1,text:"a",integers:[1],');
  });

  it('report an error of a nested value with its path', () => {
    const { input } = tabular.get('referring') ?? {};
    expect(input?.({ tree: { label: 'a', children: [{ label: 'b' }, { label: 1, 'x/y': 1 }] } })).toBe(false);
    expect(judge(input, { tree: { label: 'a', children: [{ label: 'b' }, { label: 1, 'x/y': 1 }] } })).toEqual([
      ['/tree/children/1', 'additionalProperties', { additionalProperty: 'x/y' }],
      ['/tree/children/1/label', 'type', { type: 'string' }],
    ]);
  });

  it('end a loop after 100 errors', () => {
    const { output } = tabular.get('lists') ?? {};
    expect(output?.({ integers: Array.from({ length: 100_000 }, () => 'a') })).toBe(false);
    expect(output?.errors).toHaveLength(100);
    const { output: dictionary } = tabular.get('dictionary') ?? {};
    expect(dictionary?.(Object.fromEntries(Array.from({ length: 100_000 }, (_, key) => [`k${key}`, 'a'])))).toBe(false);
    expect(dictionary?.errors).toHaveLength(100);
  });

  it('reach the end of a message that is nested as deeply as a message may be', () => {
    let [tree, shape]: unknown[] = [{ label: 1 }, { kind: 'circle', radius: 'a' }];
    for (let depth = 0; depth < 498; depth++) {
      tree = { label: 'a', children: [tree] };
      shape = { kind: 'group', shapes: [shape] };
    }
    const paths = (validate: Validator | undefined, value: unknown) => {
      expect(validate?.(value)).toBe(false);
      return validate?.errors?.map(({ instancePath }) => instancePath);
    };
    const nested = `${'/children/0'.repeat(498)}/label`;
    expect(paths(tabular.get('referring')?.input, { tree })).toEqual([`/tree${nested}`]);
    expect(paths(tabular.get('mixed')?.input, { shape })).toEqual([`/shape${'/shapes/0'.repeat(498)}/radius`]);
  });

  it('fill a new copy of a default each time', () => {
    const fill = () => {
      const given: { readonly at?: { readonly a: { b: unknown } } } = {};
      tabular.get('defaults')?.input(given);
      return given.at?.a ?? { b: undefined };
    };
    fill().b = 1;
    expect(fill()).toEqual({ b: null });
  });

  it('take names that every object inherits for names of properties', async () => {
    const input = { type: 'object', properties: { constructor: { type: 'string' } }, required: ['toString'] };
    const emitted = await emitValidators(buildTools([{ name: 'inherited', input }, filling]));
    const validate = (await loadValidators(emitted)).get('inherited')?.input;
    expect(validate?.({})).toBe(false);
    expect(validate?.({ toString: 1 })).toBe(true);
    expect(validate?.({ toString: 1, constructor: 1 })).toBe(false);
  });

  it('are seldom longer than the schemas', async () => {
    const names = Array.from({ length: 20 }, (_, position) => `property${position}`);
    const many = Array.from({ length: 100 }, (_, position) => ({
      name: `tool${position}`,
      input: {
        type: 'object',
        properties: Object.fromEntries(
          names.map((name, place) => [
            `${name}of${position}`,
            { type: 'string', ...(place === 0 && { default: 'a' }) },
          ]),
        ),
      },
    }));
    const { files } = await emitValidators(buildTools(many));
    const length = files.reduce((sum, { path, content }) => sum + (path.endsWith('.js') ? content.length : 0), 0);
    expect(length).toBeLessThan(1.2 * JSON.stringify(many).length);
  });
});
