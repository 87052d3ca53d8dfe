import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { digestCode } from '../../core/package/digest-code.js';
import { findPackageRoot } from '../../core/package/find-package-root.js';
import { readTemplates } from '../../core/package/load-templates.js';
import { bundleDevUi } from './bundle-dev-ui.js';
import { printFormats, printKnownValidators, printTemplates } from './print-modules.js';

/**
 * Bundles the compiled CLI: resolving and loading hundreds of modules would take longer than generating a small change.
 * Templates, the validators of the definition format and of the metaschemas, Ajv's formats and the code hash are
 * compiled in, so that the bundle needs only the packages listed as external.
 */
async function bundleCli(): Promise<void> {
  const root = findPackageRoot();
  const code = path.join(root, 'dist', 'generator');
  const folder = path.join(code, 'bundled');
  rmSync(folder, { recursive: true, force: true });
  const printed = new Map([
    [path.join(code, 'core', 'package', 'digest-code.js'), printDigest()],
    [path.join(code, 'core', 'package', 'load-templates.js'), printTemplates(readTemplates())],
    [path.join(code, 'core', 'schema', 'known-validators.js'), printKnownValidators()],
    [path.join(code, 'core', 'package', 'read-formats.js'), printFormats()],
  ]);
  const { metafile } = await build({
    entryPoints: {
      cli: path.join(code, 'cli', 'main.js'),
      bundler: path.join(code, 'features', 'views', 'pages', 'bundler.js'),
      'engine-process': path.join(code, 'features', 'sql', 'engines', 'engine-process.js'),
      'run-list-jobs': path.join(code, 'tools', 'dev-ui', 'host', 'run-list-jobs.js'),
      'register-typescript': path.join(code, 'cli', 'typescript', 'register-typescript.js'),
      'report-tests': path.join(code, 'cli', 'report-tests.js'),
      'load-typescript': path.join(code, 'cli', 'typescript', 'load-typescript.js'),
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
    alias: {
      // The main file is UMD, whose `require` calls cannot be bundled.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // Only the module build can be bundled in part.
      graphql: path.join(root, 'node_modules', 'graphql', 'index.mjs'),
      // The Node build reads an environment variable at each token.
      yaml: path.join(root, 'node_modules', 'yaml', 'browser', 'index.js'),
    },
    define: { 'Intl.Segmenter': 'Segmenter' },
    inject: [path.join(code, 'cli', 'bundle', 'lazy-segmenter.js')],
    // It locates its own files.
    external: ['esbuild'],
    // Bundled CommonJS modules call `require` for Node modules.
    banner: { js: `import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);` },
    plugins: [replaceModules(printed), trimPrettier],
  });
  const pageInputs = await bundleDevUi(root, folder);
  // Input for THIRD-PARTY-LICENSES.txt, which the last build step writes.
  const files = [...Object.keys(metafile.inputs), ...pageInputs];
  writeFileSync(path.join(code, 'bundled-files.json'), JSON.stringify(files));
  const command = path.join(code, 'cli.js');
  writeFileSync(command, "#!/usr/bin/env node\nimport './bundled/cli.js';\n");
  // npx makes a file executable only when it first sees the folder.
  chmodSync(command, 0o755);
}

function printDigest(): string {
  return `export const digestCode = () => ${JSON.stringify(digestCode())};\n`;
}

/** @param texts Replacement code, by absolute path of the replaced module. */
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

/**
 * Omits most of Prettier: the parsers of languages that no formatted file has, those that replace Babel, and the
 * CommonJS entry, which `json-schema-to-typescript` loads for an option that is off.
 */
const trimPrettier: Plugin = {
  name: 'trim-prettier',
  setup({ onLoad }) {
    const omitted = /[\\/]prettier[\\/](?:index\.cjs|plugins[\\/](?:acorn|angular|flow|glimmer|meriyah)\.mjs)$/;
    onLoad({ filter: omitted }, () => ({ contents: 'export {};' }));
  },
};

await bundleCli();
