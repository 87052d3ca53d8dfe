import { printJson } from '../../../features/package/public-facts.js';
import type { PackagedProject } from '../target.js';

/**
 * Creates the `package.json` of a platform package, which lists the packages outside the bundle.
 *
 * @param target Target name.
 * @param more Additional members.
 */
export function platformManifest(
  target: string,
  { build }: Pick<PackagedProject, 'build'>,
  more: { readonly [member: string]: unknown } = {},
): string {
  const outside = build.fetch.get(target)?.outside ?? [];
  const dependencies = Object.fromEntries(outside.map(({ name, version = '' }) => [name, version]));
  return printJson({ private: true, type: 'module', ...more, ...(outside.length > 0 && { dependencies }) });
}

/** Whether a package needs other packages in `node_modules`. */
export function needsPackages(target: string, { build }: Pick<PackagedProject, 'build'>): boolean {
  return (build.fetch.get(target)?.outside.length ?? 0) > 0;
}
