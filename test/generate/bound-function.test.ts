import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locateTypeErrors } from '../../generator/pipeline/write/locate-type-errors.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { putFiles } from '../kit/make-folder.js';
import { strictestOptions } from '../kit/type-check.js';

test('`build` reports a bound function of the wrong type at the definition, and writes nothing', async () => {
  const { folder } = await createProject({
    'definitions/math.mcp.yaml': `server: { name: math, version: 1.0.0 }
tools:
  square-root:
    description: Computes a square root.
    handler: ./math.ts#root
    args: [{ type: string, description: Of what. }]
`,
    'definitions/math.ts': 'export const root = (n: number): number => Math.sqrt(n);\n',
  });
  putFiles(folder, {
    'tsconfig.json': JSON.stringify({ compilerOptions: strictestOptions, include: ['generated'] }),
    'package.json': '{"type":"module"}',
  });
  const { exitCode, error } = await runInMemory(['build'], { cwd: folder });
  expect(error).toMatch(
    /^definitions\/math\.mcp\.yaml\(3,1\): error TS2345: [^\n]* \(the function that `handler` names\)\n/u,
  );
  expect(exitCode).toBe(1);
  expect(existsSync(path.join(folder, 'dist'))).toBe(false);
  expect(await locateTypeErrors(folder, 'generated', 'a.ts(1,1): error TS1: x\n')).toBe('a.ts(1,1): error TS1: x\n');
});
