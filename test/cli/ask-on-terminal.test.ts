import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { askOnTerminal } from '../../generator/cli/ask-on-terminal.js';
import type { Question } from '../../generator/cli/cli-io.js';

const up = '\u001b[A';
const down = '\u001b[B';

/** A user who types, each text after the one before was taken in. */
async function answer(question: Question, typed: readonly string[]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  let taken = '';
  const asked = askOnTerminal(question, input, output);
  for (const keys of typed) {
    await vi.waitUntil(() => shown !== taken);
    taken = shown;
    input.write(keys);
  }
  return { given: await asked, shown };
}

const name: Question = {
  kind: 'text',
  message: 'Name',
  defaultValue: 'my-server',
  explain: (text) => (/^[a-z-]+$/u.test(text) ? undefined : 'In lower case.'),
};

test.each([
  [['shop', '\r'], 'shop'],
  [['  shop  ', '\r'], 'shop'],
  [['\r'], 'my-server'],
  [['   ', '\r'], 'my-server'],
  [['Shop', '\r', '\u007f\u007f\u007f\u007f', 'shop', '\r'], 'shop'],
  [['shop', '\u0003'], undefined],
])('to %j a text is answered with %j', async (typed, expected) => {
  const { given, shown } = await answer(name, typed);
  expect(given).toBe(expected);
  expect(shown).toContain('Name');
  expect(shown.includes('In lower case.')).toBe(typed.includes('Shop'));
});

const choice: Question = {
  kind: 'choice',
  message: 'Start from',
  choices: [
    { value: 'a', label: 'The a' },
    { value: 'b', label: 'The b', hint: 'is b' },
  ],
};

test.each([
  [['\r'], 'a'],
  [[down, '\r'], 'b'],
  [[down, up, '\r'], 'a'],
  [['\u0003'], undefined],
])('to %j a choice is answered with %j', async (typed, expected) => {
  const { given, shown } = await answer(choice, typed);
  expect(given).toBe(expected);
  expect(shown).toContain('The b');
});
