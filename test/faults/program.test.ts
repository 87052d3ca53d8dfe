import { once } from 'node:events';
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test, vi } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { startServer } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { start } from '../../runtime/transports/node/index.js';
import { oneTool } from '../wire/fixture-server.js';
import { until } from '../wire/http-kit.js';
import { answerTo, parseLines, reports, request, turn } from '../wire/wire.js';
import { holdClocks } from './inject/clocks.js';
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

test('a server survives whatever is thrown where no code catches it', async () => {
  const { child, output, exited } = startServer(program);
  child.stdin.write(call(1, 'explode'));
  while (output.stderr.split('UNCAUGHT').length <= 2 * thrownValues.length) await once(child.stderr, 'data');
  child.stdin.end(line(request(2, 'ping')));
  expect(await exited).toBe(0);
  expect(answerTo(2, parseLines(output.stdout))).toMatchObject({ result: {} });
});

/** Starts a server for each value: one throws it, one rejects with it, one throws it again. */
const startFaulty = (fault: 'setup' | 'close') =>
  ['null', 'a revoked proxy', 'an error whose message is a symbol'].map((value, index) => ({
    value,
    ...startServer(program, [], { MISTAKE: index === 1 ? `${fault} rejects` : fault, VALUE: value }),
  }));

test('`setup` with what is no error: exit code 1, and nothing on stdout', async () => {
  for (const { child, output, exited, value } of startFaulty('setup')) {
    child.stdin.end(line(request(1, 'ping')));
    expect([await exited, output.stdout]).toEqual([1, '']);
    // Nothing can be noted of what is no object.
    expect(output.stderr).toContain(value === 'null' ? ' START | ERROR: ' : ' START: setup | ERROR: ');
  }
});

test('`close` with what is no error: exit code 0 after all answers', async () => {
  for (const { child, output, exited } of startFaulty('close')) {
    child.stdin.end(line(request(1, 'ping')));
    expect(await exited).toBe(0);
    expect(parseLines(output.stdout)).toMatchObject([{ id: 1, result: {} }]);
    expect(output.stderr).toContain(' CLOSE | ERROR: ');
  }
});

test('stdout that no process reads delays the end on SIGTERM by `shutdownTimeoutMs`, and no longer', async () => {
  const server = startServer(program);
  const { child, exited } = server;
  child.stdout.pause();
  child.stdin.write(call(1, 'big'));
  await untilSaid(server, /^big$/mu);
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  child.stdout.resume();
  await exited;
});

test('stderr that no process reads stops no answer', async () => {
  const { child, output, exited } = startServer(program);
  child.stderr.pause();
  child.stdin.write(call(1, 'flood', { lines: 1000 }) + 'no message\n'.repeat(1000));
  child.stdin.write(line(request(2, 'ping')));
  while (!output.stdout.includes('"id":2')) await once(child.stdout, 'data');
  child.stdin.end();
  await new Promise((resolve) => child.on('exit', resolve));
  child.stderr.resume();
  expect(await exited).toBe(0);
});

test('stderr that is closed stops no answer', async () => {
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
    await until(() => output.written.length > 0 && (input.writableEnded || input.destroyed));
    output.open();
    await done;
    expect(parseLines(output.text)).toMatchObject([{ id: 1, result: {} }]);
  });
});

test('an output that is stuck for ever ends the server after `shutdownTimeoutMs`', async () => {
  holdClocks('setTimeout');
  const subject = oneTool(() => 'done');
  const input = makeInput(call(1, 'probe'), 'ends');
  const ended = once(input, 'close');
  let isDone = false;
  const done = start(subject.definition, subject.handlers, {
    input,
    output: new StuckOutput(),
    shutdownTimeoutMs: 100,
  });
  void done.then(() => (isDone = true));
  await ended;
  await until(() => vi.getTimerCount() > 0);
  await vi.advanceTimersByTimeAsync(99);
  await turn();
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await done;
});
