// Writes THIRD-PARTY-LICENSES.txt: the packages whose code the published bundles contain, each with its license text.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listBundledPackages } from '../dist/generator/cli/bundle/bundled-package.js';

const root = path.resolve(import.meta.dirname, '..');

/** Package files in both bundles, as recorded by the two previous build steps. */
const inputs = ['generator', 'runtime'].flatMap((half) =>
  JSON.parse(readFileSync(path.join(root, 'dist', half, 'bundled-files.json'), 'utf8')),
);

const rule = '-'.repeat(80);
const sections = listBundledPackages(root, inputs).map(
  ({ name, version, license, text }) => `${rule}\n${name} ${version} (${license})\n\n${text}\n`,
);
const head = `create-mcp-from-schema contains code from the following packages, in dist/generator/bundled and dist/runtime/bundled.
`;
writeFileSync(path.join(root, 'THIRD-PARTY-LICENSES.txt'), [head, ...sections].join('\n').replaceAll('\r\n', '\n'));
