import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal } from '../../generator/cli/open-terminal.js';

test('answers that were pasted ahead answer the questions to come', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const terminal = openTerminal(input, output);
  input.write('first\r\n\nthird\n');
  expect(await terminal.ask('1? ')).toBe('first');
  expect(await terminal.ask('2? ')).toBe('');
  expect(await terminal.ask('3? ')).toBe('third');
  expect(String(output.read())).toBe('1? 2? 3? ');
  terminal.close();
});

test('the end of the input is no answer', async () => {
  const input = new PassThrough();
  const terminal = openTerminal(input, new PassThrough());
  const answer = terminal.ask('1? ');
  input.end();
  expect(await answer).toBeUndefined();
  expect(await terminal.ask('2? ')).toBeUndefined();
});
