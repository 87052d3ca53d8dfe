import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drawTrace, readDrawing } from '../../docs/draw-trace.mjs';

test('docs/observability.md has the trace that a server records', async () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/observability.md'), 'utf8');
  expect(readDrawing(page.replaceAll('\r\n', '\n'))).toBe(await drawTrace());
});
