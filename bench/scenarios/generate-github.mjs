import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { compareRounds } from '../drive/compare-rounds.mjs';
import { readPeak } from '../drive/read-usage.mjs';
import { runWhole } from '../drive/start-once.mjs';
import { generator } from '../servers/build-project.mjs';
import { cacheFolder } from '../servers/cache-folder.mjs';

/**
 * Generating a server from GitHub's OpenAPI document: 12 MB and more than a thousand tools. The document is an npm
 * package.
 */
export const githubScenarios = [
  {
    name: 'generate-github',
    title: "generate, GitHub's OpenAPI document",
    isOnlyNamed: true,
    run: async ({ isShort }) => {
      const document = installDocument();
      const projects = path.join(cacheFolder, 'generate-github');
      rmSync(projects, { recursive: true, force: true });
      let count = 0;
      const cold = () => {
        count += 1;
        return generateOnce(path.join(projects, String(count)), document);
      };
      const nothing = () => ({ spent: runWhole([process.execPath, '-e', '0'], false).whole });
      const ways = new Map([
        ['node -e 0', nothing],
        ['cold', cold],
      ]);
      const results = await compareRounds(ways, isShort ? 1 : 5);
      rmSync(projects, { recursive: true, force: true });
      return results;
    },
  },
];

/** Installs the document into the cache of the benchmark, unless it is there, and returns its path. */
function installDocument() {
  const folder = path.join(cacheFolder, 'github');
  const document = path.join(folder, 'node_modules', '@octokit', 'openapi', 'generated', 'api.github.com.json');
  if (existsSync(document)) return document;
  mkdirSync(folder, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', folder];
  const { status } = spawnSync('npm', ['install', ...options, '@octokit/openapi'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm could not install @octokit/openapi.');
  return document;
}

/**
 * Generates into a new folder. Returns the milliseconds, those of CPU (its compilers included), the peak memory of the
 * generator in MiB, and the bytes of the generated files.
 */
async function generateOnce(root, document) {
  const definitions = path.join(root, 'definitions');
  mkdirSync(definitions, { recursive: true });
  copyFileSync(document, path.join(definitions, 'github.json'));
  const definition = {
    server: { name: 'github', version: '1.0.0' },
    openapi: { github: { document: './github.json' } },
  };
  writeFileSync(path.join(definitions, 'github.mcp.json'), JSON.stringify(definition));
  const started = performance.now();
  const script = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null';
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, generator, 'generate', '--root', root], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let times = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (times += text));
  let peak = 0;
  const timer = setInterval(() => {
    for (const pid of listChildren(child.pid)) peak = Math.max(peak, readPeak(pid) ?? 0);
  }, 20);
  const status = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(timer);
  if (status !== 0) throw new Error(`The generator failed (${status}).`);
  const wall = performance.now() - started;
  const [user = 0, system = 0] = times.trim().split(' ').map(Number);
  return { wall, spent: (user + system) * 1000, peak, bytes: measureFiles(path.join(root, 'generated')) };
}

/** Returns the processes that a process started. */
function listChildren(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

function measureFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map((entry) => (entry.isFile() ? statSync(path.join(entry.parentPath, entry.name)).size : 0));
  return sizes.reduce((total, size) => total + size, 0);
}
