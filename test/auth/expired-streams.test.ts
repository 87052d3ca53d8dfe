import { afterEach, describe, expect, test, vi } from 'vitest';
import type { HandlerContext } from '../../runtime/index.js';
import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import type { HttpTestOptions } from '../wire/http-kit.js';
import type { RawStream } from '../wire/raw-http.js';
import { request as legacy } from '../wire/wire.js';
import { makeBooks, request, resource, serveBooks } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();
const bearer = async (more: object = {}) => ({
  Authorization: `Bearer ${await issuer.sign(issuer.claims(resource, more))}`,
});

afterEach(() => {
  vi.useRealTimers();
});

/** Lets tokens of the next seconds expire, also with the minute by which clocks may differ. */
const expire = (): void => void vi.setSystemTime(Date.now() + 70_000);

describe.each([
  ['one process', () => ({})],
  ['several processes', () => ({ ports: { stores: { shared: new MemoryStore() } } })],
] as readonly (readonly [string, () => HttpTestOptions])[])('when the access token has expired, %s', (_, given) => {
  const open = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const books = makeBooks({ issuers: [issuer.url] });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const find = async (_: unknown, { progress }: HandlerContext): Promise<string> => {
      progress(1);
      await released;
      return 'found';
    };
    const { tools } = books.handlers;
    const subject = { ...books, handlers: { ...books.handlers, tools: { ...tools, find } } };
    const http = { keepAliveMs: 50, legacySse: true };
    const { subject: server } = await serveBooks(subject, { ...given(), http });
    const headers = await bearer({ exp: Math.floor(Date.now() / 1000) + 5 });
    return { server, headers, release };
  };
  const call = legacy(1, 'tools/call', { name: 'find', arguments: {}, _meta: { progressToken: 't' } });

  test('the stream of a session ends, and the client comes again with a new token', async () => {
    const { server, headers } = await open();
    const session = await server.initialize('2025-11-25', headers);
    const stream = await session.listen();
    const prime = await stream.next();
    expire();
    expect(await stream.rest()).toEqual([]);
    const again = { 'Last-Event-ID': prime?.id };
    expect((await session.send('GET', again)).status).toBe(401);
    const resumed = await server.open({
      method: 'GET',
      headers: { ...session.headers, ...(await bearer()), ...again },
    });
    expect(resumed.head.status).toBe(200);
  });

  test('the stream of a call goes on to its answer, but not where it is resumed', async () => {
    const { server, headers, release } = await open();
    const session = await server.initialize('2025-11-25', headers);
    const stays = await session.stream(call);
    await stays.nextEvent();
    const moves = await session.stream({ ...call, id: 2 });
    const event = await moves.nextEvent();
    const resumed = await session.listen(event?.id);
    expire();
    expect(await resumed.rest()).toEqual([]);
    release();
    expect(await stays.rest()).toMatchObject([{ id: 1, result: { content: [{ text: 'found' }] } }]);
    const fresh = { ...session.headers, ...(await bearer()), 'Last-Event-ID': event?.id };
    const rest = await (await server.open({ method: 'GET', headers: fresh })).rest();
    expect(rest).toMatchObject([{ id: 2, result: { content: [{ text: 'found' }] } }]);
  });

  test('a subscription is cancelled, then ends with its result', async () => {
    const { server, headers } = await open();
    const filter = { notifications: { resourceSubscriptions: ['books://stock'] } };
    const message = { ...request('subscriptions/listen', filter), id: 's' };
    const stream = await server.stream(
      message,
      await bearer({ ...claimsOf(headers), scope: 'books:read books:stock' }),
    );
    await stream.nextMessage();
    expire();
    expect(await stream.rest()).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: 's', reason: 'The access token has expired' } },
      { id: 's', result: {} },
    ]);
  });

  test('the stream of a client of 2024-11-05 ends, and with it the session', async () => {
    const { server, headers } = await open();
    const stream: RawStream = await server.open({ method: 'GET', path: '/sse', headers });
    const { data: path = '' } = (await stream.next()) ?? {};
    expire();
    expect(await stream.rest()).toEqual([]);
    const fresh = { ...(await bearer()), 'Content-Type': 'application/json' };
    const { status } = await server.fetch({ path, headers: fresh, body: JSON.stringify(legacy(1, 'ping')) });
    expect(status).toBe(404);
  });
});

/** Claims of a token that expire as soon as those of another one. */
function claimsOf({ Authorization }: { readonly Authorization: string }): object {
  const [, payload = ''] = Authorization.split('.');
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly exp: number };
  return { exp };
}
