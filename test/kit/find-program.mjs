import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file));
}

export function findOrInstall({ names, debianPackage }) {
  const found = findProgram(names);
  if (found !== undefined) return found;
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${debianPackage}`;
  // Several test files may need it at the same time.
  const args = ['flock', '/tmp/install-program.lock', 'sh', '-c', install];
  const [program, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), ...args];
  const { stderr } = spawnSync(program, rest, { encoding: 'utf8' });
  const installed = findProgram(names);
  if (installed === undefined) throw new Error(`${names[0]} is missing. Install it: ${install}\n${stderr}`);
  return installed;
}
