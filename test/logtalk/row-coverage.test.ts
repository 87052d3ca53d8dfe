import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The rows of behaviour that Logtalk's library and this project have in common, one test or more for each. */
const rows =
  'F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 N1 N2 N3 N4 N5 N6 N7 T1 T2 T3 T4 T5 T6 T7 T8 D1 D2 D3 D4 D5 D6 D7 D8 ' +
  'R1 R2 R3 R4 R5 R6 E1 E2 E3 E4 E5 E6 E7 P1 P2 P3 P4 P5 S1 S2 S3 S4';

/** Rows that are proven for every server, by the tests of `test/wire` with these titles. */
const inWire: { readonly [row: string]: readonly [file: string, title: string] } = {
  F2: ['framing', 'a header %s is read, whole or in pieces'],
  F5: ['classification', '%s is answered with -32600'],
  F6: ['classification', '%s is not answered'],
  F7: ['classification', 'with `ordered` they are served in order, one at a time'],
  F8: ['start', 'running calls are still answered'],
  F10: ['initialize', 'options override name, version and title'],
  N1: ['initialize', 'names no capability, title or instructions that are not there'],
  N2: ['initialize', 'of %s is answered in %s, where negotiation is strict in %s'],
  N3: ['initialize', 'of %s is answered in %s, where negotiation is strict in %s'],
  N5: ['initialize', 'ping is answered before and after'],
  N6: ['classification', 'the method %s is unknown'],
  N7: ['initialize', 'is not needed, without it 2025-11-25 is spoken, and it may come again'],
};

/** Names of tests at the top of a file, and of groups of tests; skipped ones do not count. */
const title = /^(?:describe|test)(?:\.each\([^]*?\)(?=\())?\(\s*(['"`])(.+?)\1/gmu;

const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.ts'));
const texts = await Promise.all(files.map((name) => readFile(path.join(import.meta.dirname, name), 'utf8')));
const titles = texts.flatMap((text) => [...text.matchAll(title)].map(([, , words = '']) => words));

test.each(Object.entries(inWire))('the row %s has its test in test/wire', async (_, [file, title]) => {
  const source = await readFile(path.join(import.meta.dirname, '..', 'wire', `${file}.test.ts`), 'utf8');
  expect(source).toContain(`'${title}'`);
});

test.each(rows.split(' ').filter((row) => !(row in inWire)))('the row %s has a test that is named after it', (row) => {
  expect(titles.filter((words) => words.startsWith(`${row} `))).not.toEqual([]);
});
