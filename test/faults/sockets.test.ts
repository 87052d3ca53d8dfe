import { describe, expect, test } from 'vitest';
import type { RequestContext } from '../../runtime/index.js';
import { expectUnharmed } from '../wire/expect-unharmed.js';
import { makeBusyServer, openSession } from '../wire/http-fixture.js';
import { later, postOf, serve, until } from '../wire/http-kit.js';
import { oneTool } from '../wire/fixture-server.js';
import { formatRequest } from '../wire/raw-http.js';
import { modern, reports, request, type Wire } from '../wire/wire.js';

const wait = (id: number): Wire => modern(id, 'tools/call', { name: 'wait' });

/** Ways in which a client leaves. */
const leaving = ['ends its side', 'closes', 'resets'] as const;

function leave(socket: { endInput(): void; destroy(): void; reset(): void }, how: (typeof leaving)[number]): void {
  if (how === 'ends its side') socket.endInput();
  else if (how === 'closes') socket.destroy();
  else socket.reset();
}

describe.each(leaving)('a client that %s', (how) => {
  test('while its answer is made, has its modern request cancelled', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy);
    const connection = await server.connect();
    connection.send(postOf(wait(1)));
    await until(() => busy.waiting.length === 1);
    leave(connection.socket, how);
    await until(() => busy.stopped.length === 1);
    expect(busy.stopped).toEqual(['The client closed the connection']);
    await expectUnharmed(server);
    expect(reports).toEqual([]);
  });

  test('while its answer is made, fetches it later in a session', async () => {
    const { busy, server, session } = await openSession('2025-11-25', { http: { keepAliveMs: 10 } });
    const connection = await server.connect();
    connection.send(postOf(request(7, 'tools/call', { name: 'wait' }), session.headers));
    await connection.readHead();
    const [, id = ''] = /^id: (\S+)$/mu.exec((await connection.readChunk()) ?? '') ?? [];
    leave(connection.socket, how);
    await later(30);
    busy.release();
    expect(busy.stopped).toEqual([]);
    expect(await (await session.listen(id)).rest()).toMatchObject([{ id: 7, result: {} }]);
    expect(reports).toEqual([]);
  });

  test('in the middle of its request, calls nothing and is forgotten', async () => {
    const calls: unknown[] = [];
    const server = await serve(oneTool((input) => calls.push(input)));
    const whole = formatRequest(postOf(modern(1, 'tools/call', { name: 'probe' })));
    const head = whole.indexOf('\r\n\r\n');
    for (const cut of [3, head - 5, head + 4, head + 30, whole.length - 1]) {
      const { socket } = await server.connect();
      socket.write(whole.subarray(0, cut));
      await later(10);
      leave(socket, how);
    }
    await later(30);
    await expectUnharmed(server);
    expect([calls, reports]).toEqual([[], []]);
  });

  test('in the middle of a stream, has its request cancelled, and nothing more is written', async () => {
    const busy = makeBusyServer();
    const server = await serve(busy, { http: { keepAliveMs: 10 } });
    const { connection } = await server.stream(wait(1));
    await connection.readChunk();
    leave(connection.socket, how);
    await until(() => busy.stopped.length === 1);
    await later(30);
    await expectUnharmed(server);
    expect(reports).toEqual([]);
  });

  test('while `authenticate` decides, has its request refused or cancelled, and holds no place', async () => {
    const busy = makeBusyServer();
    let decide = (): void => {};
    const decided = new Promise<void>((resolve) => (decide = resolve));
    let asked = 0;
    const server = await serve(busy, {
      http: { maxRequests: 2 },
      authenticate: async () => {
        asked += 1;
        if (asked === 1) await decided;
        return { principal: 'ada' };
      },
    });
    const connection = await server.connect();
    connection.send(postOf(wait(1)));
    await until(() => asked === 1);
    leave(connection.socket, how);
    await later(20);
    decide();
    await later(20);
    for (const id of [2, 3]) expect((await server.post(modern(id, 'tools/list'))).status).toBe(200);
    expect(busy.waiting.length - busy.stopped.length).toBe(0);
  });
});

describe('a client that reads slowly', () => {
  const size = 3_000_000;
  const big = oneTool(() => 'x'.repeat(size));

  test('gets a long answer whole, and others do not wait for it', async () => {
    const server = await serve(big);
    const connection = await server.connect();
    connection.socket.pause();
    connection.send(postOf(modern(1, 'tools/call', { name: 'probe' })));
    await expectUnharmed(server);
    for (let turn = 0; turn < 5; turn += 1) {
      connection.socket.resume();
      await later(2);
      connection.socket.pause();
    }
    connection.socket.resume();
    const { messages } = await connection.readResponse();
    expect(messages[0]?.['result'].content[0].text).toHaveLength(size);
  });

  test('or never, makes the server read no more requests than it can answer', async () => {
    let calls = 0;
    const server = await serve(
      oneTool(() => {
        calls += 1;
        return 'x'.repeat(200_000);
      }),
    );
    const connection = await server.connect();
    connection.socket.pause();
    const bytes = formatRequest(postOf(modern(1, 'tools/call', { name: 'probe' })));
    for (let count = 0; count < 1000; count += 1) connection.socket.write(bytes);
    let seen = -1;
    while (seen !== calls) {
      seen = calls;
      await later(200);
    }
    // Requests that came in one piece of 64 kB are answered together; the other ones wait in the socket.
    expect([calls > 0, calls < 500]).toEqual([true, true]);
    connection.socket.reset();
    await expectUnharmed(server);
  });
});

describe('what `authenticate` returns', () => {
  const who = modern(1, 'tools/list');

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['false', false],
    ['an empty text', ''],
    ['0', 0],
  ])('%s, refuses the request with 401', async (_, returned) => {
    const server = await serve(makeBusyServer(), { authenticate: (async () => returned) as never });
    expect((await server.post(who)).status).toBe(401);
    expect(reports).toEqual([]);
  });

  test.each([
    ['true', true],
    ['a text', 'ada'],
    ['a list', ['ada']],
    ['an object without a principal', { scopes: [] }],
    ['a principal that is undefined', { principal: undefined }],
    ['a principal that is an object', { principal: { id: 1 } }],
    ['a function', () => 'ada'],
  ])('%s, lets nobody in, and the operator is told', async (_, returned) => {
    const busy = makeBusyServer();
    const server = await serve(busy, { authenticate: (async () => returned) as never });
    const { status, body } = await server.post(wait(1));
    expect(status).toBe(500);
    expect(body).toContain('Internal error');
    expect(busy.waiting).toEqual([]);
    expect(reports.join('')).toContain('authenticate must return an object whose `principal` is a string');
  });

  test('never, holds up nobody but who waits for it, and the end for `drainMs`', async () => {
    const server = await serve(makeBusyServer(), {
      start: { drainMs: 100 },
      authenticate: ({ header }) => (header('authorization') === 'slow' ? new Promise(() => {}) : { principal: 'ada' }),
    });
    const connection = await server.connect();
    connection.send(postOf(who, { Authorization: 'slow' }));
    await later(20);
    expect((await server.post(who)).status).toBe(200);
    const begun = performance.now();
    await server.stop();
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

test('a handler that writes to a connection that was reset does no harm', async () => {
  let context: RequestContext | undefined;
  const subject = oneTool((_, given) => {
    context = given;
    return new Promise(() => {});
  });
  const server = await serve(subject);
  const connection = await server.connect();
  connection.send(postOf(modern(1, 'tools/call', { name: 'probe', _meta: {} }, { progressToken: 1 })));
  await until(() => context !== undefined);
  connection.socket.reset();
  for (let count = 1; count < 50; count += 1) {
    context?.progress(count);
    await new Promise(setImmediate);
  }
  await until(() => context?.signal.aborted === true);
  await expectUnharmed(server);
  expect(reports).toEqual([]);
});
