import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'dist', 'generator', 'bundled');
const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: { readonly [name: string]: string };
};

/** Packages that the bundles contain: the head of each license. */
const licenses = readFileSync(path.join(root, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
const bundled = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\S+ \(.+\)$/gmu)];

test('what the bundle of the command line contains is not installed a second time', () => {
  const names = bundled.map(([, name = '']) => name);
  expect(names).toContain('ajv');
  expect(names.filter((name) => Object.hasOwn(dependencies, name))).toEqual([]);
});

test('what the bundle of the command line imports is a dependency', async () => {
  const { metafile } = await build({
    entryPoints: ['cli', 'load-typescript', 'register-typescript'].map((name) => path.join(folder, `${name}.js`)),
    outdir: folder,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map((each) => each.path));
  const packages = new Set(imported.filter((name) => !isBuiltin(name)));
  expect([...packages].toSorted()).toEqual(Object.keys(dependencies).toSorted());
});
