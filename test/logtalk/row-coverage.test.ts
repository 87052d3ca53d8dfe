import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The rows of behaviour that Logtalk's library and this project have in common, one test or more for each. */
const rows =
  'F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 N1 N2 N3 N4 N5 N6 N7 T1 T2 T3 T4 T5 T6 T7 T8 D1 D2 D3 D4 D5 D6 D7 D8 ' +
  'R1 R2 R3 R4 R5 R6 E1 E2 E3 E4 E5 E6 E7 P1 P2 P3 P4 P5 S1 S2 S3 S4';

/** Names of tests at the top of a file, and of groups of tests; skipped ones do not count. */
const title = /^(?:describe|test)(?:\.each\([^]*?\)(?=\())?\(\s*(['"`])(.+?)\1/gmu;

const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.ts'));
const texts = await Promise.all(files.map((name) => readFile(path.join(import.meta.dirname, name), 'utf8')));
const titles = texts.flatMap((text) => [...text.matchAll(title)].map(([, , words = '']) => words));

test.each(rows.split(' '))('the row %s has a test that is named after it', (row) => {
  expect(titles.filter((words) => words.startsWith(`${row} `))).not.toEqual([]);
});
