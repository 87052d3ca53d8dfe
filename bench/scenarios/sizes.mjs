import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { requests } from '../drive/make-request.mjs';
import { listLoadedFiles } from '../list-loaded-files.mjs';
import { buildOurs } from '../servers/build-ours.mjs';
import { buildNewProject, installNewProject } from '../servers/new-project.mjs';
import { bundlePeer } from '../servers/bundle-peer.mjs';
import { peerFolder } from '../servers/install-peers.mjs';
import { listTools } from '../talk.mjs';

/** Size in bytes of the code that is loaded, and that is installed. */
export const sizeScenarios = [
  { name: 'loaded-bytes', title: 'bytes of code that are loaded, stdio, 2 tools', run: compareLoaded },
  { name: 'footprint', title: 'what is installed to run a server', run: compareFootprints },
  { name: 'new-project', title: 'what a new project builds', run: measureBuilt },
  { name: 'new-project-install', title: 'what a new project installs', needsRegistry: true, run: measureInstalled },
];

async function compareLoaded({ peers }) {
  const rows = await listLoaded('ours, 2 tools', buildOurs(2), []);
  for (const peer of peers) {
    const bundle = await bundlePeer(peer);
    if (bundle !== undefined) rows.push(...(await listLoaded(`${peer}, bundled`, bundle, ['2'])));
  }
  return rows;
}

async function listLoaded(name, server, options) {
  const call = ['tools/call', requests.add.params];
  const list = sumBytes(await listLoadedFiles(server, listTools, options));
  const all = sumBytes(await listLoadedFiles(server, [...listTools, call], options));
  return [
    { subject: `${name}, to the list`, figures: { bytes: list } },
    { subject: `${name}, with a call`, figures: { bytes: all } },
  ];
}

function sumBytes(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Only separately installed peers have a footprint. */
async function compareFootprints({ isShort, peers }) {
  const installed = isShort ? [] : peers;
  return [
    { subject: 'ours, 2 tools', figures: { packages: 0, ...measureFolder(path.dirname(buildOurs(2))) } },
    ...installed.map((peer) => ({
      subject: peer,
      figures: measureModules(path.join(peerFolder(peer), 'node_modules')),
    })),
  ];
}

/** Counts modules, as `build` does, and not their source maps. */
async function measureBuilt() {
  const folder = path.dirname(buildNewProject());
  return [{ subject: 'hello-world dist', figures: measureFolder(folder, (name) => name.endsWith('.mjs')) }];
}

async function measureInstalled() {
  return [{ subject: 'scaffold install', figures: measureModules(installNewProject()) }];
}

/** Measures a folder `node_modules` that npm wrote. */
function measureModules(modules) {
  const lock = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8'));
  return { packages: Object.keys(lock.packages).length, ...measureFolder(modules) };
}

function measureFolder(folder, isCounted = () => true) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isCounted(entry.name));
  const bytes = files.map((file) => statSync(path.join(file.parentPath, file.name)).size);
  return { files: files.length, bytes: bytes.reduce((sum, size) => sum + size, 0) };
}
