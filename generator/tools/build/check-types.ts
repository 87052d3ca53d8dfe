import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execPath, versions } from 'node:process';
import { visible } from '../../core/diagnostics/format-diagnostics.js';
import { locateTypeErrors } from '../../pipeline/write/locate-type-errors.js';
import { adviseExports } from './missing-exports.js';

/** Timeout of the compiler in milliseconds. */
const compilerTimeoutMs = 120_000;

/**
 * Type-checks a project with its own compiler and configuration, in a separate process. Returns the compiler's output,
 * which is empty if there are no errors. Returns `undefined` if there is no compiler or no `tsconfig.json`, and after
 * an abort.
 *
 * @param memory File for the compiler's incremental state. Default: none.
 */
export async function checkTypes(
  root: string,
  out: string,
  signal?: AbortSignal,
  memory?: string,
): Promise<string | undefined> {
  const compiler = findCompiler(root);
  const found = compiler === undefined ? undefined : await runCompiler(compiler, root, memory, signal);
  if (compiler === undefined || found === undefined || found === '') return found;
  const located = await locateTypeErrors(root, out, found);
  return `${adviseExports(out, located)}${isArchiveBlind(compiler) ? archiveAdvice : ''}`;
}

const archiveAdvice =
  "note: TypeScript 7 does not find packages installed with Yarn Plug'n'Play. Run `yarn add --dev typescript@6`, or put " +
  '`nodeLinker: node-modules` into .yarnrc.yml and run `yarn install`.\n';

/**
 * Whether the compiler cannot find packages in Yarn's archives. Yarn patches TypeScript versions up to 6 so that they
 * can read these archives.
 */
function isArchiveBlind({ version }: Compiler): boolean {
  return versions['pnp'] !== undefined && Number.parseInt(version, 10) > 6;
}

function runCompiler(
  { file }: Compiler,
  root: string,
  memory: string | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const more = memory === undefined ? [] : ['--incremental', '--tsBuildInfoFile', memory];
  return new Promise((resolve) => {
    const options = { cwd: root, signal, timeout: compilerTimeoutMs, maxBuffer: 16 * 1024 * 1024 };
    execFile(execPath, [file, '--noEmit', '--pretty', 'false', ...more], options, (error, stdout, stderr) => {
      if (error === null) resolve('');
      else if (signal?.aborted) resolve(undefined);
      else resolve(cleanLines(stdout || stderr || `${error.message}\n`));
    });
  });
}

/** Cleans the output of another program, which can quote definitions and documents. */
function cleanLines(text: string): string {
  return text.split(/\r?\n/u).map(visible).join('\n');
}

interface Compiler {
  /** Absolute path. */
  readonly file: string;
  readonly version: string;
}

function findCompiler(root: string): Compiler | undefined {
  if (!existsSync(path.join(root, 'tsconfig.json'))) return undefined;
  try {
    const manifest = createRequire(path.join(root, 'package.json')).resolve('typescript/package.json');
    const file = path.join(path.dirname(manifest), 'bin', 'tsc');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
    return existsSync(file) ? { file, version } : undefined;
  } catch {
    return undefined;
  }
}
