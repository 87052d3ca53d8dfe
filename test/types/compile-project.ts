import { makeFolder } from '../kit/make-folder.js';
import { runCompiler } from '../kit/run-compiler.js';
import { strictestOptions } from '../kit/type-check.js';

const config = { compilerOptions: { ...strictestOptions, types: [] } };

/**
 * Type-checks files (content by path) as a project with the strictest flags.
 *
 * @returns What the compiler prints: empty when it finds nothing.
 */
export async function compileProject(files: { readonly [path: string]: string }): Promise<string> {
  const all = { ...files, 'tsconfig.json': JSON.stringify(config), 'package.json': '{"type":"module"}' };
  const folder = makeFolder(all);
  return runCompiler(folder, folder);
}
