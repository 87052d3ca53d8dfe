import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports a package of the project; `undefined` if it is not installed. */
export async function loadPackage(root: string, name: string): Promise<object | undefined> {
  let file;
  try {
    file = createRequire(path.join(root, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readonly default?: object };
  // A CommonJS package has its exports in `default`, too.
  return { ...module.default, ...module };
}
