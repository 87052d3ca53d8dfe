import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundValue, limitReading } from '../../runtime/features/apis/responses/bound-value.js';
import { readInPieces } from '../../runtime/features/apis/read-in-pieces.js';
import { parseExactJson } from '../../runtime/wire/parse-json.js';

const texts = fc
  .tuple(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom('', ' ', '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

const samples = [
  '{"__proto__":{"a":1},"b":[{"__proto__":[]}]}',
  '{"a":1,"b":{"c":[1,2]},"a":[3,{"d":4}],"a":{"e":5}}',
  '{"2":1,"1":{"9":[],"8":{}},"a":"\\"]}\\\\"}',
  '[12345678901234567890,{"id":[98765432109876543210,"98765432109876543210"]}]',
  '[[[[[[]]]]],[],{},"",0,null,true]',
  '\ufeff{"a":[1,2],"b":{}}',
  '{"é":"\\u005b\\ud83d\\ude00","[":"{","]":["}"]}',
  '{"text":"A long text: 12345678901234567890, \\\\, \\"é\\", \\ud83d\\ude00 😀","after":["and another one, in a list",1]}',
  '"A long text alone \\\\"',
  `${' '.repeat(20)}{"a":${'\n'.repeat(20)}[1,${' '.repeat(20)}2${' '.repeat(20)}],"b":3${' '.repeat(20)}}${' '.repeat(20)}`,
  `${' '.repeat(20)}12${'\t'.repeat(20)}`,
];

/** A byte order mark is no part of a text. */
function parseWhole(text: string): unknown {
  return parseExactJson(text.replace(/^\ufeff/u, ''));
}

async function readAs(text: string, pieceLength: number): Promise<unknown> {
  const { value, parts } = await readInPieces(Buffer.from(text), undefined, pieceLength);
  expect(parts).toBeUndefined();
  return value;
}

describe('a text that is read in pieces', () => {
  test.each(samples)('%s', async (text) => {
    for (let length = 1; length <= text.length; length += 1) {
      const value = await readAs(text, length);
      expect(value).toStrictEqual(parseWhole(text));
      expect(Object.keys(Object(value))).toEqual(Object.keys(Object(parseWhole(text))));
    }
  });

  test('has the value that JSON.parse gives', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (text, length) => {
        expect(await readAs(text, length)).toStrictEqual(parseWhole(text));
      }),
    );
  });

  test('is refused where JSON.parse refuses it', async () => {
    const signs = fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '\\', '1', 'x', ' ');
    const damaged = fc
      .tuple(fc.oneof(texts, fc.constantFrom(...samples)), fc.nat(), fc.nat(3), signs)
      .map(([text, at, gone, sign]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + sign + text.slice(place + gone);
      });
    await fc.assert(
      fc.asyncProperty(damaged, fc.integer({ min: 1, max: 20 }), async (text, length) => {
        const expected = attempt(() => parseWhole(text));
        expect(await readAs(text, length).catch(() => refused)).toStrictEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('without a comma or a colon is refused', async () => {
    const long = '"A text that is longer than a piece"';
    for (const text of [
      `{"a":${long} "b":${long}}`,
      `[${long} ${long}]`,
      `${long} ${long}`,
      `{"a" ${long}}`,
      '{"a":1[2]}',
    ]) {
      await expect(readAs(text, 1), text).rejects.toThrow(SyntaxError);
    }
  });

  test('that is no UTF-8 has signs for it, as many as the platform gives', async () => {
    for (let length = 1; length < 40; length += 1) {
      const bytes = Buffer.from([0x22, ...new Uint8Array(length).fill(0x80), 0x22]);
      const expected = '\ufffd'.repeat(length);
      expect((await readInPieces(bytes, undefined, 1)).value).toBe(expected);
    }
  });

  test('that is nested too deeply is refused', async () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    await expect(readInPieces(Buffer.from(text))).rejects.toThrow('nested too deeply');
  });
});

const refused = Symbol('refused');

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return refused;
  }
}

describe('a text that is read for few tokens', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, name: `Name ${id}`, tags: ['a', 'b'] }));
  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, id) => [`key${id}`, id]));

  test.each<readonly [string, unknown]>([
    ['rows', rows(60_000)],
    ['rows before the next page', { items: rows(60_000), total: 60_000, next: 'abc' }],
    ['rows after a wide object', { by: members(60_000), items: rows(60_000), next: 'abc' }],
    ['rows in objects', { data: { list: { items: rows(60_000), next: 'abc' } }, more: members(20_000) }],
    ['long texts', { items: Array.from({ length: 3000 }, () => 'a"b\\'.repeat(1000)), next: 'abc' }],
    ['lists in a list', Array.from({ length: 60_000 }, (_, id) => [id, [id, [id]]])],
    ['many lists', Array.from({ length: 3 }, () => Array.from({ length: 100_000 }, (_, id) => id))],
  ])('has the bounded value of the whole: %s', async (_, value) => {
    const text = JSON.stringify(value);
    const { value: read, parts } = await readInPieces(Buffer.from(text), limitReading(10_000));
    expect(parts).toBeDefined();
    const bounded = boundValue(read, 10_000, parts);
    const expected = boundValue(parseWhole(text), 10_000);
    expect(bounded.value).toStrictEqual(expected.value);
    expect(bounded.isTruncated).toBe(expected.isTruncated);
    const count = ({ wholeLists }: typeof bounded) => [...wholeLists.values()].map(({ length }) => length);
    expect(count(bounded)).toEqual(count(expected));
  });

  test('is read to its end: one that ends too early is refused', async () => {
    const text = JSON.stringify({ items: rows(60_000) });
    await expect(readInPieces(Buffer.from(text.slice(0, -2)), limitReading(10_000))).rejects.toThrow(
      'Unexpected end of JSON',
    );
    await expect(readInPieces(Buffer.from(`${text}x`), limitReading(10_000))).rejects.toThrow(
      'Unexpected token after JSON',
    );
  });
});
