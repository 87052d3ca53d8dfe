// Works on all example servers: node definitions/servers.mjs generate|check|build [server …]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Coverage finds the source of bundled code through source maps, and the branches only of code that is not minified. */
const isMeasured = process.env.COVERAGE_FOLDER !== undefined;

const [command, ...named] = process.argv.slice(2);
const servers = readdirSync(path.join(root, 'definitions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (named.length === 0 || named.includes(entry.name)))
  .map(({ name }) => name);

for (const server of servers) {
  if (command === 'build') await buildServer(server);
  else if (command === 'generate' || command === 'check') generate(server, command === 'check');
  else throw new Error('Say generate, check or build.');
}

/** Generates a server into `generated/`, or checks that it is what the definition says. */
function generate(server, isCheck) {
  const definitions = `definitions/${server}`;
  const folders = [
    '--definitions',
    definitions,
    '--handlers',
    `${definitions}/handlers`,
    '--out',
    `generated/${server}`,
  ];
  const cli = path.join(root, 'dist', 'generator', 'cli.js');
  if (!existsSync(cli)) throw new Error('Run `npm run build` first.');
  const options = ['generate', '--root', root, ...folders, '--strict', ...(isCheck ? ['--check'] : [])];
  const { status } = spawnSync(process.execPath, [cli, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Bundles a server to `dist/<server>/server.mjs`. */
async function buildServer(server) {
  const outdir = path.join(root, 'dist', server);
  // The names of chunks change with their content.
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [path.join(root, 'generated', server, 'server.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: !isMeasured,
    sourcemap: isMeasured,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    absWorkingDir: root,
  });
}
