import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createProject } from '../kit/build-server.js';
import { files } from './shop.js';
test('x', async () => {
  const p = await createProject(files);
  console.log(p.report.diagnostics, p.folder);
  for (const f of ['tools.ts', 'client.ts', 'types.ts', 'definition.ts', 'env.example']) console.log(readFileSync(path.join(p.folder, 'generated', f), 'utf8'));
  console.log(readdirSync(path.join(p.folder, 'generated')));
  expect(1).toBe(1);
});
