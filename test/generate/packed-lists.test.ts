import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packTexts } from '../../generator/emit/descriptors/pack-texts.js';
import { encodeTexts, joinPlaces } from '../../runtime/service/list-bytes.js';
import { splitMembers } from '../../runtime/service/split-members.js';

/** Packs texts with commas in front and puts them together again, as a server does. */
function roundTrip(texts: readonly string[]): readonly string[] {
  const { ascii, other, places } = packTexts(texts.map((text) => `,${text}`));
  const list = { fields: [], ascii: ascii.join(''), other: other.join(''), entries: places, legacy: {} };
  const bytes = encodeTexts(list);
  const whole = new TextDecoder().decode(joinPlaces(bytes, places, '[', ']'));
  expect(whole).toBe(`[${texts.join(',')}]`);
  return places.map((each) => new TextDecoder().decode(joinPlaces(bytes, [each], '(', ')')).slice(1, -1));
}

const passages = fc.array(fc.string({ unit: 'grapheme', minLength: 0, maxLength: 400 }), {
  minLength: 1,
  maxLength: 6,
});
const repetitive = passages.chain((all) =>
  fc.array(
    fc.array(fc.nat(all.length - 1), { maxLength: 12 }).map((choice) => choice.map((index) => all[index]).join('')),
    { maxLength: 12 },
  ),
);

describe('the texts of a list', () => {
  test('come out as they went in, whatever they repeat', () => {
    fc.assert(
      fc.property(repetitive, (texts) => {
        expect(roundTrip(texts)).toEqual(texts);
      }),
      { numRuns: 300 },
    );
  });

  test('hold a long passage once', () => {
    const passage = 'abcdefghij'.repeat(30) + '0123456789'.repeat(90);
    const texts = [`[${passage}]`, `{${passage}}`, passage];
    const { ascii, other } = packTexts(texts);
    expect(ascii.join('').length).toBeLessThan(passage.length + 10);
    expect(other).toEqual([]);
    expect(roundTrip(texts)).toEqual(texts);
  });

  test('are kept apart from those that are not ASCII, and never cut within a character', () => {
    const passage = Array.from({ length: 300 }, (_, index) => `第${index}章`).join('');
    const texts = ['plain', `a${passage}`, `b${passage}é`, 'plain too', `日${passage}`];
    const { ascii, other } = packTexts(texts);
    expect(ascii.join('')).toMatch(/^[\0-\x7f]+$/u);
    expect(other.join('').length).toBeLessThan(passage.length + 20);
    expect(roundTrip(texts)).toEqual(texts);
  });

  test('stay in one piece where they repeat nothing', () => {
    const { places } = packTexts(['one', 'two', 'three']);
    expect(places).toEqual([
      [0, 3],
      [3, 6],
      [6, 11],
    ]);
  });
});

describe('the members of a descriptor', () => {
  test('are split without a change of what they hold', () => {
    const values = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
    fc.assert(
      fc.property(values, (object) => {
        const json = JSON.stringify(object);
        const members = splitMembers(json);
        expect(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`).toBe(json);
        expect(members.map(([name]) => name)).toEqual(Object.keys(JSON.parse(json) as object));
      }),
    );
  });

  test.each(['{}', '{"a":"}\\\\\\"{"}', '{"a":1.0,"1":[{"b":"]"}],"a":null}', '{"\\"":"\\\\"}'])('%s', (json) => {
    const members = splitMembers(json).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    expect(`{${members.join(',')}}`).toBe(json);
  });
});
