// Bundles each test, with the mutated runtime, into one script: a run of a test then begins with a fresh runtime after a few
// milliseconds. Stryker runs this program in its copy of the project.
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { leftOut, scriptsFile, testFolders } from './protocol-files.mjs';

const entryPoints = testFolders
  .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts') && !leftOut.has(file));

const { metafile, outputFiles } = await build({
  entryPoints,
  outdir: 'scripts',
  outbase: '.',
  bundle: true,
  packages: 'external',
  define: { 'import.meta.filename': JSON.stringify(path.resolve('package.json')) },
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const scripts = Object.values(metafile.outputs).map(({ entryPoint, imports }, index) => ({
  test: entryPoint,
  packages: imports.filter(({ external }) => external).map((imported) => imported.path),
  code: announceModules(outputFiles[index].text),
}));
await writeFile(scriptsFile, JSON.stringify(scripts));

/** Has `loadModule` called for each module that is loaded late: such a module belongs to the file, not to the test that loads it. */
function announceModules(code) {
  const call = '(0, fn[__getOwnPropNames(fn)[0]])(fn = 0)';
  if (code.includes('var __esm =') && !code.includes(call)) throw new Error('esbuild loads modules in another way now');
  return code.replace(call, 'loadModule(fn[__getOwnPropNames(fn)[0]], fn = 0)');
}
