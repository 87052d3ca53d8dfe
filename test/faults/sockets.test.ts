import { describe, expect, test } from 'vitest';
import { expectUnharmed } from '../wire/expect-unharmed.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { later, postOf, serve } from '../wire/http-kit.js';
import { oneTool } from '../wire/fixture-server.js';
import { formatRequest } from '../wire/raw-http.js';
import { makeGate } from '../wire/task-client.js';
import { modern, reports, type Wire } from '../wire/wire.js';

const wait = (id: number): Wire => modern(id, 'tools/call', { name: 'wait' });

test('a client that does not read makes the server read no more requests than it can answer', async () => {
  let calls = 0;
  const server = await serve(
    oneTool(() => {
      calls += 1;
      return 'x'.repeat(200_000);
    }),
  );
  // Loads the code of calls: requests that wait for it are all read.
  await server.post(modern(1, 'tools/call', { name: 'probe' }));
  const connection = await server.connect();
  connection.socket.pause();
  const bytes = formatRequest(postOf(modern(1, 'tools/call', { name: 'probe' })));
  for (let count = 0; count < 1000; count += 1) connection.socket.write(bytes);
  for (let seen = 0; seen !== calls || seen === 1;) {
    seen = calls;
    await later(200);
  }
  // Requests that came in one piece of 64 kB are answered together; the other ones wait in the socket.
  expect(calls).toBeLessThan(500);
  connection.socket.reset();
  await expectUnharmed(server);
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
  ])('%s, admits no caller, and the operator is told', async (_, returned) => {
    const busy = makeBusyServer();
    const server = await serve(busy, { authenticate: (async () => returned) as never });
    const { status, body } = await server.post(wait(1));
    expect(status).toBe(500);
    expect(body).toContain('Internal error');
    expect(busy.waiting).toEqual([]);
    expect(reports.join('')).toContain('authenticate must return an object whose `principal` is a string');
  });

  test('never, holds up only the caller that waits for it, and the end for `shutdownTimeoutMs`', async () => {
    const asked = makeGate();
    const server = await serve(makeBusyServer(), {
      start: { shutdownTimeoutMs: 100 },
      authenticate: ({ header }) => {
        if (header('authorization') !== 'slow') return { principal: 'ada' };
        asked.open();
        return new Promise(() => {});
      },
    });
    const connection = await server.connect();
    connection.send(postOf(who, { Authorization: 'slow' }));
    await asked.opened;
    expect((await server.post(who)).status).toBe(200);
    await server.stop();
  });
});
