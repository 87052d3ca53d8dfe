// Measures which branches of the runtime the tests reach from outside: npm run coverage [-- file …]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'coverage-'));
const measured = { ...process.env, COVERAGE_FOLDER: folder };

/** Runs a script with Node; returns whether it was successful. */
function run(script, args = [], env = process.env) {
  return (
    spawnSync(process.execPath, [path.join(root, script), ...args], { cwd: root, env, stdio: 'inherit' }).status === 0
  );
}

function bundle(env) {
  return run('build/runtime.mjs', [], env) && run('definitions/servers.mjs', ['build'], env);
}

const config = ['run', '--config', 'test/coverage/vitest-config.ts', ...process.argv.slice(2)];
const isReached = bundle(measured) && run('node_modules/vitest/vitest.mjs', config, measured);
rmSync(folder, { recursive: true, force: true });
// Leaves bundles as they are published.
const isRestored = bundle();
process.exit(isReached && isRestored ? 0 : 1);
