import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Packs the built package as `npm publish` does, without building it again. Returns the path of the tarball. */
export function packForRegistry(): string {
  const folder = makeFolder();
  run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], root);
  const [name = ''] = readdirSync(folder);
  const tarball = path.join(folder, name);
  run('tar', ['-xzf', tarball], folder);
  // What `prepack` does for a registry.
  mkdirSync(path.join(folder, 'package/dist'), { recursive: true });
  writeFileSync(path.join(folder, 'package/dist/published'), '');
  run('tar', ['-czf', tarball, 'package'], folder);
  return tarball;
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${status}\n${stderr}`);
}
