import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareRounds } from '../drive/compare-rounds.mjs';
import { readPeak } from '../drive/read-usage.mjs';
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
      const results = await compareRounds(new Map([['cold', cold]]), isShort ? 1 : 5);
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

/** Generates into a new folder. Returns the milliseconds, and the peak memory of the generator in MiB. */
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
  const child = spawn(process.execPath, [generator, 'generate', '--root', root], { stdio: 'ignore' });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, readPeak(child.pid) ?? 0);
  }, 20);
  const status = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(timer);
  if (status !== 0) throw new Error(`The generator failed (${status}).`);
  return { wall: performance.now() - started, peak };
}
