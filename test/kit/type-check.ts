import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCompiler } from './run-compiler.js';
import options from './strictest-options.json' with { type: 'json' };

/** Compiler options that generated code has to pass: the strictest that a user may set. */
export const strictestOptions = options;

/**
 * Type-checks a generated project with the strictest flags; gives what the compiler prints, nothing when all is well. It passes over
 * declarations, which `test/bundle/declarations.test.ts` checks: they take longer than the project.
 *
 * @param more Compiler options instead of the strictest ones.
 */
export async function typeCheck(
  folder: string,
  include = ['generated', 'handlers'],
  more: object = {},
): Promise<string> {
  const compilerOptions = { ...strictestOptions, skipLibCheck: true, ...more };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  return runCompiler(folder);
}
