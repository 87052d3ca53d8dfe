import { describe, expect, it } from 'vitest';
import type { PlainSchema } from '../kit/build-model.js';
import { measure } from '../kit/measure-growth.js';
import { compileTool } from './load-validators.js';

const ref = (name: string): PlainSchema => ({ $ref: `#/$defs/${name}` });

// What takes exponential or quadratic time does not end within that of a test.
describe('A validator takes a bounded time', () => {
  const and = { type: 'object', properties: { and: { type: 'array', items: ref('Filter') } }, required: ['and'] };
  const or = { type: 'object', properties: { or: { type: 'array', items: ref('Filter') } }, required: ['or'] };
  const not = { type: 'object', properties: { not: ref('Filter') }, required: ['not'] };

  it('for a oneOf of and, or, not with 20 levels', async () => {
    const leaf = { type: 'object', properties: { field: { type: 'string' } }, required: ['field'] };
    const Filter = { oneOf: [and, or, not, leaf] };
    const { input } = await compileTool({ input: ref('Filter') }, { Filter });
    let value: object = { field: 1 };
    for (let level = 0; level < 20; level++) value = { and: [value], or: [value], not: value };
    expect(input(value)).toBe(false);
  });

  it('for 30 levels of an anyOf with a discriminator', async () => {
    const node = (kind: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, next: ref('Node') },
      required: ['kind'],
    });
    const { input } = await compileTool({ input: ref('Node') }, { Node: { anyOf: [node('a'), node('b')] } });
    let value: object = { kind: 'c' };
    for (let level = 0; level < 30; level++) value = { kind: 'b', next: value };
    expect(input(value)).toBe(false);
    expect(input.errors).toMatchObject([
      { instancePath: `${'/next'.repeat(30)}/kind`, keyword: 'enum', params: { allowedValues: ['a', 'b'] } },
    ]);
  });

  it('for an allOf of two recursing parts', async () => {
    const part = { properties: { next: ref('Node'), size: { type: 'integer', default: 1 } } };
    const { input } = await compileTool({ input: ref('Node') }, { Node: { allOf: [part, part] } });
    let value: object = {};
    for (let level = 0; level < 100; level++) value = { next: value };
    expect(input(value)).toBe(true);
    let wrong: object = { size: 'x' };
    for (let level = 0; level < 100; level++) wrong = { next: wrong };
    expect(input(wrong)).toBe(false);
  });

  it('for 20,000 unique objects', async () => {
    const { input } = await compileTool({ input: { uniqueItems: true } });
    const value = Array.from({ length: 20_000 }, (_, index) => ({ id: index, tags: ['a', { b: index }] }));
    expect(input(value)).toBe(true);
  });

  it.each([
    ['a list', (values: PlainSchema) => ({ properties: { all: { items: values } } })],
    [
      'a list beside keywords that need code',
      (values: PlainSchema) => ({ properties: { all: { items: values, minItems: 1 } } }),
    ],
  ])('for 100,000 times the last of 10,000 values of an enum, in %s', async (_name, make) => {
    const names = Array.from({ length: 10_000 }, (_, index) => `Continent/City_number_${index}`);
    const { input } = await compileTool({ input: make({ enum: names }) });
    const value = JSON.parse(JSON.stringify({ all: Array.from({ length: 100_000 }, () => names.at(-1)) })) as object;
    expect(input(value)).toBe(true);
    expect(input({ all: [1] })).toBe(false);
    expect(input.errors).toMatchObject([{ instancePath: '/all/0', keyword: 'enum', params: { allowedValues: names } }]);
  });

  it('for a long enum, whose values keep their types', async () => {
    const values = [null, true, 1, '2', 0, ...Array.from({ length: 20 }, (_, index) => `value${index}`)];
    const { input } = await compileTool({ input: { properties: { one: { enum: values } } } });
    for (const one of values) expect(input({ one })).toBe(true);
    for (const one of [false, 'null', 'true', '1', 2, '0', '', [], {}, 'toString']) expect(input({ one })).toBe(false);
    expect(input.errors).toMatchObject([{ instancePath: '/one', keyword: 'enum', params: { allowedValues: values } }]);
  });

  const million = Array.from({ length: 1_000_000 }, (_, index) => index);
  const text = { type: 'string' };

  it.each<[string, PlainSchema, unknown]>([
    ['items', { items: text }, million],
    ['items by reference', { items: ref('Text') }, million],
    ['items behind a tuple', { prefixItems: [true], items: text }, million],
    ['items in alternatives', { anyOf: [{ items: text }, { contains: text }] }, million],
    ['unevaluated items', { prefixItems: [true], unevaluatedItems: text }, million],
    ['properties', { additionalProperties: text }, { ...million }],
    ['properties that are not allowed', { additionalProperties: false }, { ...million }],
    ['unevaluated properties', { unevaluatedProperties: false }, { ...million }],
    ['properties by pattern', { patternProperties: { '1$': text } }, { ...million }],
    ['property names', { propertyNames: { maxLength: 0 } }, { ...million }],
  ])('for a million wrong %s', async (_name, schema, value) => {
    const { input } = await compileTool({ input: schema }, { Text: text });
    expect(input(value)).toBe(false);
    expect(input.errors?.length).toBeLessThan(300);
  });

  it('for definitions that refer to the next one twice', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `D${index}`);
    const twice = names.map((name, index) => [name, { allOf: [ref(`D${index + 1}`), ref(`D${index + 1}`)] }]);
    const definitions = { ...Object.fromEntries(twice), D40: { not: { const: 'x' } } };
    const { input } = await compileTool({ input: { items: ref('D0') } }, definitions);
    expect(input(['a', {}, 'x'])).toBe(false);
    expect(new Set(input.errors?.map(({ instancePath }) => instancePath))).toEqual(new Set(['/2']));
  });
});

describe('A format takes a bounded time', () => {
  const begins = ['', 'http://', 'http://a', 'P', '#/', '{', 'a@', '1', '::'];
  const pieces = ['a', '1', ':', '/', '.', '-', '%61', '@', 'a.', 'a-', '{a}', '@a.bc/', '1:', '::', '#'];

  it.each(
    'date-time duration email hostname ipv4 ipv6 uri uri-reference url uri-template json-pointer relative-json-pointer uuid regex byte'.split(
      ' ',
    ),
  )('%s', async (format) => {
    const { input } = await compileTool({ input: { format } });
    const texts = begins.flatMap((begin) =>
      pieces.flatMap((piece) => ['', '\n', '!'].map((end) => begin + piece.repeat(20_000 / piece.length) + end)),
    );
    const slowest = Math.max(...texts.map((text) => measure(() => input(text))));
    expect(slowest).toBeLessThan(1_000);
  });

  it('and url accepts what it did', async () => {
    const { input } = await compileTool({ input: { format: 'url' } });
    const isValid = (url: string): boolean => input(url);
    const valid = [
      'http://a.bc',
      'https://me:se:cret@a.bc:80/p@q?x=@#@',
      'ftp://u@v@a.bc',
      'http://223.255.255.254/x y'.slice(0, -2),
    ];
    expect(valid.filter((url) => !isValid(url))).toEqual([]);
    expect(['http://a', 'http://@a.bc', 'mailto:a@b.cd', 'http://10.0.0.1', 'http://a.bc/ x'].filter(isValid)).toEqual(
      [],
    );
  });
});

describe('A validator remembers results', () => {
  it('but names each place of a value that a result has twice', async () => {
    const Node = {
      allOf: [{ properties: { next: ref('Node') } }, { properties: { next: ref('Node'), id: { type: 'number' } } }],
    };
    const { output } = await compileTool({ input: true, output: { type: 'array', items: ref('Node') } }, { Node });
    const shared = { id: 'x' };
    expect(output?.([{ next: shared }, shared])).toBe(false);
    expect(new Set(output?.errors?.map(({ instancePath }) => instancePath))).toEqual(new Set(['/0/next/id', '/1/id']));
  });

  it('for one call only', async () => {
    const part = { properties: { next: ref('Node'), id: { type: 'number' } } };
    const { input } = await compileTool({ input: ref('Node') }, { Node: { allOf: [part, part] } });
    const value: { id: unknown } = { id: 'x' };
    expect(input(value)).toBe(false);
    value.id = 1;
    expect(input(value)).toBe(true);
  });
});
