import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { defaultStyle, type Style } from '../../core/code/format-text.js';

/** Names of Prettier configuration files. */
const modules = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'];
const configurations = ['', '.json', '.yaml', '.yml', '.json5', '.toml', ...modules]
  .map((suffix) => `.prettierrc${suffix}`)
  .concat(modules.map((suffix) => `prettier.config${suffix}`));

/**
 * Reads the Prettier options for a file, given its path relative to the project. Returns the options of a new project
 * if the project's options cannot be read.
 */
export type ReadStyle = (file: string) => Promise<Style>;

/**
 * Returns a reader of Prettier options if the project is formatted with Prettier: the project, or a parent folder in
 * the same repository, has a Prettier configuration, an `.editorconfig` (which Prettier also reads), or the package
 * `prettier`. Otherwise returns `undefined`.
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

/** Loads Prettier and clears configurations that were cached by earlier runs of this process. */
async function loadPrettier() {
  const prettier = await import('prettier');
  await prettier.clearConfigCache();
  return prettier;
}

/**
 * Searches for Prettier options without loading Prettier, because loading takes longer than searching. Prettier uses
 * the nearest configuration,
 * even if it is outside the repository or belongs to another user, whose code it would run. Returns `false` in these
 * cases.
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

/** Whether other users may have written a configuration to a folder. Prettier would run code in it. */
function isShared(folder: string, owner: number): boolean {
  const { uid, mode } = statSync(folder);
  // Windows has no such permission bits.
  return uid !== owner || (path.sep === '/' && (mode & 0o002) !== 0);
}

interface PackageStyle {
  /** Whether `package.json` contains Prettier options. */
  readonly hasStyle: boolean;
  /** Whether `package.json` depends on Prettier. */
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
