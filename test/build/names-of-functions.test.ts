import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';

const project = await createProject({
  'package.json': '{ "name": "namer", "type": "module" }',
  'definitions/namer.mcp.yaml': `server: { name: namer, version: 1.0.0 }
tools:
  count:
    description: Counts the functions and classes that were named since the process began.
    inputSchema: { type: object, properties: { add: { type: integer, description: Is added. } }, required: [add] }
    outputSchema: { type: object, properties: { names: { type: integer } }, required: [names] }
`,
  'handlers/tools/count.ts': `import { diffWords } from 'diff';
import type { Count } from '../../generated/handlers.ts';

// The package itself makes named functions when it is called.
const words = diffWords('a', 'a').length;

export const count: Count = async ({ add }, { progress }) => {
  progress(1);
  await null;
  const { names } = globalThis as unknown as { names: number };
  return { names: names + add + words };
};
`,
});
await project.bundle();

// Bundled packages get the names of their functions by `Object.defineProperty`.
const program = path.join(project.folder, 'count-names.mjs');
writeFileSync(
  program,
  `globalThis.names = 0;
const { defineProperty } = Object;
Object.defineProperty = (target, key, ...rest) => {
  if (key === 'name') globalThis.names += 1;
  return defineProperty(target, key, ...rest);
};
await import('./dist/server.mjs');
`,
);

test.each(ways)('a server with packages names no function for a call, $carrier $revision', async (way) => {
  const server = await askServer(program, way);
  const counts: unknown[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const { result } = await server.call('count', { add: 1 });
    await server.call('count', { add: 'wrong' });
    counts.push(result?.structuredContent?.names);
  }
  expect(await server.close()).not.toContain('ERROR');
  // Functions of the package, when it is loaded.
  expect(counts[0]).toBeGreaterThan(10);
  // The first calls load code.
  expect(new Set(counts.slice(2)).size).toBe(1);
});
