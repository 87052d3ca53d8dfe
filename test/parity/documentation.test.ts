import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';

const root = path.resolve(import.meta.dirname, '../..');

/** The blocks of the documentation that begin with the name of a file. */
function readFiles(): { readonly [file: string]: string } {
  const text = readFileSync(path.join(root, 'docs/testing.md'), 'utf8');
  const blocks = [...text.matchAll(/^```\w+\n(?:#|\/\/) (\S+)\n([\s\S]*?)^```/gmu)];
  return Object.fromEntries(blocks.map(([, file = '', block = '']) => [file, block]));
}

/** Runs a program in the project, and gives what it printed. */
function run(project: Project, program: string, ...args: readonly string[]): string {
  const outside = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/u.test(name));
  const options = { cwd: project.folder, env: Object.fromEntries(outside), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

const project = await createProject(readFiles());

test('the examples are these files', () => {
  expect(Object.keys(readFiles())).toEqual([
    'definitions/shop.mcp.yaml',
    'handlers/shop.ts',
    'handlers/tools/order-book.ts',
    'handlers/tools/price-book.ts',
    'test/order.test.ts',
    'test/examples.test.ts',
    'test/order-once.test.ts',
    'scripts/price.ts',
  ]);
});

test('the examples pass in the test runner of Node', async () => {
  // As JavaScript, because not every version runs TypeScript.
  await build({
    absWorkingDir: project.folder,
    entryPoints: ['order', 'examples', 'order-once'].map((name) => `test/${name}.test.ts`),
    outdir: path.join(project.folder, 'test'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  expect(run(project, '--test', 'test/')).toMatch(/pass 3\b/u);
});
