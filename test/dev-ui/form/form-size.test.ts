import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

test('the form is less than 15 kB, compressed and without Preact', async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'generator/tools/dev-ui/browser/form/schema-form.tsx')],
    tsconfig: path.join(root, 'tsconfig.dev-ui.json'),
    external: ['preact', 'preact/*'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  expect(bytes).toBeLessThan(15_000);
  // The whole form is measured, not an empty file.
  expect(bytes).toBeGreaterThan(8_000);
});
