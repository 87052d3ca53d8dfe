import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')('every activity of the long load test succeeds', async () => {
  const script = path.join(import.meta.dirname, 'run.mjs');
  const args = [script, '--minutes', '0.1', '--clients', '4'];
  // In so short a time memory still grows: the exit code says nothing.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^ +[1-9]\d* {2}call$/mu);
  expect(stdout).toMatch(/^ +[1-9]\d* {2}cancel a task$/mu);
  expect(stdout).not.toContain('FAILED');
});
