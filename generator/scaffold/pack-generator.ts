import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { findPackageRoot } from '../package/find-package-root.js';
import { readPackageVersion } from '../package/load-package.js';
import { createFolder } from '../write/file-system.js';
import { runNpm } from './run-npm.js';

/** The generator cannot be packed. The message says why, and what to do. */
export class PackError extends Error {
  override readonly name = 'PackError';
}

/** Name of the tarball that {@link packGenerator} writes. */
export function tarballName(): string {
  return `create-mcp-from-schema-${readPackageVersion()}.tgz`;
}

/**
 * Packs this package, from a checkout or from where it is installed, so that a project can depend on it without a
 * registry.
 *
 * @param folder absolute path of the folder that receives the tarball; created when it does not exist
 * @throws {PackError} when the checkout is not built, or npm fails
 */
export async function packGenerator(folder: string): Promise<void> {
  const root = findPackageRoot();
  try {
    await access(join(root, 'dist', 'generator', 'cli.js'));
  } catch {
    throw new PackError('The generator is not built: run `npm run build` in its checkout first.');
  }
  await createFolder(folder);
  try {
    await runNpm(
      ['pack', '--ignore-scripts', '--no-update-notifier', '--loglevel=error', '--pack-destination', folder],
      root,
    );
  } catch (error) {
    throw new PackError(`npm could not pack the generator: ${error instanceof Error ? error.message.trim() : error}`);
  }
}
