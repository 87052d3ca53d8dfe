import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { findOrInstall } from '../kit/find-program.js';

/** Runs the load test; what it prints. Times and memory of so short a run say nothing, and neither does its exit code. */
async function run(...args: readonly string[]): Promise<string> {
  const script = path.join(import.meta.dirname, 'run.mjs');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(stderr).toBe('');
  return stdout;
}

describe.runIf(process.platform === 'linux')('the load test', { timeout: 300_000 }, () => {
  beforeAll(() => void findOrInstall({ names: ['redis-server', 'valkey-server'], debianPackage: 'redis-server' }));

  test('loses nothing between three nodes, and plain calls cost no command of Redis', async () => {
    const printed = await run('--minutes', '0.05', '--sessions', '20', '--rate', '100');
    expect(printed).toMatch(/^legacy call with progress +12 +12 +0 /mu);
    expect(printed).toMatch(/^notification \(20 topics\) +[1-9]/mu);
    for (const goal of [
      'calls without a right answer: 0 ',
      'notifications that did not come: 0 ',
      'streams that ended early: 0 ',
      'lines of nodes on standard error: 0 ',
    ]) {
      expect(printed).toContain(`met     ${goal}`);
    }
    // Nodes that say that they live make a few hundredths of it.
    expect(printed).toMatch(/^met +commands of Redis for a legacy call: 0/mu);
    expect(printed).toMatch(/^met +commands of Redis for a modern call: 0/mu);
    expect(printed).not.toContain('FAILED');
  });

  test.each([
    [['--minutes', '0'], '--minutes must be a number above 0, not 0.'],
    [['--rate', 'many'], '--rate must be a whole number above 0, not many.'],
    [['--sessions', '1.5'], '--sessions must be a whole number above 0, not 1.5.'],
  ])('refuses %j', async (args, message) => {
    const script = path.join(import.meta.dirname, 'run.mjs');
    await expect(promisify(execFile)(process.execPath, [script, ...args])).rejects.toThrow(message);
  });
});
