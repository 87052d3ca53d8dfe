import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isFile } from './read-file.js';

/** Whether a function that a definition refers to exists. */
export type FunctionState =
  | { readonly status: 'found' | 'no-module' }
  /** The module does not export the name. */
  | { readonly status: 'no-export'; readonly exports: readonly string[] };

/**
 * Searches a module for a function without parsing the module: a module that contains the name, or `export *`, may
 * export the function. The compiler checks the rest.
 * @param root Absolute path of the project.
 * @param binding The function, as `<module path relative to the root>#<name>`.
 */
export async function findFunction(root: string, binding: string): Promise<FunctionState> {
  const [module = '', name = ''] = binding.split('#');
  const file = path.join(root, module);
  if (!(await isFile(file))) return { status: 'no-module' };
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined || /\bexport\s*\*/u.test(text) || wordsOf(text).has(name)) return { status: 'found' };
  return { status: 'no-export', exports: listExports(text) };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{ID_Continue}$]+/gu));
}

function listExports(text: string): readonly string[] {
  const declared = text.matchAll(
    /\bexport\s+(?:async\s+)?(?:function[\s*]+|(?:const|let|var|class)\s+)([\p{ID_Continue}$]+)/gu,
  );
  return [...declared].map(([, name = '']) => name);
}
