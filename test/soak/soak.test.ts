import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('every activity of the long load test succeeds', () => {
  const script = path.join(import.meta.dirname, 'run.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, '--minutes', '0.1', '--clients', '4'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^ +[1-9]\d* {2}call$/mu);
  expect(stdout).toMatch(/^ +[1-9]\d* {2}cancel a task$/mu);
  expect(stdout).not.toContain('FAILED');
});
