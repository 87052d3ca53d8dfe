import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUriTemplate } from '../../generator/core/uri/parse-uri-template.js';
import { expandExpression, writeExpression } from './expand-uri-template.js';
import type { TestExpression, TestValues } from './expand-uri-template.js';
import { matchUri } from './match-uri.js';

type Case = { readonly expression: TestExpression; readonly values: TestValues };

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
/** Characters that are percent-encoded, so that they never look like a separator. */
const plainText = text.map((value) => value.replace(/\./g, '_'));
/** Characters that reserved expansion keeps and that are neither its separator nor the text after it. */
const reservedText = text.map((value) => value.replace(/[,|%#?]/g, '/'));

/** One expression with one to three variables and a value for each, the last possibly an exploded list. */
function arbitraryCase(operator: string, prefix: string): fc.Arbitrary<Case> {
  const value = ['+', '#'].includes(operator) ? reservedText : operator === '.' ? plainText : text;
  const values = fc.array(value, { minLength: 1, maxLength: 3 });
  return fc
    .record({ values, list: fc.option(fc.array(value, { minLength: 1, maxLength: 3 }), { nil: undefined }) })
    .map((parts) => {
      const names = parts.values.map((_, position) => `${prefix}${position}`);
      const variables = names.map((name) => ({ name, modifier: '' as const }));
      const entries = names.map((name, position) => [name, parts.values[position]] as const);
      if (parts.list === undefined) return { expression: { operator, variables }, values: Object.fromEntries(entries) };
      const listed = [...variables, { name: `${prefix}list`, modifier: '*' as const }];
      return {
        expression: { operator, variables: listed },
        values: Object.fromEntries([...entries, [`${prefix}list`, parts.list]]),
      };
    });
}

const operators = ['', '+', '#', '.', '/', ';', '&'];

describe('a URI that a template expands to', () => {
  it.each([...operators, '?'])('gives the variables of {%s…} back', (operator) => {
    fc.assert(
      fc.property(arbitraryCase(operator, 'a'), ({ expression, values }) => {
        const parsed = parseUriTemplate(`x://h${writeExpression(expression)}`);
        if (!parsed.ok) throw new Error(parsed.message);
        expect(matchUri(parsed.matcher, `x://h${expandExpression(expression, values)}`)).toEqual(values);
      }),
    );
  });

  it('gives the variables of two expressions and a query back', () => {
    const pair = fc.tuple(fc.constantFrom('', '.', '/', ';'), fc.constantFrom('', '.', '/', ';', '+', '#'));
    const cases = pair.chain(([first, second]) =>
      fc.tuple(arbitraryCase(first, 'a'), arbitraryCase(second, 'b'), arbitraryCase('?', 'c')),
    );
    fc.assert(
      fc.property(cases, ([first, second, query]) => {
        fc.pre(!JSON.stringify([first.values, second.values]).includes('!'));
        const join = (write: (one: Case) => string): string => `x://h${write(first)}/!/${write(second)}${write(query)}`;
        const parsed = parseUriTemplate(join(({ expression }) => writeExpression(expression)));
        if (!parsed.ok) throw new Error(parsed.message);
        const uri = join(({ expression, values }) => expandExpression(expression, values));
        expect(matchUri(parsed.matcher, uri)).toEqual({ ...first.values, ...second.values, ...query.values });
      }),
    );
  });

  it('is never met by an exception: any text is parsed or refused, and its pattern compiles', () => {
    const piece = fc.oneof(fc.constantFrom(...'{}+#./;?&*:,=ab1%-]^\\(|'), fc.string({ unit: 'binary', maxLength: 2 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const parsed = parseUriTemplate(pieces.join(''));
        if (parsed.ok) expect(new RegExp(parsed.matcher.pattern, 'u').test('')).toBeTypeOf('boolean');
        else expect(parsed.index).toBeLessThanOrEqual(pieces.join('').length);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a hostile URI takes linear time', () => {
  const size = 1_000_000;
  it.each([
    ['x://{a}-{b}-{c}-{d}', 'x://', '-', '/'],
    ['x://{a}ab{b}ab{c}', 'x://', 'a', '/'],
    ['x://{+path}/{a}/{b}', 'x://', '/', '#'],
    ['x://{+path}x{a}x{b}', 'x://', 'x', '/'],
    ['x://{+a}/x/{+b}/x/{c}', 'x://', '/x', '?'],
    ['x://{a}{.b}{;c}', 'x://', '.;c=', '?'],
    ['x://{/a,b,c}{.d,e,f}{;g,h,i*}', 'x:///', './;', '?'],
    ['x://{/list*}/{b}.{c}', 'x://', '/.', '?'],
    ['x://{;list*}', 'x://', ';list=', '?'],
    ['x://{+a}{;list*};{b,c}', 'x://', ';list=x', '/'],
    ['x://{;list*};{a}', 'x://', ';list=x', '/'],
    ['x://{+a}{.b*}-{c}', 'x://', '.', '/'],
    ['x://{a:9999}-{b}', 'x://', '%C3%BC', '-/'],
    ['x://{+a}ü{b}ü{c}', 'x://', '%C3%BC', '/'],
    ['x://{#a,b,c}/x', 'x://#', ',', 'y'],
  ])(
    '%s',
    (template, start, middle, end) => {
      const parsed = parseUriTemplate(template);
      if (!parsed.ok) throw new Error(parsed.message);
      const uri = start + middle.repeat(size / middle.length) + end;
      new RegExp(parsed.matcher.pattern, 'u').test(uri);
      expect(uri.length).toBeGreaterThan(900_000);
    },
    10_000,
  );
});
