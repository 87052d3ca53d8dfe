import { once } from 'node:events';
import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { parseArguments } from '../../runtime/transports/node/command-line.js';
import { answerTo, cancellation, parseLines, request } from './wire.js';

const folder = makeFolder();
const program = path.join(folder, 'server.mjs');
await build({
  entryPoints: [path.join(import.meta.dirname, 'program-fixture.ts')],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  sourcemap: true,
});

const run = (args: readonly string[] = [], environment: { readonly [name: string]: string } = {}) =>
  startServer(program, args, environment);

function line(id: number, name: string, args: object = {}): string {
  return `${JSON.stringify(request(id, 'tools/call', { name, arguments: args }))}\n`;
}

/** Resolves when a server has answered something on stdout. */
async function untilAnswered({ child, output }: ServerProcess, text: string): Promise<void> {
  while (!output.stdout.includes(text)) await once(child.stdout, 'data');
}

describe('a server process (2026-07-28 basic/transports/stdio)', () => {
  test('keeps everything but the protocol away from stdout', async () => {
    const { child, output, exited } = run();
    child.stdin.end(line(1, 'noisy'));
    expect(await exited).toBe(0);
    expect(output.stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"said"}]}}\n');
    for (const said of [
      'while loading\n',
      'while loading, too\n',
      'console.log',
      'console.info',
      'console.table',
      'stdout.write',
    ]) {
      expect(output.stderr).toContain(said);
    }
  });

  test('answers the first messages that it cannot read in their order', async () => {
    const { child, output, exited } = run();
    child.stdin.end('[]\n{\n7\n');
    expect(await exited).toBe(0);
    expect(parseLines(output.stdout).map(({ error }) => error?.code)).toEqual([-32600, -32700, -32600]);
  });

  test('without input says nothing and exits with 0', async () => {
    const { child, output, exited } = run();
    child.stdin.end();
    expect(await exited).toBe(0);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(/set up\nclosing\n$/u);
  });

  test('answers what is running when input ends, then exits in spite of timers', async () => {
    const { child, output, exited } = run();
    child.stdin.end(line(1, 'timers') + line(2, 'slow', { until: 'end of input' }));
    expect(await exited).toBe(0);
    expect(answerTo(2, parseLines(output.stdout))['result'].content[0].text).toBe('done');
  });

  test('writes everything before it exits', async () => {
    const server = run();
    const { child, output, exited } = server;
    child.stdout.pause();
    child.stdin.end(line(1, 'big'));
    await untilSaid(server, /^big$/mu);
    child.stdout.resume();
    expect(await exited).toBe(0);
    expect(parseLines(output.stdout)[0]?.['result'].content[0].text).toHaveLength(3_000_000);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('drains and exits with 0 on %s', async (signal) => {
    const server = run();
    const { child, output, exited } = server;
    child.stdin.write(line(1, 'slow', { until: signal }) + line(2, 'timers'));
    await untilAnswered(server, 'left');
    child.kill(signal);
    expect(await exited).toBe(0);
    expect(answerTo(1, parseLines(output.stdout))['result'].content[0].text).toBe('done');
    expect(output.stderr).toContain('closing');
  });

  test('ends at once on a second signal', async () => {
    const server = run();
    const { child, exited } = server;
    child.stdin.write(line(1, 'endless') + line(2, 'slow', { until: 'SIGTERM' }) + line(3, 'timers'));
    await untilAnswered(server, 'left');
    child.kill('SIGTERM');
    await untilAnswered(server, 'done');
    child.kill('SIGTERM');
    expect(await exited).toBe('SIGTERM');
  });

  test('exits quietly when no process reads its answers anymore', async () => {
    const server = run();
    const { child, output, exited } = server;
    await untilSaid(server, /set up/u);
    child.stdout.destroy();
    child.stdin.write(line(1, 'big') + line(2, 'big'));
    expect(await exited).toBe(0);
    expect(output.stderr).not.toContain('ERROR');
  });

  test('survives what user code throws where no code catches it', async () => {
    const server = run();
    const { child, output, exited } = server;
    child.stdin.write(line(1, 'explode'));
    await Promise.all([untilSaid(server, /rejected later/u), untilSaid(server, /thrown/u)]);
    child.stdin.end(line(2, 'noisy'));
    expect(await exited).toBe(0);
    expect(parseLines(output.stdout).map(({ id }) => id)).toEqual([1, 2]);
    expect(output.stderr).toMatch(/^\[[^\]]+\] UNCAUGHT \| ERROR: thrown later$/mu);
    expect(output.stderr).toMatch(/^\[[^\]]+\] UNCAUGHT \| ERROR: rejected later$/mu);
  });

  test('exits with 1 when it cannot be set up', async () => {
    const { output, exited } = run([], { FAIL_SETUP: 'no database' });
    expect(await exited).toBe(1);
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(/ START: setup \| ERROR: no database\n {4}at setup \(/u);
  });

  test('loads its handlers for the first call, once', async () => {
    const { child, output, exited } = run([], { LATE_HANDLERS: 'good' });
    child.stdin.end(line(1, 'slow') + line(2, 'slow'));
    expect(await exited).toBe(0);
    expect(parseLines(output.stdout).map(({ id, result }) => [id, result])).toEqual(
      [1, 2].map((id) => [id, { content: [{ type: 'text', text: 'done' }] }]),
    );
    expect(output.stderr.match(/handlers are loaded/gu)).toHaveLength(1);
  });

  test('lists without its handlers', async () => {
    const { child, output, exited } = run([], { LATE_HANDLERS: 'fail' });
    child.stdin.end(`${JSON.stringify(request(1, 'tools/list'))}\n`);
    expect(await exited).toBe(0);
    expect(answerTo(1, parseLines(output.stdout))).toMatchObject({
      result: { tools: [{ name: 'noisy' }, {}, {}, {}, {}, {}] },
    });
    expect(output.stderr).not.toContain('handlers are loaded');
  });

  test('loads its handlers when no client has called for a moment', async () => {
    const server = run([], { LATE_HANDLERS: 'good' });
    const { child, exited } = server;
    await untilSaid(server, /handlers are loaded/u);
    child.stdin.end();
    expect(await exited).toBe(0);
  });

  const anything = [
    request(1, 'tools/call', { name: 'slow', arguments: {} }),
    request(2, 'prompts/get', { name: 'ask' }),
    request(3, 'resources/read', { uri: 'app://state' }),
    request(4, 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'ask' },
      argument: { name: 'topic', value: 'o' },
    }),
  ];
  const say = (messages: readonly object[]): string => messages.map((each) => `${JSON.stringify(each)}\n`).join('');

  test.each([
    ['fail', 'there is no key'],
    ['slowly-fail', 'there is no key'],
    [
      'missing',
      'Handlers are missing for tool "noisy", tool "slow", tool "endless", tool "timers", tool "explode", tool "big", prompt "ask", ' +
        'resource "app://state"',
    ],
  ])('without handlers answers, closes and exits with 1: %s', async (late, reason) => {
    const { child, output, exited } = run([], { LATE_HANDLERS: late });
    // It ends without the end of its input, too.
    if (late === 'slowly-fail') child.stdin.end(say(anything));
    else child.stdin.write(say(anything));
    expect(await exited).toBe(1);
    expect(parseLines(output.stdout).toSorted((a, b) => Number(a['id']) - Number(b['id']))).toEqual(
      anything.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } })),
    );
    expect(output.stderr.replaceAll(/^ .*\n/gmu, '')).toContain(`START | ERROR: ${reason}\nclosing\n`);
    // Missing handlers have no line of the user's to show.
    expect(output.stderr.includes('\n    at ')).toBe(late !== 'missing');
  });

  test('does nothing for requests that were cancelled while handlers were loaded', async () => {
    const { child, output, exited } = run([], { LATE_HANDLERS: 'slowly' });
    const cancelled = anything.map(({ id: requestId }) => cancellation(requestId));
    child.stdin.end(say([...anything, ...cancelled, request(5, 'resources/read', { uri: 'app://state' })]));
    expect(await exited).toBe(0);
    expect(parseLines(output.stdout).map(({ id }) => id)).toEqual([5]);
    expect(output.stderr.match(/a handler is called/gu)).toHaveLength(1);
  });

  test('over HTTP does not listen before its handlers are loaded', async () => {
    const { output, exited } = run(['--http', '0'], { LATE_HANDLERS: 'fail' });
    expect(await exited).toBe(1);
    expect(output.stderr).toContain('START | ERROR: there is no key\n');
    expect(output.stderr).not.toContain('Listening');
  });

  test('gives `close` a second', async () => {
    const { child, output, exited } = run([], { LATE_HANDLERS: 'good', HANG_CLOSE: '1' });
    child.stdin.end();
    expect(await exited).toBe(0);
    expect(output.stderr).not.toContain('handlers are loaded');
  });
});

describe('arguments', () => {
  test.each([
    ['--version', 0, '1.2.3\n'],
    ['--help', 0, 'fixture 1.2.3\n'],
  ])('%s', async (argument, code, start) => {
    const { output, exited } = run([argument]);
    expect(await exited).toBe(code);
    expect(output.stdout.startsWith(start)).toBe(true);
    expect(output.stderr).not.toContain('set up');
  });

  test('those after -- belong to `setup`', async () => {
    const { child, output, exited } = run(['--tools', 'noisy', '--', '/home/ada', '--http']);
    child.stdin.end();
    expect(await exited).toBe(0);
    expect(output.stderr).toContain('arguments ["/home/ada","--http"]\nset up\n');
  });

  test('others are refused with 2', async () => {
    const { output, exited } = run(['--port', '80']);
    expect(await exited).toBe(2);
    expect(output.stdout).toBe('');
    expect(output.stderr).toContain('Unknown argument: --port. Try --help.\n');
  });

  test.each([
    [['--http', 'abc'], 'Invalid port: abc'],
    [['--http=70000'], 'Invalid port: 70000'],
    [['--http='], 'Invalid port: '],
    [['--http', '-1'], 'Unknown argument: -1'],
    [['--http', '0', 'more'], 'Unknown argument: more'],
    [['--http', '0', '--host'], '--host needs an address'],
    [['--http', '0', '--host', ''], '--host needs an address'],
    [['--http', '0', '--host='], '--host needs an address'],
    [['--host', '127.0.0.1'], '--host needs --http'],
    [['--https'], 'Unknown argument: --https'],
  ])('%j are wrong', (args, message) => {
    expect(parseArguments(args, {})).toEqual({ mode: 'wrong', message });
  });
});
