import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readScript } from '../../generator/front-ends/botserver/read-script.js';
import { defineScript } from '../../generator/front-ends/botserver/define-script.js';
import { ScriptError, tokenizeLine, type ScriptToken } from '../../generator/front-ends/botserver/tokenize-line.js';

const words = 'PARAM DESCRIPTION AS ENUM LIKE DEFAULT OPTIONAL string a 7 "x" BEGIN END TALK'.split(' ');
const marks = ['"', '""', '[', ']', ',', "'", '#', '//', ' ', '\t', '\r', '=', '{', '\u00a0', '\u{1f600}'];
const pieces = fc.constantFrom(...words, ...marks);
const line = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(' ')),
  fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join('')),
);
const oneLine = line.map((text) => text.replaceAll('\n', ' '));

/** The tokens of a line, or its error. */
function tokenize(text: string): { readonly tokens: readonly ScriptToken[]; readonly fault?: ScriptError } {
  try {
    return { tokens: tokenizeLine({ file: 'a.bas', number: 1, text }) };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { tokens: [], fault: error };
  }
}

describe('B18 tokens', () => {
  test('stand one after the other and say what stands there', () => {
    fc.assert(
      fc.property(oneLine, (text) => {
        const { tokens, fault } = tokenize(text);
        let end = 0;
        for (const token of tokens) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(token.end).toBeGreaterThan(token.start);
          expect(text.slice(end, token.start).trim()).toBe('');
          const spelling = text.slice(token.start, token.end);
          expect(spelling).toBe(token.kind === 'text' ? `"${token.value.replaceAll('"', '""')}"` : token.value);
          ({ end } = token);
        }
        if (fault) {
          expect(fault.place?.start).toBeGreaterThanOrEqual(end);
          expect(fault.place?.end).toBeLessThanOrEqual(text.length);
        } else {
          expect(text.slice(end).trimStart()).toMatch(/^($|['#]|\/\/)/u);
        }
      }),
    );
  });

  test('of any texts are these texts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' '))), (texts) => {
        const spelling = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(' , ');
        const { tokens, fault } = tokenize(spelling);
        expect(fault).toBeUndefined();
        expect(tokens.filter(({ kind }) => kind === 'text').map(({ value }) => value)).toEqual(texts);
      }),
    );
  });
});

describe('B18 scripts', () => {
  test('never throw, whatever they hold, and what is wrong stands in them', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        const all = text.split('\n');
        for (const { location } of defineScript('a.bas', text).diagnostics) {
          const { line: number = 0, column = 0, length = 0 } = location ?? {};
          const place = all[number - 1];
          expect(place).toBeDefined();
          expect(column + length - 1).toBeLessThanOrEqual(Math.max(1, place?.length ?? 0));
        }
      }),
    );
  });

  test('keep every line that declares nothing', () => {
    const code = fc.stringMatching(/^[a-z]{1,5} = [0-9]{1,3}$/u);
    fc.assert(
      fc.property(fc.array(code, { minLength: 1 }), (lines) => {
        const script = readScript('a.bas', ['DESCRIPTION "D"', ...lines].join('\n'));
        expect(script.tools[0]?.body).toBe(lines.join('\n'));
      }),
    );
  });
});
