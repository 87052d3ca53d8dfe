import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Options of Prettier. */
export type Style = Readonly<Record<string, unknown>>;

/** Names of files with options of Prettier. */
const modules = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'];
const configurations = ['', '.json', '.yaml', '.yml', '.json5', '.toml', ...modules]
  .map((suffix) => `.prettierrc${suffix}`)
  .concat(modules.map((suffix) => `prettier.config${suffix}`));

/** Reads the options of Prettier for a file, by its path relative to the project. Gives `undefined` when they cannot be read. */
type ReadStyle = (file: string) => Promise<Style | undefined>;

/**
 * Finds out whether a project, or a folder above it in the same repository, has options of Prettier: a workspace has them at its
 * root. Returns `undefined` when there are none.
 *
 * @param root Absolute path of the project.
 */
export function findStyle(root: string): ReadStyle | undefined {
  if (!hasStyle(root)) return undefined;
  return async (file) => {
    const { resolveConfig } = await import('prettier');
    const style = await resolveConfig(path.join(root, file), { editorconfig: true }).catch(() => null);
    return style === null ? undefined : { ...style };
  };
}

/** Looks for a configuration of Prettier up to the root of the repository: Prettier takes longer to load. */
function hasStyle(folder: string): boolean {
  if (hasOwnStyle(folder)) return true;
  const above = path.dirname(folder);
  if (above === folder || existsSync(path.join(folder, '.git'))) return false;
  return !isShared(above, statSync(folder).uid) && hasStyle(above);
}

/** Whether other users may have put a configuration into a folder: it can be code that Prettier runs. */
function isShared(folder: string, owner: number): boolean {
  const { uid, mode } = statSync(folder);
  // Windows has no such modes.
  return uid !== owner || (path.sep === '/' && (mode & 0o002) !== 0);
}

function hasOwnStyle(folder: string): boolean {
  return configurations.some((name) => existsSync(path.join(folder, name))) || hasPackageStyle(folder);
}

function hasPackageStyle(folder: string): boolean {
  try {
    return Object.hasOwn(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as object, 'prettier');
  } catch {
    return false;
  }
}
