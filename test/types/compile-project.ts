import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../kit/make-folder.js';
import { strictestOptions } from '../kit/type-check.js';

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

const config = { compilerOptions: { ...strictestOptions, types: [] } };

/**
 * Type-checks files (content by path) as a project with the strictest flags.
 *
 * @returns What the compiler prints: empty when it finds nothing.
 */
export async function compileProject(files: { readonly [path: string]: string }): Promise<string> {
  const all = { ...files, 'tsconfig.json': JSON.stringify(config), 'package.json': '{"type":"module"}' };
  const folder = makeFolder(all);
  return await new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], { cwd: folder, maxBuffer: 2 ** 26 }, (error, out, err) =>
      resolve(error ? out + err || String(error) : out),
    );
  });
}
