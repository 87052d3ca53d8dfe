import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './imports.js';

/** Folders and files that are searched. Other text is data, or written by other programs. */
const searched: readonly string[] = [
  'bench',
  'build',
  'docs',
  'generator',
  'runtime',
  'skills',
  'templates',
  'test',
  'ARCHITECTURE.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'llms.txt',
  'package.json',
];

/** Data of tests and benchmarks: documents of others, expected output, quotes of specifications, and this table. */
const data =
  /^(?:bench\/results\.json|docs\/samples\/|test\/(?:corpus|real|regenerate\/projects|site\/golden|upgrade\/golden|wire\/clauses)\/|test\/architecture\/spelling\.test\.ts)/u;

const extensions = /\.(?:css|hbs|html|json|md|mjs|mts|ts|tsx|txt|tsv)$/u;

interface SpellingRule {
  readonly pattern: RegExp;
  /** The word to use instead. */
  readonly use: string;
}

/** British spellings. */
const british: readonly SpellingRule[] = [
  {
    pattern:
      /(?:apolog|author|capital|categor|central|custom|final|general|initial|local|memo|minim|maxim|modern|normal|optim|organ|prior|random|recogn|sanit|serial|special|stabil|standard|summar|symbol|synchron|token|util|visual)is(?:e[drs]?|ing|ation|ations|able)(?![a-z])/giu,
    use: '-ize',
  },
  { pattern: /(?:analy|cataly|paraly)s(?:e[drs]?|ing)(?![a-z])(?<!analyses)/giu, use: '-yze' },
  { pattern: /(?:behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum)our(?!l?ess)/giu, use: '-or' },
  { pattern: /artefact/giu, use: 'artifact' },
  { pattern: /catalogue/giu, use: 'operation index, catalog' },
  { pattern: /\bcentre/giu, use: 'center' },
  { pattern: /(?:cancel|label|model|signal|travel)l(?:ed|ing)(?![a-z])/giu, use: 'one l' },
  { pattern: /(?:defen|licen|offen)ce(?![a-z])/giu, use: '-se' },
  { pattern: /\bfulfil(?:s|ment)?\b/giu, use: 'fulfill' },
  { pattern: /\bgrey\b/giu, use: 'gray' },
  { pattern: /judgement/giu, use: 'judgment' },
  { pattern: /\b(?:burnt|dreamt|learnt|spelt)\b|misspelt/giu, use: '-ed' },
  { pattern: /\b(?:amongst|whilst)\b/giu, use: 'among, while' },
];

/** Words that have a better one, in prose and in names. */
const withdrawn: readonly SpellingRule[] = [
  { pattern: /\bmend(?:s|ed|ing)?\b|\bmend[A-Z]\w*/gu, use: 'fix, repair' },
  { pattern: /\bwhoever\b/giu, use: 'anyone who' },
  { pattern: /\b(?:every|no|some)body\b/giu, use: 'all users, no caller, a user' },
  { pattern: /(?<!\/)\bfault(?:s|y)?\b(?!\/)/giu, use: 'error, problem, invalid' },
  { pattern: /\bbeside\b/giu, use: 'next to, with' },
  { pattern: /\bin place of\b/giu, use: 'instead of' },
  { pattern: /\ball the same\b/giu, use: 'anyway, still' },
  { pattern: /\bany more\b/giu, use: 'no longer' },
  { pattern: /\bstandard (?:error|input|output)\b/giu, use: 'stderr, stdin, stdout' },
  { pattern: /\binspection page\b/giu, use: 'Dev UI' },
  { pattern: /\b(?:leave|leaves|leaving|left) out\b/giu, use: 'omit, skip' },
  { pattern: /\b[mM]aximal\w*/gu, use: 'maximum, max…' },
  { pattern: /\breport a hole\b/giu, use: 'report a vulnerability' },
  { pattern: /\bfrom an empty folder\b/giu, use: 'from scratch' },
];

/** Places in which {@link withdrawn} words are gone. They are also gone from comments and titles of tests. */
const reviewed =
  /^(?:bench\/[^/]+\.md$|build\/|docs\/|generator\/|runtime\/|templates\/|test\/[^/]+\/[^/]+\.md$|[^/]+\.(?:md|txt)$)/u;

interface Exception {
  /** Files, and folders with a slash at the end. */
  readonly files: readonly string[];
  /** Words in lower case. */
  readonly words: readonly string[];
}

/** Words that stay: wire names, public names of earlier versions, names of others, and content of fixtures. */
const exceptions: readonly Exception[] = [
  // A reserved word of PostgreSQL.
  {
    files: ['generator/features/sql/catalog/sql-names.ts'],
    words: ['analyse'],
  },
  // Wire names, and names of the platform: `aria-labelledby`.
  { files: ['bench/', 'docs/', 'generator/', 'runtime/', 'test/'], words: ['cancelled', 'cancelling', 'labelled'] },
  // Key of manifests, folder of the Docker MCP catalog, and names of earlier versions.
  {
    files: [
      'docs/publish.md',
      'docs/upgrading.md',
      'generator/pipeline/write/manifest.ts',
      'generator/tools/packages/docker/',
      'generator/tools/upgrade/former-names.ts',
    ],
    words: ['catalogue'],
  },
  // The deprecated option of `compareProtocolVersions`.
  {
    files: [
      'docs/upgrading.md',
      'generator/tools/upgrade/former-names.ts',
      'runtime/clients/testing/deprecated-options.ts',
      'test/deprecated-names/',
      'test/upgrade/',
    ],
    words: ['normalise'],
  },
  // Words that operations are searched by.
  { files: ['runtime/features/discover/read-query.ts'], words: ['everybody', 'somebody'] },
  { files: ['runtime/features/discover/word-groups.ts'], words: ['everybody', 'fault', 'favour'] },
  // The value is part of stored state.
  { files: ['runtime/wire/code-facts-key.ts'], words: ['beside'] },
  // The example server with a catalogue of books, and the titles of measurements.
  { files: ['bench/', 'test/'], words: ['catalogue'] },
  // Content of fixtures: an elicitation of the example server about birds, misspelled input.
  { files: ['test/package-targets/', 'test/servers/', 'test/views/'], words: ['colour'] },
];

function isException({ file, word }: Hit, { files, words }: Exception): boolean {
  return isBelow(file, files) && words.includes(word.toLowerCase());
}

function isBelow(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)));
}

interface Hit {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly use: string;
}

function listFiles(): readonly string[] {
  return searched.flatMap((name) => {
    if (extensions.test(name)) return [name];
    const entries = readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' });
    return entries
      .map((entry) => `${name}/${entry.replaceAll('\\', '/')}`)
      .filter((file) => extensions.test(file) && !/\/(?:node_modules|dist)\/|^test\/.*\/generated\//u.test(file));
  });
}

/** Comments and titles of tests, with the beginning of the call before a title. */
const testProse =
  /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*|(?:\b(?:describe|it|test)(?:\.\w+)*(?:\([^'"`\n]*\))?|^\s*\]\))\(\s*(['`"])(?:\\.|(?!\1).)*\1/gmu;

/** Text that is searched for {@link withdrawn} words; other text is blank. */
function readReviewed(file: string, text: string): string {
  if (reviewed.test(file)) return text;
  if (!/^test\/.*\.(?:mjs|mts|ts)$/u.test(file)) return '';
  const blank = (code: string): string => code.replaceAll(/\S/gu, ' ');
  let end = 0;
  const parts = [...text.matchAll(testProse)].flatMap(({ 0: prose, index }) => {
    const code = text.slice(end, index);
    end = index + prose.length;
    return [blank(code), prose];
  });
  return parts.join('');
}

function findWords(file: string, text = readFileSync(path.join(root, file), 'utf8')): readonly Hit[] {
  const rules = [
    british.map((rule) => [rule, text] as const),
    withdrawn.map((rule) => [rule, readReviewed(file, text)] as const),
  ];
  return rules.flat().flatMap(([{ pattern, use }, searchedText]) =>
    [...searchedText.matchAll(pattern)].map(({ 0: word, index }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      word,
      use,
    })),
  );
}

const hits = listFiles()
  .filter((file) => !data.test(file))
  .flatMap((file) => findWords(file));

test('code, messages and documentation have American spelling and no withdrawn words', () => {
  const wrong = hits.filter((hit) => !exceptions.some((exception) => isException(hit, exception)));
  expect(wrong.map(({ file, line, word, use }) => `${file}:${line}: "${word}": ${use}`)).toEqual([]);
});

const named = exceptions.map((exception) => [exception.words.join(', '), exception] as const);

test.each(named)('a file of each place has an exception: %s', (_words, exception) => {
  const { files, words } = exception;
  const excused = hits.filter((hit) => isException(hit, exception));
  const unused = {
    words: words.filter((word) => excused.every((hit) => hit.word.toLowerCase() !== word)),
    files: files.filter((place) => excused.every(({ file }) => !isBelow(file, [place]))),
  };
  expect(unused).toEqual({ words: [], files: [] });
});

test('the rules find words in prose and in names', () => {
  const found = findWords(
    'docs/page.md',
    'Colours that nobody\nrecognises. mendEnd, maximalDepth, isMisspelt; cancelled, promise, hours',
  );
  expect(found.map(({ line, word }) => `${line} ${word}`).toSorted()).toEqual(
    ['1 Colour', '1 nobody', '2 cancelled', '2 maximalDepth', '2 mendEnd', '2 Misspelt', '2 recognises'].toSorted(),
  );
});
