import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ServerSupervisor, type SupervisedServer } from '../../generator/tools/dev/supervise-server.js';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'supervise-'));
});

/** Supervisor of servers that are ready at once; collects what it starts and reports. */
function supervise() {
  const started: string[] = [];
  const reports: string[] = [];
  const start = (script: string): SupervisedServer => {
    started.push(script);
    return { ended: new Promise(() => {}), ready: Promise.resolve(true), stop: () => {} };
  };
  const supervisor = new ServerSupervisor({
    root,
    start,
    onReady: () => {},
    onEnded: () => {},
    report: (text) => reports.push(text),
  });
  return { supervisor, started, reports };
}

test('a server that starts while another one removes the empty folder of scripts is started anyway', async () => {
  for (let round = 0; round < 60; round += 1) {
    const pair = [supervise(), supervise()];
    for (const { supervisor } of pair) {
      supervisor.replace('export {};');
      for (let turn = 0; turn < round % 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(pair.map(({ supervisor }) => supervisor.whenSettled()));
    expect(pair.map(({ reports }) => reports)).toEqual([[], []]);
    expect(pair.map(({ started }) => started.length)).toEqual([1, 1]);
  }
  expect(await readdir(root)).toEqual([]);
});

test('a supervisor that is stopped while it writes the script starts no server', async () => {
  const { supervisor, started } = supervise();
  supervisor.replace('export {};');
  await supervisor.stop();
  await supervisor.whenSettled();
  expect(started).toEqual([]);
  expect(await readdir(root)).toEqual([]);
});
