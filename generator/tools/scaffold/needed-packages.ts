import type { NeededPackage } from '../../core/model/model.js';

/**
 * Lists the packages that a server needs at runtime.
 *
 * @param node Version of Node, such as `20.19.0`. Default: a version that needs no additional packages.
 */
export function neededPackages(packages: readonly NeededPackage[], node?: string): readonly NeededPackage[] {
  return packages.filter(({ isDev, before }) => {
    return isDev !== true && (before === undefined || (node !== undefined && isBefore(node, before)));
  });
}

function isBefore(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}
