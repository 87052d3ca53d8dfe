import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpSubject, modernHeaders, until } from './http-kit.js';
import { RawHttp, type RawHead } from './raw-http.js';
import { initialize, modern, request } from './wire.js';

const program = 'dist/bookshop/server.mjs';
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

interface Run {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Resolves with the exit code, or the signal that ended the process. */
  readonly exited: Promise<unknown>;
}

function run(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const exited = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as unknown;
  });
  return { child, output, exited };
}

/** Runs the server on a free port; a client of it that does not stop it. */
async function runHttp(...args: readonly string[]): Promise<Run & { readonly server: HttpSubject }> {
  const started = run('--http', '0', ...args);
  await until(() => started.output.stderr.includes('\n'));
  const [, url = ''] = /^Listening on (http:\S+)\n$/u.exec(started.output.stderr) ?? [];
  return { ...started, server: new HttpSubject(url, undefined as never, async () => {}) };
}

const find = (id: unknown): object => modern(id, 'tools/call', { name: 'find_books', arguments: { query: 'dune' } });

describe('a server program over HTTP', () => {
  test('says on stderr where it listens, and serves both eras there', async () => {
    const { server, output, child, exited } = await runHttp();
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/u);
    const { messages } = await server.post(find(1));
    expect(messages[0]?.['result'].structuredContent.total).toBe(1);
    const session = await server.initialize('2025-11-25');
    const listed = await session.post(request(1, 'tools/list'));
    expect(listed.messages[0]?.['result'].tools).toHaveLength(3);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output).toEqual({ stdout: '', stderr: `Listening on ${server.url}\n` });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('on %s ends streams and exits with 0, soon', async (signal) => {
    const { server, child, exited, output } = await runHttp();
    const session = await server.initialize('2025-11-25');
    const stream = await session.listen();
    const subscription = await server.stream(modern('s', 'subscriptions/listen', { notifications: {} }));
    const idle = await RawHttp.open(server.port);
    idle.send({ body: JSON.stringify(initialize(1, '2025-11-25')) });
    await idle.readResponse();
    const begun = Date.now();
    child.kill(signal);
    expect((await subscription.rest()).slice(-2).map(({ id, method }) => id ?? method)).toEqual([
      'notifications/cancelled',
      's',
    ]);
    expect(await stream.rest()).toEqual([]);
    expect(await exited).toBe(0);
    expect(Date.now() - begun).toBeLessThan(8000);
    expect(output.stderr.split('\n')).toHaveLength(2);
  });

  test('a hundred clients at once, each on a connection of its own, get their own answers', async () => {
    const { server } = await runHttp();
    const ids = Array.from({ length: 100 }, (_, index) => `c${index}`);
    const answers = await Promise.all(ids.map((id) => server.post(find(id))));
    expect(answers.map(({ messages }) => messages[0]?.['id'])).toEqual(ids);
  });

  test('what comes on standard input does not matter', async () => {
    const child = spawn(process.execPath, [program, '--http', '0'], { stdio: ['pipe', 'pipe', 'pipe'] });
    running.add(child);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.end(`${JSON.stringify(request(1, 'ping'))}\n`);
    await until(() => stderr.includes('\n'));
    const [, port = ''] = /:(\d+)\/mcp/u.exec(stderr) ?? [];
    const connection = await RawHttp.open(Number(port));
    connection.send({ body: JSON.stringify(find(1)), headers: modernHeaders(find(1)) });
    const head: RawHead = await connection.readHead();
    expect(head.status).toBe(200);
  });

  test('a port that is in use is an error that names it, exit code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { output, exited } = run('--http', String(port));
    expect(await exited).toBe(1);
    other.close();
    expect(output.stdout).toBe('');
    expect(output.stderr).toMatch(/^\[[^\]]+\] START \| ERROR: .*EADDRINUSE.*\n$/u);
    expect(output.stderr).toContain(`127.0.0.1:${port}`);
  });

  test('an address that is not of this machine is an error, exit code 1', async () => {
    const { output, exited } = run('--http', '0', '--host', '192.0.2.1');
    expect(await exited).toBe(1);
    expect(output.stderr).toMatch(/ START \| ERROR: .*192\.0\.2\.1/u);
  });

  test('--host is the address to listen on', async () => {
    const { server } = await runHttp('--host=127.0.0.3');
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.3:\d+\/mcp$/u);
    expect((await server.post(find(1), { Host: `127.0.0.3:${server.port}` })).status).toBe(200);
  });

  test.each([
    [['--http', 'abc'], 'Not a port: abc'],
    [['--http=70000'], 'Not a port: 70000'],
    [['--http='], 'Not a port: '],
    [['--http', '-1'], 'Unknown argument: -1'],
    [['--http', '0', 'more'], 'Unknown argument: more'],
    [['--http', '0', '--host'], '--host needs an address'],
    [['--http', '0', '--host', ''], '--host needs an address'],
    [['--http', '0', '--host='], '--host needs an address'],
    [['--host', '127.0.0.1'], '--host needs --http'],
    [['--https'], 'Unknown argument: --https'],
  ])('%j is refused with exit code 2', async (args, message) => {
    const { output, exited } = run(...args);
    expect(await exited).toBe(2);
    expect(output).toEqual({ stdout: '', stderr: `${message}. Try --help.\n` });
  });
});
