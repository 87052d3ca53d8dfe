import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { HttpSubject } from './http-kit.js';
import { RawHttp } from './raw-http.js';
import { initialize, modern, request } from './wire.js';

const running: ServerProcess[] = [];

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ exited }) => exited));
});

function run(...args: readonly string[]): ServerProcess {
  const started = startServer('dist/bookshop/server.mjs', args);
  running.push(started);
  return started;
}

/** Runs the server on a free port; a client of it that does not stop it. */
async function runHttp(...args: readonly string[]): Promise<ServerProcess & { readonly server: HttpSubject }> {
  const started = run('--http', '0', ...args);
  return { ...started, server: new HttpSubject(await started.listening(), undefined as never, async () => {}) };
}

const find = (id: unknown): object => modern(id, 'tools/call', { name: 'find_books', arguments: { query: 'dune' } });

describe('a server program over HTTP', () => {
  test('says on stderr where it listens, and serves both eras there', async () => {
    const { server, output, child, exited } = await runHttp();
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/u);
    const ids = Array.from({ length: 100 }, (_, index) => `c${index}`);
    const answers = await Promise.all(ids.map((id) => server.post(find(id))));
    expect(
      answers.map(({ messages }) => [messages[0]?.['id'], messages[0]?.['result'].structuredContent.total]),
    ).toEqual(ids.map((id) => [id, 1]));
    const session = await server.initialize('2025-11-25');
    const listed = await session.post(request(1, 'tools/list'));
    expect(listed.messages[0]?.['result'].tools).toHaveLength(3);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output).toEqual({ stdout: '', stderr: `Listening on ${server.url}\n` });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('on %s ends streams and exits with 0, soon', async (signal) => {
    const { server, child, exited, output } = await runHttp();
    // What comes on stdin does not matter, nor its end.
    child.stdin.end(`${JSON.stringify(request(1, 'ping'))}\n`);
    const session = await server.initialize('2025-11-25');
    const stream = await session.listen();
    const subscription = await server.stream(modern('s', 'subscriptions/listen', { notifications: {} }));
    const idle = await RawHttp.open(server.port);
    idle.send({ body: JSON.stringify(initialize(1, '2025-11-25')) });
    await idle.readResponse();
    child.kill(signal);
    expect((await subscription.rest()).slice(-2).map(({ id, method }) => id ?? method)).toEqual([
      'notifications/cancelled',
      's',
    ]);
    expect(await stream.rest()).toEqual([]);
    expect(await exited).toBe(0);
    expect(output.stdout).toBe('');
    expect(output.stderr.split('\n')).toHaveLength(2);
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
});
