import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';

const root = path.resolve(import.meta.dirname, '../..');

let folder: string;

/** A copy of the example servers that uses the generator of this package; `npm run check:drift` checks the servers themselves. */
beforeEach(() => {
  folder = makeFolder();
  for (const copied of [
    'definitions',
    'docs/samples',
    'generated',
    'package.json',
    'runtime',
    'templates',
    'tsconfig.json',
  ]) {
    cpSync(path.join(root, copied), path.join(folder, copied), { recursive: true });
  }
  for (const used of ['dist', 'node_modules']) symlinkSync(path.join(root, used), path.join(folder, used), 'junction');
});

function check(...servers: readonly string[]): { status: number | null; output: string } {
  const script = path.join(folder, 'definitions', 'servers.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'check', ...servers], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('a definition that has changed since', () => {
  const definition = path.join(folder, 'definitions/greeter/greeter.mcp.yaml');
  writeFileSync(definition, readFileSync(definition, 'utf8').replace('Greets somebody.', 'Greets everybody.'));
  const { status, output } = check('greeter');
  expect(status).toBe(1);
  expect(output).toContain('generated/greeter/descriptors.ts');
  expect(output).not.toContain('generated/greeter/validators');
});

test('a file of a definition that has changed since', () => {
  appendFileSync(path.join(folder, 'definitions/bookshop/opening-hours.md'), '\nClosed in August.\n');
  const { status, output } = check('bookshop');
  expect(status).toBe(1);
  expect(output).toContain('generated/bookshop/contents.ts');
});

test('a generated file that was edited by hand, or is gone', () => {
  appendFileSync(path.join(folder, 'generated/knowledge-graph/types.ts'), '// mine\n');
  rmSync(path.join(folder, 'generated/greeter/project.ts'));
  const edited = check('knowledge-graph');
  expect(edited.status).toBe(1);
  expect(edited.output).toContain('generated/knowledge-graph/types.ts');
  const gone = check('greeter');
  expect(gone.status).toBe(1);
  expect(gone.output).toContain('generated/greeter/project.ts');
});
