import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Options of Prettier. */
export type Style = Readonly<Record<string, unknown>>;

/** Names of files with options of Prettier. */
const configurations = ['', '.json', '.yaml', '.yml', '.json5', '.js', '.mjs', '.cjs', '.ts', '.toml']
  .map((suffix) => `.prettierrc${suffix}`)
  .concat(['.js', '.mjs', '.cjs', '.ts'].map((suffix) => `prettier.config${suffix}`));

/**
 * Reads the options of Prettier that a project has for a file. Returns `undefined` when it has none, and when they cannot be read.
 *
 * @param root Absolute path of the project.
 * @param file Path relative to the root.
 */
export async function readStyle(root: string, file: string): Promise<Style | undefined> {
  if (!configurations.some((name) => existsSync(path.join(root, name))) && !hasPackageStyle(root)) return undefined;
  const { resolveConfig } = await import('prettier');
  const style = await resolveConfig(path.join(root, file)).catch(() => null);
  return style === null ? undefined : { ...style };
}

function hasPackageStyle(root: string): boolean {
  try {
    return Object.hasOwn(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object, 'prettier');
  } catch {
    return false;
  }
}
