import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { platform } from 'node:process';
import { promisify } from 'node:util';
import { findPackageRoot } from '../../core/package/find-package-root.js';
import { readPackageVersion } from '../../core/package/package-version.js';
import { createFolder } from '../../pipeline/write/file-system.js';

/** Thrown if the generator cannot be packed. The message explains the problem and the fix. */
export class PackError extends Error {
  override readonly name = 'PackError';
}

/** Returns the name of the tarball that {@link packGenerator} writes. */
export function tarballName(): string {
  return `create-mcp-from-schema-${readPackageVersion()}.tgz`;
}

/**
 * Packs this package, whether installed or in a checkout, so that a project can depend on it without a registry.
 *
 * @param folder Absolute path of the folder for the tarball; created if it does not exist.
 * @throws {PackError} if the checkout is not built, or npm fails
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

/**
 * Runs npm and returns its stdout.
 *
 * @throws {Error} if npm is missing or fails; the message contains its output
 */
export async function runNpm(npmArguments: readonly string[], cwd: string): Promise<string> {
  // On Windows, npm is a batch file, which only a shell can start; the shell needs quoted arguments.
  const shell = platform === 'win32';
  const quotedArguments = npmArguments.map((argument) => (shell ? `"${argument}"` : argument));
  return (await promisify(execFile)('npm', quotedArguments, { cwd, shell })).stdout;
}
