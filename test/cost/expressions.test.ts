import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { findSlowGrowth } from '../../generator/core/pattern/find-slow-pattern.js';
import { measureGrowth } from '../kit/measure-growth.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Patterns that the analysis cannot see to be fast: why they are, and texts that would make them slow. */
const exceptions: { readonly [pattern: string]: readonly [reason: string, ...pieces: string[]] } = {
  '(?<!=)=+$': ['the look-behind begins once in a run', '=', '=a'],
  [String.raw`(?<!\/)\/+$`]: ['the look-behind begins once in a run', '/', '/a'],
  [String.raw`^[ \t]+|(?<![ \t])[ \t]+$`]: ['the look-behind begins once in a run', ' ', ' a'],
  '^-+|(?<!-)-+$': ['the look-behind begins once in a run', '-', '-a'],
  [String.raw`(?<![\r\n])(?:\r?\n)+$`]: ['the look-behind begins once in a run', '\n', '\r\n', '\na'],
  '^_+|(?<!_)_+$': ['the look-behind begins once in a run', '_', '_a'],
  [String.raw`^(?:'''(?:[^']|'{1,2}(?!'))*'{3,5})`]: ['the look-ahead decides how quotes are read', "'''a", "'''", "'"],
  [String.raw`^(?:"""(?:[^"\\]|\\[^]|"{1,2}(?!"))*"{3,5})`]: [
    'the look-ahead decides how quotes are read',
    '"""a',
    '"',
  ],
  [String.raw`\n\s*\n`]: ['a run of white space with two line ends matches', '\n', '\n ', ' '],
  [String.raw`[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+`]: ['at most one capital is given back', 'A', 'Aa', 'AA1'],
  [String.raw`^Column '(?<name>.+)' in .* is ambiguous$`]: ['messages of MySQL have at most 512 bytes'],
  [String.raw`^FUNCTION [^ ]*?\.(?<name>.+) does not exist$`]: ['messages of MySQL have at most 512 bytes'],
  [String.raw`^Table '[^']*?\.(?<name>.+)' doesn't exist$`]: ['messages of MySQL have at most 512 bytes'],
  [String.raw`^Unknown table '(?:[^']*?\.)?(?<name>.+)'`]: ['messages of MySQL have at most 512 bytes'],
  [String.raw`native function '(?<name>.+)'$`]: ['messages of MySQL have at most 512 bytes'],
  [String.raw`near '(?<near>.*)' at line (?<line>\d+)$`]: ['messages of MySQL have at most 512 bytes'],
  [String.raw`^table (?<table>.+) has no column named (?<name>.+)$`]: ['the message is cut before'],
  [String.raw`(?:^|_)(?:[a-z\d]*(?:passw(?:or)?d|secret|token)s?|password\w*|pwd|passphrase|passcode|pin|hash|hashed|salt|credentials?|cvv2?|cvc|otp|totp|(?:api|private|secret|access|encryption|signing|auth)_?keys?)(?:_|$)`]:
    ['the name is cut before'],
  [String.raw`[\\/]@modelcontextprotocol[\\/].*\.m?js$`]: ['esbuild matches it, in linear time'],
  '^[^a-z0-9]+|[^a-z0-9]+$': ['a name is cut to a length before'],
  [String.raw`\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(.)`]: [
    'an open quote ends the search',
    ' ',
    'a',
    '\\',
  ],
  '(?<name>[^\\s"\'<>/=]+)(?:\\s*=\\s*(?:"(?<double>[^"]*)"|\'(?<single>[^\']*)\'|(?<bare>[^\\s"\'=<>`]+)))?': [
    'a quote is closed by the next one',
    'a',
    ' ',
    'a=',
    'a="',
    "a='",
    'a= ',
  ],
  '<!--.*?(?:-->|$)|<(?:style|textarea|title|template)\\b.*?(?:<\\/(?:style|textarea|title|template)\\s*>|$)|<(?<script>script)\\b(?<given>(?:"[^"]*(?:"|$)|\'[^\']*(?:\'|$)|[^\'">])*)(?:>(?<content>.*?)(?:<\\/script\\s*>|$)|$)|<(?<name>audio|img|link|source|video)\\b(?<own>(?:"[^"]*(?:"|$)|\'[^\']*(?:\'|$)|[^\'">])*)(?:>|$)':
    [
      'what nothing closes ends at the end of the text',
      '<!--',
      '<style',
      '</style ',
      '<script ',
      '<script>',
      '<script "',
      '<img ',
      "<img '",
    ],
  '`(?<code>[^`]{1,500})`|\\*\\*(?<strong>[^*]{1,300})\\*\\*|\\[(?<label>[^[\\]]{1,300})\\]\\((?<target>https?:\\/\\/[^\\s()<>"]{1,1000})\\)|(?<url>https?:\\/\\/[^\\s<>"\'`()[\\]]{1,1000}[^\\s<>"\'`()[\\].,;:!?])':
    ['all repetitions are bounded', '`', '**a', '[a', '[a](https://a', 'https://a', 'https://.'],
};

/** The patterns of the regular expressions in a syntax tree. A sticky one begins where the program stands. */
function* listPatterns(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
  if (regex !== undefined) yield regex.flags.includes('y') ? `^(?:${regex.pattern})` : regex.pattern;
  for (const part of Object.values(node)) yield* listPatterns(part);
}

test('no regular expression of generator and runtime takes more than linear time', () => {
  const patterns = ['generator', 'runtime'].flatMap((half) =>
    readdirSync(path.join(root, half), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, half, file), 'utf8');
        return /[(=,:[?&|!]\s*\/[^/*]/u.test(text) ? [...listPatterns(parseAst(text, { lang: 'ts' }))] : [];
      }),
  );
  expect(patterns.length).toBeGreaterThan(200);
  const slow = [...new Set(patterns)].filter((pattern) => findSlowGrowth(pattern) !== undefined);
  const help = 'Write the pattern so that no two repetitions read the same text, or add an exception with its reason.';
  expect(slow.toSorted(), help).toEqual(Object.keys(exceptions).toSorted());
});

test.each(Object.entries(exceptions))('%s is fast: %s', async (pattern, [, ...pieces]) => {
  const expression = new RegExp(pattern, 'gu');
  for (const piece of pieces) {
    for (const end of ['', '!']) await measureGrowth(5_000, (count) => (piece.repeat(count) + end).match(expression));
  }
});
