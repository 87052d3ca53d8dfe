import { describe, expect, test } from 'vitest';
import { playModern } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';

/** The reason why an answer to a question with a pattern is asked for again; `undefined` for a valid answer. */
async function judge(pattern: string, answer: string): Promise<string | undefined> {
  const schema = { type: 'object', properties: { name: { type: 'string', pattern } } } as const;
  const answers = [{ action: 'accept', content: { name: answer } }, { action: 'decline' }];
  const { asked } = await playModern(
    oneTool((_, { elicit }) => elicit('Who?', schema)),
    () => answers.shift(),
  );
  return asked[1]?.['ask']?.replace('Who?\n\nThe previous response was invalid: ', '');
}

describe('an answer of a hostile client does not hang a question with a slow pattern', () => {
  test.each([
    ['^(a+)+$', 'name must match the pattern ^(a+)+$'],
    ['^(((a*)*)*)*$', 'name must match the pattern ^(((a*)*)*)*$'],
    [String.raw`^(\w+\s?)+$`, String.raw`name must match the pattern ^(\w+\s?)+$`],
    [String.raw`^a+a+a+a+$`, 'name must match the pattern ^a+a+a+a+$'],
    ['^(?=(a+)+$)', 'name must match the pattern ^(?=(a+)+$)'],
    [String.raw`^(a+)+\1$`, String.raw`name must be shorter so that it can be matched against ^(a+)+\1$`],
    ['(?<=(a+)+)!$', 'name must be shorter so that it can be matched against (?<=(a+)+)!$'],
    ['^([a-z]{1,999}){1,999}$', 'name must be shorter so that it can be matched against ^([a-z]{1,999}){1,999}$'],
    ['(?:){99999999}-', 'name must be shorter so that it can be matched against (?:){99999999}-'],
  ])('%s', async (pattern, problem) => {
    const before = process.cpuUsage();
    expect(await judge(pattern, `${'a'.repeat(2_000)}?`)).toBe(problem);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  test('and one of a megabyte is refused', async () => {
    const before = process.cpuUsage();
    const problem = 'name must be shorter so that it can be matched against ^(?:[a-z]+ ?)+$';
    expect(await judge('^(?:[a-z]+ ?)+$', 'a'.repeat(1_000_000))).toBe(problem);
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});

test.each([
  ['^[A-Za-z]+(?:[ -][A-Za-z]+)*$', 'Maria-Magdalena Schmidt-Rottluff'],
  [String.raw`^[^@\s]+@[^@\s]+\.[^@\s]+$`, 'somebody.with.a.long.name@some.where.example'],
  [String.raw`^(?=.*\d)(?=.*[A-Z]).{8,}$`, 'a long text with a Capital and the number 7'],
  ['^a{2}b{2,}c{1,3}d?$', 'aabbbcc'],
  [String.raw`\bx\b`, 'a x'],
  [String.raw`^(.)\1$`, 'xx'],
])('an ordinary answer to %s is accepted', async (pattern, answer) => {
  expect(await judge(pattern, answer)).toBeUndefined();
});

test('an answer of up to 25 characters is compared as V8 does where there is no other way', async () => {
  const pattern = String.raw`^(.)\1+$`;
  expect(await judge(pattern, 'x'.repeat(25))).toBeUndefined();
  expect(await judge(pattern, 'x'.repeat(24) + 'y')).toBe(`name must match the pattern ${pattern}`);
  expect(await judge(pattern, 'x'.repeat(26))).toBe(
    `name must be shorter so that it can be matched against ${pattern}`,
  );
});
