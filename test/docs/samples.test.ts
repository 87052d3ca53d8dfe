import { PGlite } from '@electric-sql/pglite';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';
import { makeFolder } from '../kit/make-folder.js';
import { checkCommand, splitShell, stubCommands } from './check-command.js';
import { checkSpan, listSpans, otherOptions } from './check-span.js';
import { checkYaml } from './check-yaml.js';
import { listSamples, pages, placeOf, type Sample } from './read-pages.js';
import { checkProject } from './sample-project.js';

/** Languages whose samples only have to be shown. */
const free = new Set(['text', 'markdown', 'haproxy']);

const samples = pages.flatMap(listSamples);
const byLanguage = (...languages: readonly string[]): readonly Sample[] =>
  samples.filter(({ language }) => languages.includes(language));

beforeAll(stubCommands);

test('every code block has a language that is checked, or that nothing can check', () => {
  const checked = new Set(['yaml', 'ts', 'tsx', 'js', 'mjs', 'json', 'sh', 'basic', 'graphql', 'sql', 'python']);
  const unknown = samples.filter(({ language }) => !free.has(language) && !checked.has(language));
  expect(unknown.map((sample) => `${placeOf(sample)}: ${sample.language}`)).toEqual([]);
});

test.each(byLanguage('json').map((sample) => [placeOf(sample), sample] as const))('%s parses', (_place, { code }) => {
  expect(() => JSON.parse(code) as unknown).not.toThrow();
});

test.each(byLanguage('js', 'mjs').map((sample) => [placeOf(sample), sample] as const))(
  '%s parses as JavaScript',
  async (_place, { code }) => {
    await expect(transform(code, { loader: 'js' })).resolves.toBeDefined();
  },
);

test.each(
  byLanguage('yaml')
    .filter(({ file }) => file === undefined || !file.startsWith('definitions/'))
    .map((sample) => [placeOf(sample), sample] as const),
)('%s is part of a definition, or of another format', (_place, { code }) => {
  expect(checkYaml(code)).toBeUndefined();
});

test.each(byLanguage('basic').map((sample) => [placeOf(sample), sample] as const))(
  '%s is a script without problems',
  async (_place, { code }) => {
    const folder = makeFolder({
      'definitions/office.mcp.yaml': 'server: { name: office, version: 1.0.0 }\n',
      'definitions/sample.bas': code,
    });
    const { diagnostics, resolved } = await readDefinitions(folder, 'definitions', new Map());
    expect(diagnostics).toEqual([]);
    expect(resolved.model.tools).not.toEqual([]);
  },
);

describe('SQL', () => {
  let database: PGlite;

  beforeAll(async () => {
    database = await PGlite.create();
  });

  afterAll(() => database.close());

  test.each(pages.filter((page) => listSamples(page).some(({ language }) => language === 'sql')))(
    'PostgreSQL runs the SQL of %s',
    async (page) => {
      await database.exec('begin');
      for (const { language, code } of listSamples(page)) if (language === 'sql') await database.exec(code);
      // The next page starts with an empty database, too. A savepoint fails if a statement has ended the transaction.
      await database.exec('savepoint page');
      await database.exec('rollback');
    },
  );
});

const documented = pages.filter((page) => page === 'README.md' || page.startsWith('docs/'));

test.each(documented.filter((page) => listSamples(page).some(({ language }) => /^tsx?$|^yaml$/u.test(language))))(
  'the files and fragments of %s make a project that type-checks',
  async (page) => {
    expect(await checkProject(page)).toBe('');
  },
);

describe('commands', () => {
  test.each(byLanguage('sh').map((sample) => [placeOf(sample), sample] as const))(
    '%s names only commands and options that exist',
    async (_place, { code, page }) => {
      for (const words of splitShell(code)) expect(await checkCommand(words, page), words.join(' ')).toBeUndefined();
    },
  );

  test.each(pages)('the commands and options in the text of %s exist', async (page) => {
    const problems = new Set<string>();
    for (const span of listSpans(page)) {
      const problem = await checkSpan(span, page);
      if (problem !== undefined) problems.add(`${span.code}: ${problem}`);
    }
    expect([...problems]).toEqual([]);
  });

  test('the options of other programs are used', () => {
    const unused = Object.entries(otherOptions).flatMap(([page, options]) => {
      const spans = listSpans(page).map(({ code }) => code);
      return options.filter((option) => !spans.some((span) => span.split(' ', 1)[0] === option));
    });
    expect(unused).toEqual([]);
  });
});
