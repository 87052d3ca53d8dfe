import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';

const version = '12.9.0';

/**
 * Links the package `better-sqlite3` into `node_modules`, for a Node that has no SQLite. It is installed on first use, with its script, which
 * downloads the binary or compiles it: without optimizations, which would take longer than all tests that use it.
 *
 * @returns {Promise<void>}
 */
export async function linkSqlite() {
  const link = path.resolve(import.meta.dirname, '../../node_modules/better-sqlite3');
  if (isBuiltin('node:sqlite') || existsSync(link)) return;
  const { installPackages } = await import('./install-packages.mjs');
  const name = `better-sqlite3-${version}-abi-${process.versions.modules}`;
  process.env['CFLAGS'] ??= '-O0';
  process.env['CXXFLAGS'] ??= '-O0';
  const folder = await installPackages(name, [`better-sqlite3@${version}`], ['--ignore-scripts=false']);
  await rm(link, { force: true });
  await symlink(path.join(folder, 'node_modules', 'better-sqlite3'), link, 'junction');
}

if (process.argv[1] === import.meta.filename) await linkSqlite();
