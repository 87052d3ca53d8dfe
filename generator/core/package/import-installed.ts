import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Imports an optional package: from the project, otherwise from the working directory, otherwise from where the generator is
 * installed, such as the packages of `npx -p`. Resolves with `undefined` if it is in none of them.
 *
 * @param root Absolute path of the project.
 */
export async function importInstalled(root: string, name: string): Promise<object | undefined> {
  const file = findInstalled(root, name);
  if (file === undefined) return undefined;
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readonly default?: object };
  // A CommonJS package has its exports in `default`.
  return module.default ?? module;
}

/** Returns the absolute path of the file that `importInstalled` would import. */
export function findInstalled(root: string, name: string): string | undefined {
  const places = [path.join(root, 'package.json'), path.resolve('package.json'), import.meta.url];
  for (const place of places) {
    const file = resolveFrom(place, name);
    if (file !== undefined) return file;
  }
  return undefined;
}

function resolveFrom(place: string, name: string): string | undefined {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return undefined;
  }
}
