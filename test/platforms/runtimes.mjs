import path from 'node:path';
import { installPackages, nodeFile, nodePackage } from '../kit/install-packages.mjs';
import { linkPackages } from '../kit/link-packages.mjs';
import { cli } from './project.mjs';
import { runProgram } from './run-program.mjs';

const { platform, arch } = process;
const suffix = platform === 'win32' ? '.exe' : '';

const bunSystem = `${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : arch}`;
const denoSystem = `${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;

const sources = [
  ...['20.20.2', '22.23.3', '24.21.0', '26.10.0'].map((version) => ({
    kind: 'Node',
    version,
    from: nodePackage,
    file: nodeFile,
    run: [],
  })),
  { kind: 'Bun', version: '1.4.5', from: `@oven/bun-${bunSystem}`, file: `bin/bun${suffix}`, run: [], serve: ['run'] },
  {
    kind: 'Deno',
    version: '2.9.6',
    from: `@deno/${denoSystem}`,
    file: `deno${suffix}`,
    run: ['run', '--allow-all', '--quiet'],
    serve: ['serve', '--allow-all', '--host', '127.0.0.1', '--port', '0'],
  },
];

/**
 * Installs the runtimes whose names begin with one of the given, or all.
 *
 * @param {readonly string[]} wanted
 * @returns {Promise<readonly import('./checks.mjs').Platform[]>}
 */
export async function openRuntimes(wanted) {
  const chosen = sources
    .map((source) => ({ ...source, name: `${source.kind} ${source.version}` }))
    .filter(({ name }) => wanted.length === 0 || wanted.some((one) => name.startsWith(one)));
  return Promise.all(
    chosen.map(async ({ name, from, version, file, run, serve }) => {
      const folder = await installPackages(`${name.replace(' ', '-').toLowerCase()}`, [`${from}@${version}`]);
      const program = path.join(folder, 'node_modules', from, file);
      const env = { PATH: `${path.dirname(program)}${path.delimiter}${process.env['PATH']}` };
      return {
        name,
        program,
        run,
        ...(serve && { serve }),
        project: 'project',
        // The packages of this repository.
        install: linkPackages,
        runCommand: (command, cwd, stdin) => runProgram(program, [...run, cli, ...command], { cwd, env, input: stdin }),
      };
    }),
  );
}

/** Installs the program that runs workerd. */
export async function openMiniflare() {
  const version = '4.20260730.0';
  const folder = await installPackages(`miniflare-${version}`, [`miniflare@${version}`]);
  return { name: `workerd (miniflare ${version})`, root: path.join(folder, 'node_modules', 'miniflare') };
}
