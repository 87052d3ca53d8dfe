import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A program that tests need and that no npm package brings. */
export interface Program {
  /** Names that it may have, the preferred one first. */
  readonly names: readonly string[];
  /** Package of Debian that contains one of them. */
  readonly debianPackage: string;
}

/** Returns the file of the first name that a folder of `PATH` contains, `undefined` when there is none. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file));
}

/**
 * Returns the file of the program, which is installed from Debian's packages where it is missing.
 *
 * @throws Error with the command that installs it, when it is missing and cannot be installed.
 */
export function findOrInstall({ names, debianPackage }: Program): string {
  const found = findProgram(names);
  if (found !== undefined) return found;
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${debianPackage}`;
  // Several test files may need it at the same time.
  const args = ['flock', '/tmp/install-program.lock', 'sh', '-c', install];
  const [program = '', ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), ...args];
  const { stderr } = spawnSync(program, rest, { encoding: 'utf8' });
  const installed = findProgram(names);
  if (installed === undefined) throw new Error(`${names[0]} is missing. Install it: ${install}\n${stderr}`);
  return installed;
}
