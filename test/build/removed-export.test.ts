import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';

const definition = `server: { name: baker, version: 1.0.0 }
tools: { bake: { description: Bakes., inputSchema: { type: object } } }
`;

const configuration = {
  compilerOptions: {
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  include: ['generated'],
};

test('a removed export, or a removed file, was reported by the type checker and by the bundler', async () => {
  const { folder } = await createProject({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify(configuration),
    'definitions/baker.mcp.yaml': definition,
  });
  putFiles(folder, { 'handlers/tools/bake.ts': 'export const bakes = () => ({ content: [] });\n' });
  const renamed = await runInMemory(['build'], { cwd: folder });
  expect(renamed.exitCode).toBe(1);
  expect(renamed.error).toMatch(/error TS2724: .*has no exported member named 'bake'/u);
  expect(renamed.error).toContain('\n  help: Export `bake` from `handlers/tools/bake.ts`.');
  expect(renamed.error).not.toContain('No matching export');

  rmSync(path.join(folder, 'handlers/tools/bake.ts'));
  const removed = await runInMemory(['build'], { cwd: folder });
  expect(removed.exitCode).toBe(1);
  expect(removed.error).toContain('error build-failed: Could not resolve "../handlers/tools/bake.ts".');
  expect(removed.error).toContain('generate`: it writes stubs for handlers that are missing.');
  expect(removed.error).not.toContain('TS2307');
});
