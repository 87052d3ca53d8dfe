import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';

interface Report {
  readonly isShort: boolean;
  readonly scenarios: readonly {
    readonly name: string;
    readonly error?: string;
    readonly rows: readonly {
      readonly subject: string;
      readonly figures: Readonly<Record<string, number>>;
      readonly goals?: readonly { readonly isMet: boolean }[];
    }[];
  }[];
}

/** Report of `npm run bench -- --short`; its times mean nothing. */
function runShort(...options: readonly string[]): Report {
  const folder = makeFolder();
  const file = path.join(folder, 'results.json');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bench/run.mjs', '--short', '--json', file, ...options],
    { encoding: 'utf8' },
  );
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** One scenario of each kind: the others do the same with other sizes. */
const ofEachKind = [
  'stdio-progress',
  'stdio-large',
  'http-add',
  'http-kept-100',
  'http-auth',
  'start-2',
  'memory-stdio',
  'growth-calls',
  'loaded-bytes',
  'footprint',
  'new-project',
  'forward-get',
  'generate',
  'type-check',
];

test.runIf(process.platform === 'linux')(
  'in every kind of scenario every server starts, answers right and is measured',
  { timeout: 10 * 60_000 },
  () => {
    const { isShort, scenarios } = runShort('--alone', '--only', `^(?:${ofEachKind.join('|')})$`);
    expect(isShort).toBe(true);
    expect(scenarios.map(({ name }) => name)).toEqual(ofEachKind);
    for (const { rows } of scenarios) {
      expect(rows.length).toBeGreaterThan(0);
      for (const { subject, figures } of rows) {
        expect(Object.keys(figures).length, subject).toBeGreaterThan(0);
        for (const [name, value] of Object.entries(figures)) expect(value, `${subject}: ${name}`).toBeTypeOf('number');
      }
    }
    const subjects = scenarios[0]?.rows.map(({ subject }) => subject);
    expect(subjects).toEqual(['limit, legacy', 'limit, modern', 'ours, legacy', 'ours, modern']);
    const goals = scenarios.flatMap(({ rows }) => rows.flatMap((row) => row.goals ?? []));
    expect(goals.length).toBeGreaterThan(20);
  },
);

test.runIf(process.platform === 'linux')('the other servers are measured beside ours', () => {
  const rows = runShort('--only', '^(?:stdio|http)-add$').scenarios.map((scenario) => scenario.rows);
  const subjects = rows.map((list) => list.map(({ subject }) => subject));
  const expected = ['limit, legacy', 'limit, modern', 'ours, legacy', 'ours, modern', 'sdk-v1, legacy'];
  expect(subjects).toEqual([expected, expected]);
});

test.runIf(process.platform === 'linux')('one scenario runs when it is named', () => {
  expect(runShort('--only', 'memory-flat-stdio').scenarios.map(({ name }) => name)).toEqual(['memory-flat-stdio']);
});
