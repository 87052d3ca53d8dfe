import { transform } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkCommand, splitShell, stubCommands } from './check-command.js';
import { checkYaml } from './check-yaml.js';
import { listSamples, pages, placeOf, readPage, type Sample } from './read-pages.js';
import { checkProject } from './sample-project.js';

/** Languages whose samples only have to be shown. */
const free = new Set([
  'text',
  'http',
  'html',
  'css',
  'markdown',
  'basic',
  'dockerfile',
  'toml',
  'nginx',
  'haproxy',
  'conf',
  'ini',
  'diff',
  'mermaid',
]);

const samples = pages.flatMap(listSamples);
const byLanguage = (...languages: readonly string[]): readonly Sample[] =>
  samples.filter(({ language }) => languages.includes(language));

beforeAll(stubCommands);

test('every code block has a language that is checked, or that nothing can check', () => {
  const checked = new Set(['yaml', 'ts', 'tsx', 'js', 'mjs', 'json', 'sh']);
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

  test.each(pages)('the commands in the text of %s exist', async (page) => {
    const text = readPage(page).replaceAll(/^( *)```[^]*?^\1```$/gmu, '');
    const spans = [...text.matchAll(/`((?:npx )?create-mcp-from-schema [^`]+|node dist\/server\.mjs[^`]*)`/gu)];
    for (const [, span = ''] of spans) {
      const plain = span.replaceAll(/<[^>]*>/gu, 'x').replaceAll(/\[[^\]]*\]|…/gu, '');
      for (const words of splitShell(plain)) expect(await checkCommand(words, page), span).toBeUndefined();
    }
  });
});
