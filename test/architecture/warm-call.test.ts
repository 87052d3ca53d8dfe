import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const program = path.join(import.meta.dirname, 'list-warm-files.mjs');

test.each([
  ['legacy', 16],
  ['modern', 18],
] as const)('a warm call on stdio in the %s era runs functions of at most %i files', (era, most) => {
  const files = JSON.parse(execFileSync(process.execPath, [program, era], { encoding: 'utf8' })) as readonly string[];
  expect(files).toContain('core/calls/call-tool.js');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(most);
});
