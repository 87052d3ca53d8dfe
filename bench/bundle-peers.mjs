import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const version = '2.4.0';

/**
 * Bundles the servers of `peers/` to `dist/bench/`. The server package of the SDK, v2, is installed on first use into a
 * folder below the system's temporary folder; the rest this package has.
 *
 * @returns The bundles, by what they are called.
 */
export async function bundlePeers() {
  const folder = path.join(tmpdir(), `mcp-server-sdk-${version}`);
  if (!existsSync(folder)) install(folder);
  const peers = ['sdk-v1', 'sdk-v2'];
  await build({
    entryPoints: peers.map((peer) => path.join(root, 'bench', 'peers', `${peer}.mjs`)),
    outdir: path.join(root, 'dist', 'bench'),
    outExtension: { '.js': '.mjs' },
    nodePaths: [path.join(folder, 'node_modules')],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Packages in CommonJS ask for Node's modules with a `require` of their own.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return new Map(peers.map((peer) => [peer, path.join(root, 'dist', 'bench', `${peer}.mjs`)]));
}

/** Installs beside and renames, so that a run that breaks off leaves nothing half done. */
function install(folder) {
  const draft = mkdtempSync(`${folder}-`);
  const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel=error', '--prefix', draft];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['install', ...options, `@modelcontextprotocol/server@${version}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install the server package of the SDK ${version}.`);
  renameSync(draft, folder);
}
