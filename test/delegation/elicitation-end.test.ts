import { expect, test } from 'vitest';
import { sessionHeaders } from '../wire/http-kit.js';
import type { RawHeaders, RawStream } from '../wire/raw-http.js';
import { initialize, initialized, request, type Wire } from '../wire/wire.js';
import { Browser } from './browser.js';
import { useConsentingShop } from './consenting-shop.js';

const at = useConsentingShop();

test('the end of a visit is told with the id of the question, on the stream of the client that was asked', async () => {
  const server = await at.open();
  const { subject } = server;

  /** Opens a session of a client that can show pages, and its stream for messages outside of calls. */
  async function openSession(user: string): Promise<{ readonly headers: RawHeaders; readonly stream: RawStream }> {
    const own = { Authorization: `Bearer ${await at.tokenOf(server, user)}` };
    const hello = initialize('init', '2025-11-25');
    const params = { ...(hello['params'] as object), capabilities: { elicitation: { url: {} } } };
    const response = await subject.post({ ...hello, params }, own);
    const headers = { ...own, ...sessionHeaders(response.headers['mcp-session-id'] ?? '', '2025-11-25') };
    await subject.post(initialized, headers);
    return { headers, stream: await subject.open({ method: 'GET', headers }) };
  }

  const [asked, elsewhere, other] = [await openSession('ada'), await openSession('ada'), await openSession('bob')];
  const call = await subject.stream(request(1, 'tools/call', { name: 'list_orders', arguments: {} }), asked.headers);
  const question = await call.nextMessage();
  const params = question?.['params'] as Wire;
  expect(question).toMatchObject({ method: 'elicitation/create', params: { mode: 'url' } });
  expect(params['elicitationId']).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
  const answer = { jsonrpc: '2.0', id: question?.['id'] as string, result: { action: 'accept' } };
  expect((await subject.post(answer, asked.headers)).status).toBe(202);
  expect((await new Browser('ada').open(params['url'] as string)).text).toContain('orders is connected');
  expect(await call.nextMessage()).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/elicitation/complete',
    params: { elicitationId: params['elicitationId'] as string },
  });
  expect(await call.nextMessage()).toMatchObject({ id: 1, result: { structuredContent: {} } });
  // Streams of sessions end with the server; nothing else came on them.
  const left = [asked, elsewhere, other].map(({ stream }) => stream.nextMessage());
  await subject.stop();
  expect(await Promise.all(left)).toEqual([undefined, undefined, undefined]);
});
