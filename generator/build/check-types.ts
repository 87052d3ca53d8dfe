import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execPath } from 'node:process';
import { visible } from '../diagnostics/format-diagnostics.js';
import { locateTypeErrors } from '../write/locate-type-errors.js';

/** Milliseconds that the compiler may take. */
const patienceMs = 120_000;

/**
 * Checks the types of a project with its own compiler and configuration, in another process. Returns the output of the
 * compiler: empty without errors; `undefined` where there is no compiler or no `tsconfig.json`, and after an abort.
 */
export async function checkTypes(root: string, out: string, signal?: AbortSignal): Promise<string | undefined> {
  const compiler = findCompiler(root);
  const found = compiler === undefined ? undefined : await runCompiler(compiler, root, signal);
  return found === undefined ? undefined : locateTypeErrors(root, out, found);
}

function runCompiler(compiler: string, root: string, signal?: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd: root, signal, timeout: patienceMs, maxBuffer: 16 * 1024 * 1024 };
    execFile(execPath, [compiler, '--noEmit', '--pretty', 'false'], options, (error, stdout, stderr) => {
      if (error === null) resolve('');
      else if (signal?.aborted) resolve(undefined);
      else resolve(cleanLines(stdout || stderr || `${error.message}\n`));
    });
  });
}

/** Cleans the output of another program, which may quote definitions and documents. */
function cleanLines(text: string): string {
  return text.split(/\r?\n/u).map(visible).join('\n');
}

function findCompiler(root: string): string | undefined {
  if (!existsSync(path.join(root, 'tsconfig.json'))) return undefined;
  try {
    const manifest = createRequire(path.join(root, 'package.json')).resolve('typescript/package.json');
    const compiler = path.join(path.dirname(manifest), 'bin', 'tsc');
    return existsSync(compiler) ? compiler : undefined;
  } catch {
    return undefined;
  }
}
