import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderText } from '../../runtime/features/apis/responses/render-text.js';

const render = (value: unknown) => renderText(value).split('\n');

describe('the text of an answer', () => {
  test('of like objects is a table', () => {
    const list = [
      { number: 1, title: 'Crash', user: { login: 'ann' }, state: 'open', labels: ['bug', 'a, b'] },
      { number: 2, title: 'Typo | fix', user: { login: 'bob' }, state: 'open', labels: [] },
      { number: 3, title: 'true', user: null, state: 'open', labels: [], note: 'rare' },
    ];
    expect(render(list)).toEqual([
      'In all rows: state: open',
      'number | title | user.login | labels',
      '1 | Crash | ann | [bug, "a, b"]',
      '2 | "Typo | fix" | bob | []',
      '3 | "true" | - | [] | user: null | note: rare',
    ]);
  });

  test('of an object is an outline', () => {
    const value = {
      id: 7,
      user: { login: 'ann', id: 1 },
      body: 'First line\nsecond',
      counts: { a: 1, b: 2, c: [{ d: 1 }] },
      empty: {},
      files: [{ name: 'a' }, { name: 'b' }],
    };
    expect(render(value)).toEqual([
      'id: 7',
      'user.login: ann',
      'user.id: 1',
      'body: "First line\\nsecond"',
      'counts:',
      '  a: 1',
      '  b: 2',
      '  c:',
      '    - d: 1',
      'empty: {}',
      'files:',
      '  name',
      '  a',
      '  b',
    ]);
  });

  test('has every value, with all digits of big integers, and one line for each text', () => {
    const json = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c d'), fc.oneof(fc.string(), fc.bigInt(), fc.constant(null)))),
    );
    fc.assert(
      fc.property(json, (value) => {
        const text = renderText(value);
        const visit = (part: unknown): void => {
          if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
          else if (typeof part === 'string')
            expect(text).toContain(JSON.stringify(part).slice(1, -1).trim().slice(0, 1));
          else expect(text).toContain(String(part));
        };
        visit(value);
        expect(text).not.toMatch(/\r|\t/u);
      }),
      { numRuns: 200 },
    );
  });

  test('quotes what could be read as something else', () => {
    const texts = ['', ' a', 'a ', '12', '-', 'null', '[x]', '{', 'a"b', 'a:', '# a', 'a\tb', 'a|b'];
    for (const text of texts) expect(renderText({ text })).toBe(`text: ${JSON.stringify(text)}`);
    for (const text of ['a: b', 'a, b', '2026-07-01', 'https://example.com/?a=b', "it's"]) {
      expect(renderText({ text })).toBe(`text: ${text}`);
    }
  });
});
