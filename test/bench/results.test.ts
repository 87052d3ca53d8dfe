import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { goals } from '../../bench/goals.mjs';
import { writeResults } from '../../bench/report/write-results.mjs';
import { judgeSql } from '../../bench/sql/judge.mjs';
import { makeFolder } from '../kit/make-folder.js';

const machine = { version: '0.4.0', node: 'v20.19.0', processor: '2 × X', isShort: false };

function write(file: string, report: object): string[] {
  writeResults(file, { ...machine, ...report });
  const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as { scenarios: { name: string; rows: string[] }[] };
  return scenarios.map(({ name, rows }) => `${name} ${rows.join()}`);
}

test('a run of some scenarios replaces their rows and keeps the others', () => {
  const file = path.join(makeFolder(), 'results.json');
  const scenarios = [
    { name: 'stdio-echo', rows: ['first'] },
    { name: 'http-add', rows: ['first'] },
  ];
  write(file, { scenarios });
  expect(write(file, { scenarios: [{ name: 'http-add', rows: ['second'] }] })).toEqual([
    'stdio-echo first',
    'http-add second',
  ]);
  expect(write(file, { scenarios: [{ name: 'stdio-add', rows: ['third'] }] })).toEqual([
    'stdio-echo first',
    'stdio-add third',
    'http-add second',
  ]);
  // Figures of another version say nothing about this one.
  expect(write(file, { version: '0.5.0', scenarios: [{ name: 'dev', rows: ['new'] }] })).toEqual(['dev new']);
  writeFileSync(file, JSON.stringify({ ...machine, isShort: true, scenarios }));
  expect(write(file, { scenarios: [{ name: 'dev', rows: ['long'] }] })).toEqual(['dev long']);
});

test('every goal is judged from stored results', () => {
  const printed = execFileSync(process.execPath, ['bench/run.mjs', '--judge'], { encoding: 'utf8' });
  const [titles, verdicts] = [/^Results of /u, /^(?:met|not met|not measured|not judged): \S/u].map((kind) =>
    printed.split('\n').filter((line) => kind.test(line)),
  );
  // A stored result can be of an earlier version.
  for (const title of titles ?? []) expect(title).toMatch(/, version \d+\.\d+\.\d+, measured on \d{4}-\d\d-\d\d:$/u);
  expect(titles?.length).toBeGreaterThanOrEqual(5);
  expect(verdicts?.length).toBeGreaterThan(goals.length);
  expect(printed.split('\n').filter((line) => line !== '')).toHaveLength(
    (titles?.length ?? 0) + (verdicts?.length ?? 0),
  );
});

test('SQL tools are compared with other servers of the same run', () => {
  const row = (subject: string, cpuMicros: number) => {
    return { engine: 'postgres', subject, transport: 'stdio', in1: { cpuMicros }, in32: { cpuMicros: cpuMicros / 2 } };
  };
  const speed = [row('ours', 200), row('toolbox', 250), row('limit', 150)];
  expect(judgeSql({ steps: { speed } }).map(({ isMet }) => isMet)).toEqual([false, false, true, true]);
  expect(judgeSql({ steps: { speed: speed.slice(0, 2) } })[0]).toEqual({
    text: 'not measured: a row by its key on PostgreSQL, 1 in flight: CPU per call, 1.25× a handler that calls pg',
  });
});
