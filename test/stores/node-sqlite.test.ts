import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installPackages, nodeFile, nodePackage } from '../kit/install-packages.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const version = '22.23.3';
const files = ['test/stores/sqlite-store.test.ts', 'test/sql/sqlite-runtime.test.ts'];

// On Node 20 these tests use the package `better-sqlite3`.
test('SQLite of Node keeps the promises of the store and of SQL tools', { timeout: 300_000 }, async () => {
  const installed = await installPackages(`node-${version}`, [`${nodePackage}@${version}`]);
  const node = path.join(installed, 'node_modules', nodePackage, nodeFile);
  const args = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files];
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  const [code] = (await once(child, 'close')) as [number];
  expect(output).toContain('Test Files');
  expect(code, output).toBe(0);
});
