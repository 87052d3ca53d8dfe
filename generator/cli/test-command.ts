import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InferredOptionTypes } from 'yargs';
import { visible } from '../core/diagnostics/format-diagnostics.js';
import { findPackageRoot } from '../core/package/find-package-root.js';
import { isFolder } from '../pipeline/write/file-system.js';
import type { CliIo } from './cli-io.js';
import { UsageError, type Command, type CommandOptions } from './command.js';
import { isJson, writeJson } from './json-report.js';
import { folderOptions, formatOptions } from './project-options.js';

const options = { root: folderOptions.root, ...formatOptions } as const satisfies CommandOptions;

const positionals = {
  files: { type: 'string', array: true, describe: 'Test files; default: all test/**/*.test.ts' },
} as const;

type TestArguments = InferredOptionTypes<typeof options> & { readonly files?: readonly string[] };

/**
 * `test`: runs the tests of a project with the Node test runner. A Node version without TypeScript support gets a
 * loader hook. Exits with 1 if a test fails or there are no tests.
 */
export const testCommand: Command = {
  options,
  positionals,
  async run({ root: rootOption, files: chosen = [], ...format }: TestArguments, io: CliIo) {
    const root = path.resolve(io.cwd, rootOption);
    if (!isFolder(root)) throw new UsageError(`--root must be an existing folder: ${rootOption}`);
    const missing = chosen.find((file) => !existsSync(path.resolve(io.cwd, file)));
    if (missing !== undefined) throw new UsageError(`File ${missing} does not exist.`);
    const files = chosen.length > 0 ? chosen.map((file) => path.resolve(io.cwd, file)) : listTests(root);
    if (files.length === 0) {
      const message = `No tests found in ${visible(root)}. Write test/<name>.test.ts.`;
      if (isJson(format)) return writeJson({ ok: false, error: { code: 'no-tests', message } }, io);
      io.writeError(`error: ${message}\n`);
      return 1;
    }
    return runTests(root, files, isJson(format));
  },
};

/** Lists the files below `test/` whose names end in `.test.ts` or a similar extension. */
function listTests(root: string): readonly string[] {
  const folder = path.join(root, 'test');
  if (!isFolder(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.test\.m?[jt]s$/u.test(name) && !name.split(path.sep).includes('node_modules'))
    .toSorted()
    .map((name) => path.join(folder, name));
}

function runTests(root: string, files: readonly string[], json: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const reporter = json ? jsonReporter() : chooseReporter(process.env['NODE_OPTIONS']);
    const flags = [...chooseFlags(), ...reporter, '--test'];
    const runner = spawn(process.execPath, [...flags, ...files], { cwd: root, stdio: 'inherit' });
    runner.on('error', reject);
    runner.on('close', (code) => resolve(code === 0 ? 0 : 1));
  });
}

/**
 * Returns the reporter flags. Some Node versions choose another reporter if the output is not, or seems not to be, a
 * terminal.
 */
function chooseReporter(options = ''): readonly string[] {
  return options.includes('--test-reporter') ? [] : ['--test-reporter=spec', '--test-reporter-destination=stdout'];
}

/** Returns the flags of the reporter that prints the results as one JSON document. */
function jsonReporter(): readonly string[] {
  const reporter = path.join(findPackageRoot(), 'dist', 'generator', 'bundled', 'report-tests.js');
  return [`--test-reporter=${pathToFileURL(reporter).href}`, '--test-reporter-destination=stdout'];
}

/** Returns the Node flags that enable TypeScript. */
function chooseFlags(): readonly string[] {
  const { typescript } = process.features as { readonly typescript?: unknown };
  if (typescript !== undefined && typescript !== false) return ['--disable-warning=ExperimentalWarning'];
  const hook = path.join(findPackageRoot(), 'dist', 'generator', 'bundled', 'register-typescript.js');
  return ['--enable-source-maps', '--import', pathToFileURL(hook).href];
}
