import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';

const root = path.resolve(import.meta.dirname, '../..');

/** A copy of the example servers that uses the generator of this package; `npm run check:drift` checks the servers themselves. */
const folder = makeCopy();

function makeCopy(): string {
  const copy = makeFolder();
  for (const copied of [
    'definitions',
    'docs/samples',
    'generated',
    'package.json',
    'runtime',
    'templates',
    'tsconfig.json',
  ]) {
    cpSync(path.join(root, copied), path.join(copy, copied), { recursive: true });
  }
  for (const used of ['dist', 'node_modules']) symlinkSync(path.join(root, used), path.join(copy, used), 'junction');
  return copy;
}

function check(...servers: readonly string[]): { status: number | null; output: string } {
  const script = path.join(folder, 'definitions', 'servers.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'check', ...servers], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('what has changed since in a definition, in a file that it names, or in generated files by hand', () => {
  const definition = path.join(folder, 'definitions/greeter/greeter.mcp.yaml');
  writeFileSync(definition, readFileSync(definition, 'utf8').replace('Greets a person.', 'Greets all people.'));
  appendFileSync(path.join(folder, 'definitions/bookshop/opening-hours.md'), '\nClosed in August.\n');
  appendFileSync(path.join(folder, 'generated/knowledge-graph/types.ts'), '// mine\n');
  rmSync(path.join(folder, 'generated/birds/test-project.ts'));
  for (const [server, changed] of [
    ['greeter', 'generated/greeter/descriptors.ts'],
    ['bookshop', 'generated/bookshop/tools.ts'],
    ['knowledge-graph', 'generated/knowledge-graph/types.ts'],
    ['birds', 'generated/birds/test-project.ts'],
  ] as const) {
    const { status, output } = check(server);
    expect(status, server).toBe(1);
    expect(output).toContain(changed);
    expect(output).not.toContain(`generated/${server}/validators`);
  }
});
