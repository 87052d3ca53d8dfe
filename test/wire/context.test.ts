import { describe, expect, test } from 'vitest';
import type { RequestContext } from '../../runtime/index.js';
import { oneTool } from './fixture-server.js';
import { serve } from './http-kit.js';
import { ask, revisions, talkIn } from './revision-client.js';
import { modern, request } from './wire.js';

const client = { name: 'raw-bytes', version: '0.0.0' };

/** Calls a tool in a revision and gives what a look at its context finds. */
async function look<Found>(
  revision: string,
  find: (context: RequestContext) => Found,
  meta: object = {},
): Promise<Found> {
  const found: Found[] = [];
  const subject = oneTool((_, context) => {
    found.push(find(context));
    return 'seen';
  });
  await talkIn(revision, subject, [ask(revision, 1, 'tools/call', { name: 'probe', arguments: {} }, meta)]);
  if (found.length !== 1) throw new Error(`The tool was called ${found.length} times`);
  return found[0] as Found;
}

describe.each(revisions)('the context in %s', (revision) => {
  test('names the revision and the client', async () => {
    expect(
      await look(revision, (context) => [context.protocolVersion, context.client, context.clientCapabilities]),
    ).toEqual([revision, client, {}]);
  });

  test('has the metadata of the request as sent', async () => {
    const meta = { 'com.example/key': { deep: [1, null] }, progressToken: 'p' };
    expect(await look(revision, (context) => context.meta, meta)).toMatchObject(meta);
  });

  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  test.each([
    [
      { traceparent, tracestate: 'vendor=1', baggage: 'user=ann' },
      { traceparent, tracestate: 'vendor=1', baggage: 'user=ann' },
    ],
    [{ traceparent }, { traceparent }],
    [{ baggage: 'user=ann' }, { baggage: 'user=ann' }],
    [{ tracestate: 'vendor=1' }, undefined],
    [{ traceparent: 'nonsense', tracestate: 'vendor=1' }, undefined],
    [{ traceparent: 7, baggage: 7 }, undefined],
    [{}, undefined],
  ])('reads a trace from %j', async (meta, expected) => {
    expect(await look(revision, ({ trace }) => trace, meta)).toEqual(expected);
  });

  test('knows of no HTTP and of no authenticated caller on stdio', async () => {
    expect(await look(revision, ({ http, auth, signal }) => [http, auth, signal.aborted])).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  test('lets go of no connection on stdio', async () => {
    const subject = oneTool((_, context) => {
      context.closeStream();
      return 'still here';
    });
    const answers = await talkIn(revision, subject, [ask(revision, 1, 'tools/call', { name: 'probe' })]);
    expect(answers.at(-1)?.['result'].content[0].text).toBe('still here');
  });
});

describe('the context over HTTP', () => {
  const probe = oneTool((_, { http }) => {
    const header = http?.header;
    return {
      method: http?.method,
      url: http?.url,
      once: header?.('x-Once'),
      twice: header?.('X-Twice'),
      none: header?.('X-None') ?? null,
    };
  });

  test('shows the request that brought the message', async () => {
    const server = await serve(probe, { http: { sessions: false } });
    const headers = { 'X-Once': 'one', 'X-Twice': 'a', 'x-twice': 'b' };
    const expected = { method: 'POST', url: '/mcp', once: 'one', twice: 'a, b', none: null };
    for (const message of [modern(1, 'tools/call', { name: 'probe' }), request(1, 'tools/call', { name: 'probe' })]) {
      const { messages } = await server.post(message, headers);
      expect(JSON.parse(messages[0]?.['result'].content[0].text)).toEqual(expected);
    }
  });

  test('shows each message of a session the request that brought it', async () => {
    const server = await serve(probe);
    const session = await server.initialize('2025-11-25', { 'X-Once': 'first' });
    const { messages } = await session.post(request(1, 'tools/call', { name: 'probe' }), { 'X-Once': 'second' });
    expect(JSON.parse(messages[0]?.['result'].content[0].text).once).toBe('second');
  });
});
