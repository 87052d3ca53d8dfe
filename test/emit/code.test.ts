import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commentLines, docComment, propertyName, stringLiteral } from '../../generator/core/code/escape.js';
import { jsonExpression } from '../../generator/core/code/json-expression.js';
import { stringifyJson } from '../../generator/core/model/json.js';
import { fromPlainJson } from '../kit/from-plain-json.js';

/** Any text, with what is dangerous in code made likely; lone surrogates too. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom("'", '\\', '`', '$', '{', '}', '*', '/', '<', '\n', '\r', '\u2028', '\ufeff', 'a'),
  }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

/** Code that shows as it is read: no control but line ends, no bidirectional override, no half of a surrogate pair. */
const isPlain = (code: string) => !/[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u202a-\u202e\ufeff]/u.test(code);

describe('text in code', () => {
  test('a string literal gives the text back and nothing else', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const literal = stringLiteral(text);
        expect(runInNewContext(literal)).toBe(text);
        expect(literal).not.toContain('\n');
        expect(literal).not.toContain('</');
        expect(isPlain(literal)).toBe(true);
      }),
    );
  });

  test('a comment ends where it should', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const comment = docComment(text);
        expect(runInNewContext(`${comment}1`)).toBe(1);
        expect(comment.split('*/').length).toBe(text.trim() === '' ? 1 : 2);
        expect(commentLines(text).every(isPlain)).toBe(true);
      }),
    );
  });

  test('a property has the name that it was given, `__proto__` too', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'class')), (name) => {
        const made = runInNewContext(`Object.entries({ ${propertyName(name)}: 1 })`) as unknown[][];
        expect(JSON.stringify(made)).toBe(JSON.stringify([[name, 1]]));
      }),
    );
  });

  test('a JSON expression gives the value back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = fromPlainJson(value);
        expect(JSON.stringify(runInNewContext(`(${jsonExpression(json)})`))).toBe(stringifyJson(json));
      }),
    );
  });
});
