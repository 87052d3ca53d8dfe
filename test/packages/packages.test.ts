import { execFile, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { printProjectDockerfile } from '../../generator/tools/scaffold/print-dockerfile.js';

const root = path.resolve(import.meta.dirname, '../..');
/** Later runs find the packages that this one has installed. */
const folder = path.join(process.env['TOOLS_FOLDER'] ?? tmpdir(), 'create-mcp-from-schema-packages');

test('packages from npm work in the handlers of build and dev', { timeout: 300_000 }, async () => {
  const outside = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_)/u.test(name));
  const args = [path.join(root, 'test/packages/run.mjs'), '--folder', folder, 'ws', 'pino'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: Object.fromEntries(outside) });
  expect(stdout).toContain('| pino | yes | yes | pino |');
  expect(stdout).toContain('2 of 2 packages work in both.');
});

test('the Dockerfile installs what dist/package.json lists, and nothing without it', { timeout: 300_000 }, () => {
  const command = /^RUN (if \[ -f dist\/package\.json .*)$/mu.exec(printProjectDockerfile(false))?.[1] ?? 'exit 1';
  for (const [project, packages] of [
    ['pino', ['pino']],
    ['ws', []],
  ] as const) {
    const cwd = path.join(folder, 'projects', project);
    execFileSync('sh', ['-c', command], { cwd, env: { ...process.env, npm_config_prefer_offline: 'true' } });
    const names = readdirSync(path.join(cwd, 'dist'));
    expect(names.includes('node_modules')).toBe(packages.length > 0);
    for (const name of packages) expect(readdirSync(path.join(cwd, 'dist/node_modules'))).toContain(name);
  }
});
