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

/** Places in which {@link withdrawn} words are gone. */
const reviewed = /^(?:build\/|docs\/|generator\/|runtime\/|templates\/|[^/]+\.(?:md|txt)$)/u;

/** Words that stay: wire names, public names of earlier versions, names of others, and content of fixtures. */
const allowed: readonly { readonly files: RegExp; readonly words: RegExp }[] = [
  // Wire names, and names of the platform: `aria-labelledby`.
  { files: /./u, words: /^(?:cancelled|cancelling|labelled)$/iu },
  // Key of manifests, folder of the Docker MCP catalog, and names of earlier versions.
  { files: /^generator\/(?:pipeline\/write\/manifest|tools\/upgrade\/former-names)\.ts$/u, words: /^catalogue$/u },
  { files: /^(?:docs\/publish\.md|generator\/tools\/packages\/docker\/)/u, words: /^catalogue$/iu },
  { files: /^docs\/upgrading\.md$/u, words: /^catalogue$/iu },
  // The deprecated option of `compareProtocolVersions`, and a word that operations are searched by.
  {
    files:
      /^(?:docs\/upgrading\.md|generator\/tools\/upgrade\/|runtime\/clients\/testing\/|test\/(?:deprecated-names|parity|upgrade)\/)/u,
    words: /^normalise$/u,
  },
  {
    files: /^runtime\/features\/discover\/(?:read-query|word-groups)\.ts$/u,
    words: /^(?:(?:every|some)body|favour|fault)$/u,
  },
  // The value is part of stored state.
  { files: /^runtime\/wire\/code-facts-key\.ts$/u, words: /^beside$/u },
  // The example server with a catalogue of books, and the titles of measurements.
  { files: /^(?:bench|test)\/|^templates\/project\/about-library/u, words: /^catalogue$/iu },
  // Content of fixtures: schemas of an API, an elicitation of the example server about birds, misspelled input.
  { files: /^test\//u, words: /^(?:burnt|colour|misspelt|neighbour|summarise)$/iu },
  // Names that await their turn.
  {
    files: /^generator\/(?:cli|features|front-ends|outputs|tools)\//u,
    words: /^(?:capitalise|catalogue|colour|misspelt|recognised|serialised|summarise)$/iu,
  },
  { files: /^runtime\//u, words: /^(?:honour|normalise|recognise[ds]?|summarised?)$/iu },
];

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

function findWords(file: string, text = readFileSync(path.join(root, file), 'utf8')): readonly Hit[] {
  const rules = reviewed.test(file) ? [...british, ...withdrawn] : british;
  return rules.flatMap(({ pattern, use }) =>
    [...text.matchAll(pattern)]
      .filter(([word]) => !allowed.some(({ files, words }) => files.test(file) && words.test(word)))
      .map(({ 0: word, index }) => ({ file, line: text.slice(0, index).split('\n').length, word, use })),
  );
}

test('code, messages and documentation have American spelling and no withdrawn words', () => {
  const hits = listFiles()
    .filter((file) => !data.test(file))
    .flatMap((file) => findWords(file));
  expect(hits.map(({ file, line, word, use }) => `${file}:${line}: "${word}": ${use}`)).toEqual([]);
});

test('the rules find words in prose and in names', () => {
  const found = findWords(
    'docs/page.md',
    'Colours that nobody\nrecognises. mendEnd, maximalDepth, isMisspelt; cancelled, promise, hours',
  );
  expect(found.map(({ line, word }) => `${line} ${word}`).toSorted()).toEqual(
    ['1 Colour', '1 nobody', '2 maximalDepth', '2 mendEnd', '2 Misspelt', '2 recognises'].toSorted(),
  );
});
