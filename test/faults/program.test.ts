import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { startServer } from '../kit/start-server.js';
import { start } from '../../runtime/transports/node/index.js';
import { oneTool } from '../wire/fixture-server.js';
import { later } from '../wire/http-kit.js';
import { answerTo, parseLines, reports, request } from '../wire/wire.js';
import { thrownValues } from './inject/handlers.js';
import { makeInput, StuckOutput } from './inject/streams.js';

const program = path.join(makeFolder(), 'server.mjs');
await build({
  entryPoints: [path.join(import.meta.dirname, 'program.ts')],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
});

const line = (message: object): string => `${JSON.stringify(message)}\n`;
const call = (id: number, name: string, input: object = {}): string =>
  line(request(id, 'tools/call', { name, arguments: input }));

test('a server survives whatever is thrown where nobody catches it', async () => {
  const { child, output, exited } = startServer(program);
  child.stdin.write(call(1, 'explode'));
  while (output.stderr.split('UNCAUGHT').length <= 2 * thrownValues.length) await later(10);
  child.stdin.end(line(request(2, 'ping')));
  expect(await exited).toBe(0);
  expect(answerTo(2, parseLines(output.stdout))).toMatchObject({ result: {} });
});

test.each(['setup', 'setup rejects'])(
  '%s with what is no error: exit code 1, and nothing on standard output',
  async (fault) => {
    const values = ['null', 'a revoked proxy', 'an error whose message is a symbol'];
    const runs = values.map((value) => startServer(program, [], { FAULT: fault, VALUE: value }));
    for (const [index, { child, output, exited }] of runs.entries()) {
      child.stdin.end(line(request(1, 'ping')));
      expect([await exited, output.stdout]).toEqual([1, '']);
      // Nothing can be noted of what is no object.
      expect(output.stderr).toContain(values[index] === 'null' ? ' START | ERROR: ' : ' START: setup | ERROR: ');
    }
  },
);

test.each(['close', 'close rejects'])('%s with what is no error: exit code 0 after all answers', async (fault) => {
  const values = ['null', 'a revoked proxy', 'an error whose message is a symbol'];
  const runs = values.map((value) => startServer(program, [], { FAULT: fault, VALUE: value }));
  for (const { child, output, exited } of runs) {
    child.stdin.end(line(request(1, 'ping')));
    expect(await exited).toBe(0);
    expect(parseLines(output.stdout)).toMatchObject([{ id: 1, result: {} }]);
    expect(output.stderr).toContain(' CLOSE | ERROR: ');
  }
});

test('standard output that nobody reads delays the end on SIGTERM by `drainMs`, and no longer', async () => {
  const { child, output, exited } = startServer(program);
  child.stdin.write(line(request(1, 'ping')));
  while (output.stdout === '') await later(5);
  child.stdout.pause();
  child.stdin.write(call(2, 'big'));
  await later(100);
  const begun = performance.now();
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  expect(performance.now() - begun).toBeLessThan(8000);
  child.stdout.resume();
  await exited;
});

test('standard error that nobody reads stops no answer', async () => {
  const { child, output, exited } = startServer(program);
  child.stderr.pause();
  child.stdin.write(call(1, 'flood', { lines: 1000 }) + 'no message\n'.repeat(1000));
  child.stdin.write(line(request(2, 'ping')));
  while (!output.stdout.includes('"id":2')) await later(10);
  child.stdin.end();
  await new Promise((resolve) => child.on('exit', resolve));
  child.stderr.resume();
  expect(await exited).toBe(0);
});

test('standard error that is closed stops no answer', async () => {
  const { child, output, exited } = startServer(program);
  child.stderr.destroy();
  child.stdin.end('no message\n' + call(1, 'explode') + line(request(2, 'ping')));
  expect(await exited).toBe(0);
  expect(answerTo(2, parseLines(output.stdout))).toMatchObject({ result: {} });
});

describe.each(['ends', 'breaks'] as const)('an input that %s', (end) => {
  const subject = oneTool(() => 'done');
  const whole = call(1, 'probe');

  test('in the middle of a message calls nothing for it, and the messages before are answered', async () => {
    let calls = 0;
    const counting = oneTool(() => (calls += 1));
    const output = new StuckOutput();
    output.open();
    const input = makeInput(whole + call(2, 'probe').slice(0, 40), end);
    await start(counting.definition, counting.handlers, { input, output });
    const answers = parseLines(output.text);
    expect(answers.filter(({ id }) => id === 1)).toMatchObject([{ result: {} }]);
    expect([calls, answers.some(({ id }) => id === 2)]).toEqual([1, false]);
    expect(reports.join('')).toContain('INPUT | ERROR: ');
  });

  test('while the output is stuck loses no answer once that goes on', async () => {
    const output = new StuckOutput({ highWaterMark: 16 });
    const input = makeInput(whole.repeat(1), end);
    const done = start(subject.definition, subject.handlers, { input, output });
    setTimeout(() => output.open(), 50);
    await done;
    expect(parseLines(output.text)).toMatchObject([{ id: 1, result: {} }]);
  });
});

test('an output that is stuck for ever ends the server after `drainMs`', async () => {
  const subject = oneTool(() => 'done');
  const begun = performance.now();
  await start(subject.definition, subject.handlers, {
    input: makeInput(call(1, 'probe'), 'ends'),
    output: new StuckOutput(),
    drainMs: 100,
  });
  expect(performance.now() - begun).toBeGreaterThan(90);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
