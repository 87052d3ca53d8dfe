import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { listBundledPackages } from '../../generator/cli/bundle/bundled-package.js';
import { makeFolder } from '../kit/make-folder.js';

const root = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'THIRD-PARTY-LICENSES.txt'), 'utf8');

/** Sections of the file: text of the license by name and version of the package. */
const sections = new Map(
  text
    .split(/^-{80}\n/mu)
    .slice(1)
    .map((section) => {
      const [, label = '', license = ''] = /^(\S+ \S+) \(\S+\)\n\n([^]*)$/u.exec(section) ?? [];
      return [label, license] as const;
    }),
);

/** Labels of the packages that a bundle of these entries contains, found without the build. */
async function listContained(entryPoints: readonly string[], external: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entryPoints],
    outdir: 'unused',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    external: [...external],
  });
  const folders = Object.keys(metafile.inputs).flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(file) ?? [],
  );
  return [...new Set(folders)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
      readonly [field in 'name' | 'version']: string;
    };
    return `${name} ${version}`;
  });
}

test('THIRD-PARTY-LICENSES.txt has every package of the bundles, with the text of its license', async () => {
  const cli = await listContained(
    ['dist/generator/cli/main.js', 'dist/generator/features/views/pages/bundler.js'],
    // The build prints code instead of the last one, which compiles templates.
    ['esbuild', '*/load-templates.js'],
  );
  const runtime = await listContained(
    [
      'runtime/features/auth/index.ts',
      'runtime/features/delegation/index.ts',
      'runtime/features/code-mode/thread/main.ts',
    ],
    ['./engine.js', 'redis', 'bullmq', 'better-sqlite3', '@opentelemetry/api', '@modelcontextprotocol/ext-apps'],
  );
  expect(cli.length).toBeGreaterThan(20);
  expect(runtime.map((label) => label.split(' ')[0])).toEqual(expect.arrayContaining(['jose', 'sucrase']));
  for (const label of [...cli, ...runtime]) expect(sections.get(label) ?? `${label} is missing`).toMatch(/copyright/iu);
  // Not found so: the text of a module, the engine in WebAssembly, and what printed templates import.
  const names = [...sections.keys()].map((label) => label.split(' ')[0]);
  expect(names).toEqual(expect.arrayContaining(['ajv-formats', '@jitl/quickjs-wasmfile-release-sync', 'handlebars']));
  expect(text).toContain('Fabrice Bellard');
  // Packages that Prettier contains.
  expect(sections.get(cli.find((label) => label.startsWith('prettier ')) ?? '')).toContain('## typescript@');
});

test.each([
  ['another license', { license: 'AGPL-3.0-only' }, 'Text', /its license "AGPL-3\.0-only" is not one of 0BSD, /u],
  ['no license', {}, 'Text', /its license undefined is not one of/u],
  ['no text', { license: 'MIT' }, '', /it has no license file/u],
])('a package with %s is not bundled', (_, fields, license, message) => {
  const folder = makeFolder({
    'node_modules/@some/part/package.json': JSON.stringify({ name: '@some/part', version: '1.0.0', ...fields }),
    'node_modules/@some/part/LICENSE': license,
  });
  expect(() => listBundledPackages(folder, ['src/own.js', 'node_modules/@some/part/index.js'])).toThrow(message);
});
