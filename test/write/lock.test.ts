import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { createPlan, readTree } from './project-fixture.js';

const normal = { check: false, force: false };

async function runWithLock(lock: string, ageSeconds = 0) {
  const root = makeFolder();
  putFiles(root, { 'generated/.lock': lock });
  const time = Date.now() / 1000 - ageSeconds;
  await utimes(join(root, 'generated/.lock'), time, time);
  const report = await writePlan(createPlan(root, { 'a.ts': 'a' }), normal);
  return { report, tree: await readTree(root) };
}

function lockOf(pid: number, host = hostname()): string {
  return JSON.stringify({ pid, host, token: 'other' });
}

async function findDeadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a run waits for the lock of a running process, then says who holds it', async () => {
  const { report, tree } = await runWithLock(lockOf(process.ppid));
  expect(report.written).toEqual([]);
  expect(report.diagnostics).toEqual([
    {
      code: 'locked',
      severity: 'error',
      message: `Another run (process ${process.ppid} on ${hostname()}) is writing the generated files.`,
      help: 'Wait until it has finished. If that process no longer exists, delete generated/.lock.',
    },
  ]);
  expect(Object.keys(tree)).toEqual(['generated/.lock']);
});

test('the lock of another host is never taken over', async () => {
  const { report } = await runWithLock(lockOf(await findDeadPid(), 'elsewhere'));
  expect(report.diagnostics[0]?.code).toBe('locked');
});

test.each([
  ['of a process that is gone', async () => lockOf(await findDeadPid()), 0],
  ['of an earlier process with our own process id', async () => lockOf(process.pid), 0],
  ['that never got its owner and is old', async () => '', 10],
])('a lock %s is taken over', async (_, makeLock, age) => {
  const { report, tree } = await runWithLock(await makeLock(), age);
  expect(report.diagnostics).toEqual([]);
  expect(Object.keys(tree)).toEqual(['generated/a.ts', 'generated/manifest.json']);
});

test('runs at the same time do not disturb each other', async () => {
  const root = makeFolder();
  const contents = ['a\n', 'b\n', 'c\n', 'd\n'];
  const reports = await Promise.all(
    contents.map((content) =>
      writePlan(createPlan(root, { '1.ts': content, '2.ts': content }), { check: false, force: true }),
    ),
  );
  expect(reports.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  const tree = await readTree(root);
  expect(Object.keys(tree)).toEqual(['generated/1.ts', 'generated/2.ts', 'generated/manifest.json']);
  expect(contents).toContain(tree['generated/1.ts']);
  expect(tree['generated/2.ts']).toBe(tree['generated/1.ts']);
});
