import { mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkSqlite } from './link-sqlite.mjs';

/**
 * Puts the temporary folders and the state folder of all tests, and of the processes that they start, into one folder that
 * is removed after them. Tools that later runs use too stay outside; the one of stores is made ready. Runs once, not once for each project of `vitest.config.ts`: the
 * sockets of Chromium need short paths.
 */
export async function setup(): Promise<() => void> {
  if (process.env['TESTS_FOLDER'] !== undefined) return () => {};
  process.env['TOOLS_FOLDER'] ??= tmpdir();
  await linkSqlite();
  const folder = realpathSync(mkdtempSync(path.join(findParent(), 'tests-')));
  for (const variable of ['TESTS_FOLDER', 'TMPDIR', 'TEMP', 'TMP']) process.env[variable] = folder;
  process.env['XDG_STATE_HOME'] = path.join(folder, 'state');
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A disk in memory, where waiting for the disk takes no time, if there is one with 8 GiB left; else the usual folder. */
function findParent(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize >= 2 ** 33) return '/dev/shm';
  } catch {
    // Not Linux.
  }
  return tmpdir();
}
