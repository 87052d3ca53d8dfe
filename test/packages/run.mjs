// Uses popular packages in handlers, in `build` and in `dev`: node test/packages/run.mjs [--folder <folder>] [package …]
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '../../build/read-arguments.mjs';
import { installPackages } from './install-packages.mjs';
import { tryPackage } from './try-package.mjs';
import { uses } from './uses.mjs';

const { values, positionals } = readArguments({
  allowPositionals: true,
  options: { folder: { type: 'string', default: path.join(tmpdir(), 'create-mcp-from-schema-packages') } },
});
const chosen = uses.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const folder = path.resolve(values.folder);
installPackages(
  folder,
  chosen.flatMap(({ name, install = [] }) => [name, ...install]),
);

console.log('| package | build | dev | outside of the bundle |\n| --- | --- | --- | --- |');
let failures = 0;
for (const use of chosen) {
  const { build, dev, outside } = await tryPackage(folder, use);
  const cell = (text) => text.replaceAll(/\s+/gu, ' ').replaceAll('|', '\\|').slice(0, 300);
  console.log(`| ${use.name} | ${cell(build)} | ${cell(dev)} | ${outside.join(', ')} |`);
  if (build !== 'yes' || dev !== 'yes') failures += 1;
}
console.log(`\n${chosen.length - failures} of ${chosen.length} packages work in both.`);
process.exitCode = failures === 0 ? 0 : 1;
