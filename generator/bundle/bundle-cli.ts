import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { digestCode } from '../package/digest-code.js';
import { findPackageRoot } from '../package/find-package-root.js';
import { readTemplates } from '../package/load-templates.js';
import { printKnownValidators } from './print-known-validators.js';
import { printLicenses } from './print-licenses.js';
import { printTemplates } from './print-templates.js';

/**
 * Puts a bundle in the place of the compiled command line: hundreds of modules take longer to find and to load than a
 * small change takes to generate. What is known when it is built is in it as code: the templates, the validators of the
 * definition format and of the metaschemas, the hash of everything.
 */
async function bundleCli(): Promise<void> {
  const root = findPackageRoot();
  const code = path.join(root, 'dist', 'generator');
  const folder = path.join(code, 'bundled');
  rmSync(folder, { recursive: true, force: true });
  const printed = new Map([
    [path.join(code, 'package', 'digest-code.js'), printDigest()],
    [path.join(code, 'package', 'load-templates.js'), printTemplates(readTemplates())],
    [path.join(code, 'schema', 'known-validators.js'), printKnownValidators()],
    // Types are printed without it, and it loads a formatter that is large.
    [createRequire(import.meta.url).resolve('json-schema-to-typescript/dist/src/formatter.js'), printFormatter()],
  ]);
  const { metafile } = await build({
    entryPoints: {
      cli: path.join(code, 'cli', 'main.js'),
      'compile-thread': path.join(code, 'emit', 'validators', 'compile-thread.js'),
    },
    outdir: folder,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    metafile: true,
    // These find files of their own, or are loaded by few runs.
    // Its main file is UMD, whose `require` calls cannot be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    external: ['esbuild', 'prettier', '@clack/prompts'],
    // Modules of the older kind that are bundled load those of Node themselves.
    banner: { js: `import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);` },
    plugins: [replaceModules(printed), leaveHelp, measurePlainly],
  });
  writeFileSync(path.join(folder, 'licenses.js'), printLicenses(root, Object.keys(metafile.inputs)));
  const command = path.join(code, 'cli.js');
  writeFileSync(command, "#!/usr/bin/env node\nimport './bundled/cli.js';\n");
  // npx does so only when it sees the folder for the first time.
  chmodSync(command, 0o755);
}

function printFormatter(): string {
  return 'exports.format = async (code) => code;\n';
}

function printDigest(): string {
  return `export const digestCode = () => ${JSON.stringify(digestCode())};\n`;
}

/** @param texts Code by the absolute path of the module in whose place it stands. */
function replaceModules(texts: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'replace-modules',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path: file }) => {
        const contents = texts.get(file);
        return contents === undefined ? undefined : { contents, resolveDir: path.dirname(file) };
      });
    },
  };
}

/** The help is laid out in every run of a command, for the case that the command fails in a way that ours never do. */
const leaveHelp: Plugin = {
  name: 'leave-help',
  setup({ onLoad }) {
    onLoad({ filter: /yargs[\\/]build[\\/]lib[\\/]command\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(/\w+(\.\w+\(\))*\.cacheHelpMessage\(\);/u, ''),
    }));
  },
};

/** All that is laid out is our own help, which has no wide characters; the tables that know them take longer to load than all of it. */
const measurePlainly: Plugin = {
  name: 'measure-plainly',
  setup({ onLoad }) {
    onLoad({ filter: /string-width[\\/]index\.js$/ }, () => ({ contents: 'export default (text) => text.length;\n' }));
  },
};

await bundleCli();
