import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validatorParts } from '../../generator/pipeline/emit/validators/validator-parts.js';
import { buildSteps, type Steps } from '../../generator/core/pattern/build-steps.js';
import { findSlowGrowth } from '../../generator/core/pattern/find-slow-pattern.js';
import { parsePattern } from '../../generator/core/pattern/parse-pattern.js';
import { compileTool } from './load-validators.js';

describe('findSlowGrowth', () => {
  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '(a*b*)*$',
    '^(a|a)*$',
    '^(?:a|b|ab)+$',
    String.raw`^(\w+\s?)+$`,
    '^x((a|a)*b)?',
    String.raw`^(\w{1,3})*$`,
    '^((a?){8}){8}$',
    String.raw`^(\w{1,30})*$`,
    String.raw`^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,3})+$`,
    '^(?=(a+)+$)',
    String.raw`^(?:\u{1f600}|\ud83d\ude00)*$`,
  ])('finds that %s takes exponential time', (pattern) => {
    expect(findSlowGrowth(pattern)).toBe('exponential');
  });

  it.each([
    String.raw`^\S+@\S+\.\S+$`,
    String.raw`\s+$`,
    '^.*a.*b$',
    '^(.*)(.*)$',
    '^(?:(?!.*foo)a)*$',
    String.raw`^\p{L}+[é]+$`,
    '^[a-z]{1,9999}[a-z]{1,9999}$',
  ])('finds that %s takes polynomial time', (pattern) => {
    expect(findSlowGrowth(pattern)).toBe('polynomial');
  });

  it.each([
    '',
    '[a-z]+',
    '.*',
    '^[a-z]+(-[a-z]+)*$',
    '^[a-z]{1,64}$',
    '^[a-z]{1,64}[a-z0-9]{1,64}$',
    String.raw`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$`,
    String.raw`^(?=.*[A-Z])(?=.*\d).{8,}$`,
    String.raw`^(['"]).*?\1$`,
    String.raw`^\d{1,3}(\.\d{1,3}){3}$`,
    String.raw`^\p{L}+\p{N}+$`,
    String.raw`^https?://[^\s/]+(/[^\s]*)?$`,
    '^(?:[a-z0-9]+_)*[a-z0-9]+$',
    '^(foo|bar|baz)$',
    String.raw`^(?:[\w.]|%[\da-f]{2})*$`,
    String.raw`^(?:(?:[1-9]?\d|1\d\d|2[0-4]\d|25[0-5])(?:\.|$)){4}`,
    '(',
  ])('lets %s pass', (pattern) => {
    expect(findSlowGrowth(pattern)).toBeUndefined();
  });
});

describe('A slow pattern of a schema', () => {
  const slow: { readonly [name: string]: unknown } = { pattern: '^(a+)+$' };

  it('is matched in linear time', async () => {
    const { input } = await compileTool({ input: slow });
    expect(input('a'.repeat(20_000))).toBe(true);
    expect(input(`${'a'.repeat(20_000)}!`)).toBe(false);
    expect(input.errors).toMatchObject([{ keyword: 'pattern', params: { pattern: '^(a+)+$' } }]);
  });

  it('is matched in linear time in the names of properties', async () => {
    const { input } = await compileTool({
      input: { patternProperties: { [String.raw`^(\w+\s?)*$`]: { type: 'string' } }, additionalProperties: false },
    });
    expect(input({ 'a b c': 'x' })).toBe(true);
    expect(input({ [`${'a'.repeat(5_000)}!`]: 'x' })).toBe(false);
  });

  it('matches no long text when it has a back reference', async () => {
    const { input } = await compileTool({ input: { pattern: String.raw`^(a+)+\1$` } });
    expect([input('aa'), input('b'), input(`${'a'.repeat(100)}!`), input('a'.repeat(100))]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('does not change the code of other patterns', async () => {
    const { input } = await compileTool({ input: { pattern: '^a+$' } });
    expect([input('aa'), input('b')]).toEqual([true, false]);
  });
});

/** The module `match-steps`, as validators require it. */
function loadMatcher(): (steps: Steps) => { test(text: string): boolean } {
  const exports: { default?: (steps: Steps) => { test(text: string): boolean } } = {};
  // The text is a constant of the generator.
  // oxlint-disable-next-line no-new-func
  new Function('exports', validatorParts.get('match-steps') ?? '')(exports);
  if (exports.default === undefined) throw new Error('There is no matcher.');
  return exports.default;
}

const atom = fc.constantFrom(...String.raw`a b . \w [^a] [ab-] \s 😀 [😀a] \ud83d\ude00`.split(' '));
const assertion = fc.constantFrom('^', '$', String.raw`\b`, String.raw`\B`);
const pattern = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    atom,
    assertion,
    fc.array(tie('any'), { maxLength: 3 }).map((parts) => parts.join('')),
    fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('any'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}', '{2,}', '{0}'))
      .map(([body, quantifier]) => `(${body})${quantifier}`),
    fc.tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('any')).map(([sign, body]) => `(${sign}${body})`),
  ),
})).any;
const text = fc.array(fc.constantFrom('a', 'b', ' ', '-', '\n', '😀', '\ud83d'), { maxLength: 7 });

it('the linear matcher decides as the regular expression does', () => {
  const matchSteps = loadMatcher();
  let matched = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const node = parsePattern(source);
      const steps = node && buildSteps(node);
      fc.pre(steps !== undefined);
      const matcher = matchSteps(steps);
      for (const parts of texts) {
        // V8 also tries the middle of a pair when a pattern looks ahead or behind.
        if (/\(\?[=!<]/u.test(source) && parts.includes('😀')) continue;
        const expected = new RegExp(source, 'u').test(parts.join(''));
        expect(matcher.test(parts.join('')), source).toBe(expected);
        if (expected) matched++;
      }
    }),
    { seed: 11, numRuns: 3_000 },
  );
  expect(matched).toBeGreaterThan(1_000);
});
