import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../runtime/index.js';
import { ableClient, nameSchema, probe, textOf, type Asking } from './asking.js';
import { oneTool } from './fixture-server.js';
import { HttpTestSession, serve, sessionHeaders, type HttpSubject } from './http-kit.js';
import { initialize, initialized, request, type Wire } from './wire.js';

const greet: Asking = async (_, { elicit }) => {
  const answer = await elicit('What is your name?', nameSchema);
  return answer.action === 'accept' ? `Hello, ${answer.content['name']}!` : answer.action;
};
const accepted = { action: 'accept', content: { name: 'Alice' } };

/** Serves the tool; every user is who they say in a header. */
const open = (http: HttpOptions = {}, asking: Asking = greet): Promise<HttpSubject> =>
  serve(oneTool(asking), { http, authenticate: ({ header }) => ({ principal: header('x-user') ?? 'nobody' }) });

async function openSession(server: HttpSubject, isInitialized = true): Promise<HttpTestSession> {
  const { headers } = await server.post(initialize(0, '2025-11-25', ableClient));
  const session = new HttpTestSession(server, sessionHeaders(headers['mcp-session-id'] ?? '', '2025-11-25'));
  if (isInitialized) await session.post(initialized);
  return session;
}

const call = request(1, 'tools/call', { name: 'probe', arguments: {} });
const reply = (result: object): Wire => ({ jsonrpc: '2.0', id: 'elicit_1', result });

describe('a question in a session (2025-11-25 basic/transports)', () => {
  test('comes on the stream of the call, and its answer on a POST of its own', async () => {
    const session = await openSession(await open());
    const stream = await session.stream(call);
    expect(await stream.nextMessage()).toMatchObject({ id: 'elicit_1', method: 'elicitation/create' });
    const answered = await session.post(reply(accepted));
    expect([answered.status, answered.body]).toEqual([202, '']);
    expect((await stream.rest()).map(textOf)).toEqual(['Hello, Alice!']);
  });

  test('comes at once on the stream of a call before notifications/initialized', async () => {
    const session = await openSession(await open(), false);
    const stream = await session.stream(call);
    expect(await stream.nextMessage()).toMatchObject({ id: 'elicit_1', method: 'elicitation/create' });
    await session.post(reply(accepted));
    expect((await stream.rest()).map(textOf)).toEqual(['Hello, Alice!']);
  });

  test('is not answered by another session', async () => {
    const server = await open();
    const [session, other] = [await openSession(server), await openSession(server)];
    const stream = await session.stream(call);
    await stream.nextMessage();
    await other.post(reply({ action: 'decline' }));
    await session.post(reply(accepted));
    expect((await stream.rest()).map(textOf)).toEqual(['Hello, Alice!']);
  });

  test('is not asked of a client that takes no event streams', async () => {
    const session = await openSession(await open());
    const { messages } = await session.post(call, { Accept: 'application/json' });
    expect(messages).toMatchObject([
      {
        result: {
          isError: true,
          content: [{ text: 'Elicitation failed: the client has no stream for server requests' }],
        },
      },
    ]);
  });

  test('counts as left when the server stops', async () => {
    const server = await open();
    const stream = await (await openSession(server)).stream(call);
    await stream.nextMessage();
    const stopped = server.stop();
    expect((await stream.rest()).map(textOf)).toEqual(['cancel']);
    await stopped;
  });
});

test('without sessions a legacy client cannot be asked', async () => {
  const server = await open({ sessions: false });
  const { messages } = await server.post(call, { 'MCP-Protocol-Version': '2025-11-25' });
  expect(messages).toMatchObject([{ result: { isError: true } }]);
});

describe('a question of the modern era (2026-07-28 basic/patterns/mrtr)', () => {
  test('is a plain answer, and the next request may come from anywhere', async () => {
    const server = await open();
    const { headers, messages } = await server.post(probe(1));
    expect(headers['content-type']).toBe('application/json');
    const { resultType, requestState } = messages[0]?.['result'] ?? {};
    expect(resultType).toBe('input_required');
    const second = await server.post(probe(2, { requestState, inputResponses: { ask: accepted } }));
    expect(second.messages.map(textOf)).toEqual(['Hello, Alice!']);
  });

  test('comes behind what was said before, on its stream, and never as a request', async () => {
    const server = await open({}, async (input, context) => {
      context.progress(1);
      return greet(input, context);
    });
    const { params, ...rest } = probe(1);
    const stream = await server.stream({
      ...rest,
      params: { ...params, _meta: { ...params._meta, progressToken: 't' } },
    });
    expect((await stream.rest()).map(({ id, method, result }) => [id, method, result?.resultType])).toEqual([
      [undefined, 'notifications/progress', undefined],
      [1, undefined, 'input_required'],
    ]);
  });

  test('is answered only by the client that was asked', async () => {
    const server = await open();
    const first = await server.post(probe(1), { 'X-User': 'alice' });
    const { requestState } = first.messages[0]?.['result'] ?? {};
    const more = { requestState, inputResponses: { ask: accepted } };
    const other = await server.post(probe(2, more), { 'X-User': 'mallory' });
    expect(other.messages).toMatchObject([{ error: { code: -32602 } }]);
    const same = await server.post(probe(3, more), { 'X-User': 'alice' });
    expect(same.messages.map(textOf)).toEqual(['Hello, Alice!']);
  });

  test('has status 400 when the client lacks the capability (2026-07-28 basic)', async () => {
    const { status, messages } = await (await open()).post(probe(1, {}, {}));
    expect(status).toBe(400);
    expect(messages).toMatchObject([
      { id: 1, error: { code: -32021, data: { requiredCapabilities: { elicitation: {} } } } },
    ]);
  });
});
