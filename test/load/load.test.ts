import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';

interface Goal {
  readonly name: string;
  readonly value: number;
  readonly isMet: boolean;
}

interface Result {
  readonly figures: {
    readonly calls: { readonly sent: number; readonly answered: number; readonly cut: number };
    readonly streams: { readonly ended: number };
    readonly notifications: { readonly expected: number };
    readonly commands: Readonly<Record<string, number>>;
  };
  readonly goals: readonly Goal[];
}

/** Runs the load test; returns what it prints, and the result of the run. Times and memory of so short a run mean nothing, and neither does its exit code. */
async function run(name: string, ...args: readonly string[]) {
  const script = path.join(import.meta.dirname, 'run.mjs');
  const file = path.join(makeFolder(), 'results.json');
  const env = { ...process.env, LOAD_SHUTDOWN_DELAY_MS: '3000' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args, '--json', file], {
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  expect(stderr).toBe('');
  const { [name]: result } = JSON.parse(readFileSync(file, 'utf8')) as { readonly [run: string]: Result };
  if (result === undefined) throw new Error(`There is no result of ${name}: ${stdout}`);
  return { printed: stdout, figures: result.figures, missed: result.goals.filter(({ isMet }) => !isMet) };
}

describe.runIf(process.platform === 'linux')('the load test', { timeout: 600_000 }, () => {
  test('three nodes behind a balancer lose nothing when they are restarted and one is killed', async () => {
    const args = ['--minutes', '0.2', '--sessions', '20', '--rate', '50'];
    const { printed, figures, missed } = await run('nodes', ...args);
    expect(printed).not.toContain('FAILED');
    // A machine that is busy makes nodes report a slow Redis, and say more often that they live.
    const accidental = /memory|commands of Redis|standard error/u;
    expect(missed.filter(({ name }) => !accidental.test(name))).toEqual([]);
    for (const kind of ['legacy call', 'modern call', 'modern call with progress'])
      expect(figures.commands[kind]).toBeLessThan(0.5);
    const { sent, answered, cut } = figures.calls;
    expect([sent, answered + cut]).toEqual([600, 600]);
    // Each session has a stream, which a restart of its node ends.
    expect(figures.streams.ended).toBeGreaterThanOrEqual(60);
    expect(figures.notifications.expected).toBeGreaterThan(0);
  });

  test('sessions, subscriptions and tasks come and go without an error', async () => {
    const { printed, missed } = await run('soak', '--soak', '--minutes', '0.2', '--rate', '10');
    expect(printed).not.toContain('FAILED');
    expect(missed.filter(({ name }) => !/^growth|standard error/u.test(name))).toEqual([]);
  });

  test.each([
    [['--minutes', '0'], '--minutes must be a number above 0, not 0.'],
    [['--rate', 'many'], '--rate must be a whole number above 0, not many.'],
    [['--nope'], "Unknown option '--nope'"],
    [['--sessions', '1.5'], '--sessions must be a whole number above 0, not 1.5.'],
  ])('refuses %j', async (args, message) => {
    const script = path.join(import.meta.dirname, 'run.mjs');
    await expect(promisify(execFile)(process.execPath, [script, ...args])).rejects.toThrow(message);
  });
});
