import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { defaultStyle, type Style } from '../../core/code/format-text.js';

/** Names of files with options of Prettier. */
const modules = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'];
const configurations = ['', '.json', '.yaml', '.yml', '.json5', '.toml', ...modules]
  .map((suffix) => `.prettierrc${suffix}`)
  .concat(modules.map((suffix) => `prettier.config${suffix}`));

/** Reads the options of Prettier for a file, by its path relative to the project; those of a new project when they cannot be read. */
export type ReadStyle = (file: string) => Promise<Style>;

/**
 * Finds out whether a project is formatted with Prettier: it, or a folder above it in the same repository, has a configuration of
 * Prettier, an `.editorconfig`, which Prettier reads, or the package `prettier`. Returns `undefined` when there is none of them.
 *
 * @param root Absolute path of the project.
 */
export function findStyle(root: string): ReadStyle | undefined {
  if (!hasStyle(root)) return undefined;
  let loading: ReturnType<typeof loadPrettier> | undefined;
  return async (file) => {
    loading ??= loadPrettier();
    const { resolveConfig } = await loading;
    try {
      return (await resolveConfig(path.join(root, file), { editorconfig: true })) ?? {};
    } catch {
      return defaultStyle;
    }
  };
}

/** Loads Prettier, which forgets the configurations of earlier runs of the same process. */
async function loadPrettier() {
  const prettier = await import('prettier');
  await prettier.clearConfigCache();
  return prettier;
}

/**
 * Looks for the options of Prettier, which takes longer to load. Prettier would use the nearest configuration, even one outside of the
 * repository or of another user, whose code it would run: then there is no style.
 */
function hasStyle(root: string): boolean {
  let isOurs = true;
  let isUsed = false;
  for (let folder = root; ; folder = path.dirname(folder)) {
    const settings = readPackage(folder);
    if (settings.hasStyle || configurations.some((name) => existsSync(path.join(folder, name)))) return isOurs;
    const above = path.dirname(folder);
    if (isOurs) isUsed ||= settings.hasPrettier || existsSync(path.join(folder, '.editorconfig'));
    if (above === folder) return isUsed;
    isOurs &&= !existsSync(path.join(folder, '.git')) && !isShared(above, statSync(folder).uid);
  }
}

/** Whether other users may have put a configuration into a folder: it can be code that Prettier runs. */
function isShared(folder: string, owner: number): boolean {
  const { uid, mode } = statSync(folder);
  // Windows has no such modes.
  return uid !== owner || (path.sep === '/' && (mode & 0o002) !== 0);
}

interface PackageStyle {
  /** `package.json` has options of Prettier. */
  readonly hasStyle: boolean;
  /** `package.json` has Prettier as a dependency. */
  readonly hasPrettier: boolean;
}

function readPackage(folder: string): PackageStyle {
  try {
    const content = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      readonly [key: string]: unknown;
    };
    const dependencies = [content['dependencies'], content['devDependencies']];
    return {
      hasStyle: Object.hasOwn(content, 'prettier'),
      hasPrettier: dependencies.some((each) => Object.hasOwn(Object(each) as object, 'prettier')),
    };
  } catch {
    return { hasStyle: false, hasPrettier: false };
  }
}
