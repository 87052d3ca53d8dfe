import { expect, test } from 'vitest';
import { readTable } from '../kit/read-table.js';
import { read } from './diagnose.js';
import { slipDefinition as definition } from './yaml-slips.js';

type Slip = readonly [slip: string, from: string, to: string, message: string, help: string];

/** Title, text that is replaced, wrong text, and the only message. */
const slips = readTable('definitions/yaml-mistakes.tsv').map(
  ([slip = '', from = '', to = '', message = '', help = '']): Slip => [slip, from, to, message, help],
);

const tabs: Slip = [
  'tabs everywhere',
  definition,
  definition.replaceAll(/^(?: {2})+/gmu, (spaces) => '\t'.repeat(spaces.length / 2)),
  '3:1 This line is indented with a tab, as are 31 more lines. YAML requires spaces.',
  'Replace each tab with 2 spaces.',
];

/** The text with a mistake in it. */
function misspell(from: string, to: string): string {
  expect(definition.split(from).length, 'the text to replace occurs once').toBe(2);
  return definition.replace(from, () => to);
}

test('the definition of the table has no mistake', async () => {
  expect((await read(definition)).diagnostics).toEqual([]);
});

test.each([...slips, tabs])('%s', async (_slip, from, to, message, help) => {
  const { diagnostics } = await read(misspell(from, to));
  const found = diagnostics.map((one) => [
    `${one.location?.line}:${one.location?.column} ${one.message}`,
    one.help ?? '',
  ]);
  expect(found).toEqual([[message, help]]);
});
