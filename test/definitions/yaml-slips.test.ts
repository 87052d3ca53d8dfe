import { expect, test } from 'vitest';
import { read } from './diagnose.js';
import { shallowKeys } from './yaml-shallow-keys.js';
import { definition, slips } from './yaml-slips.js';

/** The text with a mistake in it. */
function misspell(from: string, to: string): string {
  expect(definition.split(from).length, 'the text to replace occurs once').toBe(2);
  return definition.replace(from, () => to);
}

test('the definition of the table has no mistake', async () => {
  expect((await read(definition)).diagnostics).toEqual([]);
});

test.each([...slips, ...shallowKeys])('%s', async (_slip, from, to, message, help) => {
  const { diagnostics } = await read(misspell(from, to));
  const found = diagnostics.map((one) => [
    `${one.location?.line}:${one.location?.column} ${one.message}`,
    one.help ?? '',
  ]);
  expect(found).toEqual([[message, help]]);
});
