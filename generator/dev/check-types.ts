import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { execPath } from 'node:process';

/** Milliseconds that the compiler may take. */
const patienceMs = 120_000;

/**
 * Checks the types of a project with its own compiler and configuration, in a process beside this one.
 *
 * @param root Absolute path of the project.
 * @param signal Ends the compiler.
 * @returns What the compiler says: empty when all is well; `undefined` where there is no compiler or no `tsconfig.json`,
 *   and when it was ended.
 */
export function checkTypes(root: string, signal: AbortSignal): Promise<string | undefined> {
  const compiler = findCompiler(root);
  if (compiler === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const options = { cwd: root, signal, timeout: patienceMs, maxBuffer: 16 * 1024 * 1024 };
    execFile(execPath, [compiler, '--noEmit', '--pretty', 'false'], options, (error, stdout) => {
      if (error === null) resolve('');
      else resolve(stdout === '' ? undefined : stdout);
    });
  });
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
