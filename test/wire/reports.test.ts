import { expect, test } from 'vitest';
import { oneTool, throwing } from './fixture-server.js';
import { cancellation, feed, modern, reports, request } from './wire.js';

const slow = oneTool(() => new Promise(() => {}));
const cancel = (reason: string): object => cancellation(1, { reason });
const lineOf = (...messages: readonly object[]): string => messages.map((each) => `${JSON.stringify(each)}\n`).join('');

/** The lines that a server writes for its operator, without their times. */
const shown = (): readonly string[] => reports.map((line) => line.replace(/^\[[^\]]+\] /u, ''));

test.each([
  [
    'a line of its own',
    'a\n[2026-01-01T00:00:00.000Z] TOOL: x | ERROR: forged',
    'a [2026-01-01T00:00:00.000Z] TOOL: x | ERROR: forged',
  ],
  ['a lone CR', 'a\rb', 'a b'],
  ['escape sequences', '\u001b[31mred\u009b2K', '\\u{1b}[31mred\\u{9b}2K'],
  ['a NUL and a bell', 'a\u0000\u0007', 'a\\u{0}\\u{7}'],
  ['line separators', 'a\u2028b\u0085c', 'a\\u{2028}b\\u{85}c'],
  ['text that runs backwards', '\u202eab\u2066', '\\u{202e}ab\\u{2066}'],
  ['half a character', 'a\ud800', 'a\\u{d800}'],
  ['a tab and any script', 'a\tb ü 漢 😀', 'a\tb ü 漢 😀'],
])('a client cannot write %s to stderr', async (_, reason, line) => {
  await feed(slow, [lineOf(request(1, 'tools/call', { name: 'probe' })), lineOf(cancel(reason))]);
  expect(shown()).toEqual([`REQUEST | CANCELLED: ${line}\n`]);
});

test('what a handler repeats of its arguments is cleaned as well, in time that grows with its length', async () => {
  const subject = oneTool(({ text }: { text: string }) => throwing(new Error(`No book ${text}!`))());
  const blank = ' '.repeat(1_000_000);
  await feed(subject, [
    lineOf(modern(1, 'tools/call', { name: 'probe', arguments: { text: `\u001b]0;x\u0007${blank}` } })),
  ]);
  expect(shown()).toEqual([`TOOL: probe | ERROR: No book \\u{1b}]0;x\\u{7}${blank}!\n`]);
});
