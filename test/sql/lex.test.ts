import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DatabaseKind } from '../../generator/features/sql/engines/engine.js';
import { lexSql, listTokens } from '../../generator/features/sql/lex.js';

const kinds: readonly DatabaseKind[] = ['postgres', 'sqlite', 'mysql'];

const marks = [
  `'`,
  `''`,
  `"`,
  '`',
  '[',
  ']',
  '\\',
  `E'`,
  '--',
  '-- ',
  '#',
  '/*',
  '*/',
  '/*!',
  '/*M!',
  '$$',
  '$a$',
  'a$',
];
const words = ['\n', '\r', ' ', '1', 'e', 'ä', '😀', ',', ';', '(', ')', '{{p}}', 'select ', '.5', '0x1f'];
const pieces = [...marks, ...words];

/** Texts of the pieces that matter to a lexer. */
const sqlTexts = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(''));

/** The spans of a text as `kind:text`; open ones with a `?`. */
function show(text: string, kind: DatabaseKind): readonly string[] {
  return lexSql(text, kind).map(
    (span) => `${span.kind}${span.isOpen === true ? '?' : ''}:${text.slice(span.start, span.end)}`,
  );
}

describe.each(kinds)('lexSql for %s', (kind) => {
  test('covers the text without gaps, and never has two spans of code in a row', () => {
    fc.assert(
      fc.property(fc.oneof(sqlTexts, fc.string({ unit: 'binary' })), (text) => {
        const spans = lexSql(text, kind);
        expect(spans.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        let end = 0;
        for (const [index, span] of spans.entries()) {
          expect(span.start).toBe(end);
          expect(span.end).toBeGreaterThan(span.start);
          end = span.end;
          if (span.kind === 'code' && index > 0) expect(spans[index - 1]?.kind).not.toBe('code');
          if (span.isOpen === true) expect(index).toBe(spans.length - 1);
        }
        expect(end).toBe(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('finds the same spans when code is appended to a closed text', () => {
    fc.assert(
      fc.property(sqlTexts, (text) => {
        const spans = lexSql(text, kind);
        fc.pre(spans.at(-1)?.isOpen !== true);
        const joined = lexSql(`${text}\nlimit 3`, kind);
        const code = joined.at(-1);
        expect(code?.kind).toBe('code');
        expect(`${text}\nlimit 3`.slice(code?.start, code?.end).endsWith('\nlimit 3')).toBe(true);
        const others = (list: typeof spans) => list.filter((span) => span.kind !== 'code');
        expect(others(joined)).toEqual(others(spans));
      }),
      { numRuns: 2000 },
    );
  });

  test('tokens are in code and in order, and contain all of it but white space', () => {
    fc.assert(
      fc.property(sqlTexts, (text) => {
        let end = 0;
        let rest = '';
        for (const token of listTokens(text, kind)) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          rest += text.slice(end, token.start);
          end = token.end;
        }
        rest += text.slice(end);
        const between = lexSql(text, kind)
          .filter((span) => span.kind === 'comment' || span.kind === 'executable')
          .map(({ start, end: spanEnd }) => text.slice(start, spanEnd))
          .join('');
        expect(rest.replaceAll(/\s/gu, '')).toBe(between.replaceAll(/\s/gu, ''));
      }),
      { numRuns: 2000 },
    );
  });

  test('takes time that grows linearly with the length', () => {
    for (const piece of ["'", '/*', '$a', '--', 'a', '1', '[', '\\', "e'"]) {
      expect(lexSql(piece.repeat(200_000), kind).length).toBeGreaterThan(0);
    }
  });
});

describe('spans', () => {
  test.each<[DatabaseKind, string, readonly string[]]>([
    ['postgres', `a'b''c'd`, ['code:a', `string:'b''c'`, 'code:d']],
    ['postgres', `E'a\\'b' x`, ['code:E', `string:'a\\'b'`, 'code: x']],
    ['postgres', `'a\\' b`, [`string:'a\\'`, 'code: b']],
    ['postgres', `te'a\\' b`, ['code:te', `string:'a\\'`, 'code: b']],
    ['postgres', `1e'a\\'b'`, ['code:1e', `string:'a\\'b'`]],
    ['postgres', 'a /* b /* c */ d */ e', ['code:a ', 'comment:/* b /* c */ d */', 'code: e']],
    ['postgres', 'a -- b\rc', ['code:a ', 'comment:-- b', 'code:\rc']],
    ['postgres', '$a$ $$ $a$ b', ['dollar:$a$ $$ $a$', 'code: b']],
    ['postgres', 'a$$ $1', ['code:a$$ $1']],
    ['postgres', '1$$ b', ['code:1', 'dollar?:$$ b']],
    ['postgres', '`a` [1] # b', ['code:`a` [1] # b']],
    [
      'sqlite',
      '`a``b` [c"d] "e" \'\\\'',
      ['identifier:`a``b`', 'code: ', 'identifier:[c"d]', 'code: ', 'identifier:"e"', 'code: ', `string:'\\'`],
    ],
    ['sqlite', 'a /* b /* c */ d', ['code:a ', 'comment:/* b /* c */', 'code: d']],
    ['sqlite', 'a /* b', ['code:a ', 'comment?:/* b']],
    ['sqlite', 'a --b\r\nc', ['code:a ', 'comment:--b\r', 'code:\nc']],
    ['mysql', `'a\\'b' "c\\"d" \`e\\\``, [`string:'a\\'b'`, 'code: ', 'string:"c\\"d"', 'code: ', 'identifier:`e\\`']],
    ['mysql', '1--1 -- c', ['code:1--1 ', 'comment:-- c']],
    ['mysql', 'a # b\nc', ['code:a ', 'comment:# b', 'code:\nc']],
    [
      'mysql',
      'a /*! b */ /*M!100 c */ /* d */',
      ['code:a ', 'executable:/*! b */', 'code: ', 'executable:/*M!100 c */', 'code: ', 'comment:/* d */'],
    ],
  ])('%s: %s', (kind, text, spans) => {
    expect(show(text, kind)).toEqual(spans);
  });
});

describe('tokens', () => {
  test('have kinds, offsets and depths', () => {
    const text = `select "a""b", f({{x}}, 1.5e3) -- c\n= 'd'`;
    const shown = listTokens(text, 'sqlite').map((token) => `${token.kind} ${token.text} ${token.depth}`);
    const before = 'word select 0|name a"b 0|symbol , 0|word f 0|symbol ( 0|placeholder x 1|symbol , 1|number 1.5e3 1';
    expect(shown.join('|')).toBe(`${before}|symbol ) 0|symbol = 0|string 'd' 0`);
  });
});
