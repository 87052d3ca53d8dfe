import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type PackageManager = 'bun' | 'npm' | 'pnpm' | 'yarn';

/** Files next to `package.json` that indicate a package manager. */
const signs: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['.yarnrc.yml', 'yarn'],
];

/**
 * Finds the package manager of a project: `packageManager` in `package.json`, or else the package manager indicated by
 * a lockfile or settings file. Searches the project, then its parent folders. Default: npm.
 * @param root Absolute path of the project.
 */
export function findPackageManager(root: string): PackageManager {
  const above = path.dirname(root);
  const sign = signs.find(([file]) => existsSync(path.join(root, file)));
  return readNamed(root) ?? sign?.[1] ?? (above === root ? 'npm' : findPackageManager(above));
}

function readNamed(folder: string): PackageManager | undefined {
  try {
    const { packageManager } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      readonly packageManager?: unknown;
    };
    const [name] = String(packageManager).split('@', 1);
    return name === 'bun' || name === 'npm' || name === 'pnpm' || name === 'yarn' ? name : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the command that adds packages to a project.
 * @param packages Names, optionally with `@` and a version range.
 * @param kind `dev`: as development dependencies.
 */
export function printInstall(manager: PackageManager, packages: readonly string[], kind?: 'dev'): string {
  const flags = kind === undefined ? [] : [manager === 'yarn' || manager === 'bun' ? '--dev' : '--save-dev'];
  return [manager, manager === 'npm' ? 'install' : 'add', ...flags, ...packages].join(' ');
}
