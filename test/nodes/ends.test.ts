import { describe, expect, test, vi } from 'vitest';
import { nameSchema, type Asking } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { postOf } from '../wire/http-kit.js';
import { fromTaskClient, oneTaskTool } from '../wire/task-client.js';
import { request, type Wire } from '../wire/wire.js';
import { at, kill, openAble, openNodes, storeKinds } from './nodes-kit.js';

const call = (id: unknown, name: string): Wire =>
  request(id, 'tools/call', { name, arguments: {}, _meta: { progressToken: 't' } });
const probe = (id: unknown): Wire => call(id, 'probe');
const textOf = (message: Wire | undefined): string => message?.['result'].content[0].text;
const answerTo = (question: Wire | undefined): Wire => ({
  jsonrpc: '2.0',
  id: question?.['id'],
  result: { action: 'accept', content: { name: 'Alice' } },
});

const greet: Asking = async (_, { elicit }) => {
  const answer = await elicit('What is your name?', nameSchema);
  return answer.action === 'accept' ? `Hello, ${answer.content['name']}!` : answer.action;
};

describe.each(storeKinds)('a process of several ends, $name', (kind) => {
  test('its questions are still answered through the others', async () => {
    const [a, b] = await openNodes(kind, oneTool(greet), { start: { shutdownTimeoutMs: 20_000 } });
    const session = await openAble(a);
    const stream = await session.stream(probe(1));
    const question = await stream.nextMessage();
    const stopped = a.stop();
    await vi.waitFor(() => expect(a.connect()).rejects.toThrow('ECONNREFUSED'));
    expect((await at(b, session).post(answerTo(question))).status).toBe(202);
    expect((await stream.rest()).map(textOf)).toEqual(['Hello, Alice!']);
    await stopped;
  });

  test('an answer that is given just before it ends is not lost', async () => {
    const busy = makeBusyServer();
    const [a, b] = await openNodes(kind, busy, { start: { shutdownTimeoutMs: 20_000 } });
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(call('p', 'part'));
    const event = await stream.nextEvent();
    expect(await stream.rest()).toEqual([]);
    const release = a.store.hold('append events:');
    busy.release();
    const stopped = a.stop();
    await a.store.untilCommand('append events:');
    release();
    await stopped;
    const messages = await (await at(b, session).listen(event?.id)).rest();
    expect(messages.map(({ id, method, result }) => [id ?? method, result?.content[0].text])).toEqual([
      ['notifications/progress', undefined],
      ['p', 'waited'],
    ]);
  });

  test('a call that it cannot finish gets an error, at the client and where the client continues', async () => {
    const [a, b] = await openNodes(kind, oneTool(greet), { start: { shutdownTimeoutMs: 50 } });
    const session = await openAble(a);
    const stream = await session.stream(probe(1));
    const event = await stream.nextEvent();
    const question = JSON.parse(event?.data ?? '') as Wire;
    await a.stop();
    const cancelled = { method: 'notifications/cancelled', params: { requestId: question['id'] } };
    const message = 'The server is shutting down and has stopped the request, which may have been partly executed.';
    const failed = { id: 1, error: { code: -32603, message, data: { reason: 'server-ended' } } };
    expect(await stream.rest()).toMatchObject([cancelled, failed]);
    const again = await (await at(b, session).listen(event?.id)).rest();
    expect(again).toMatchObject([cancelled, failed]);
  });

  test('a client has no head of a stream before it has an event to continue from', async () => {
    const busy = makeBusyServer();
    const [a] = await openNodes(kind, busy, { http: { keepAliveMs: 300 } });
    const session = await a.initialize('2025-11-25');
    const release = a.store.hold('append events:');
    const connection = await a.connect();
    connection.send(postOf(call(1, 'wait'), session.headers));
    let hasHead = false;
    const head = connection.readHead().then(() => (hasHead = true));
    await a.store.untilCommand('append events:');
    // Another answer comes in the meantime.
    await session.post(request('barrier', 'ping'));
    expect(hasHead).toBe(false);
    release();
    await head;
    expect(await connection.readChunk()).toMatch(/^id: \S+_1\nretry: 1000\n/u);
  });

  test('a process that was taken for dead does not answer a second time', async () => {
    const busy = makeBusyServer();
    const [a, b, c] = await openNodes(kind, busy, { http: { keepAliveMs: 300 } });
    const session = await a.initialize('2025-11-25');
    const stream = await session.stream(call('late', 'part'));
    const first = await stream.next();
    const event = await stream.nextEvent();
    kill(a);
    const resumed = await at(b, session).listen(event?.id);
    const failed = await resumed.rest();
    expect(failed.map(({ id, error }) => [id, error?.code])).toEqual([['late', -32603]]);
    expect(await (await at(c, session).listen(first?.id)).rest()).toEqual([JSON.parse(event?.data ?? ''), ...failed]);
    a.store.restore();
    busy.release();
    const key = `events:${String(session.headers['Mcp-Session-Id'])}:${event?.id?.split('_')[0]}`;
    const log = async (): Promise<string> => JSON.stringify((await b.store.readLog(key, 1)) ?? []);
    await vi.waitFor(async () => expect(await log()).toContain('waited'), { timeout: 10_000 });
    for (const node of [a, b, c]) expect(await (await at(node, session).listen(event?.id)).rest()).toEqual(failed);
  });
});

test('sessions and tasks show with one key that their process is alive', async () => {
  const [memory] = storeKinds;
  if (memory === undefined) throw new Error('There are no stores');
  const [a, b] = await openNodes(
    memory,
    oneTaskTool(() => new Promise(() => {})),
  );
  await a.initialize('2025-11-25');
  const { messages } = await a.post(fromTaskClient(1, 'tools/call', { name: 'probe', arguments: {} }));
  expect(messages[0]?.['result'].taskId).toEqual(expect.any(String));
  const keys = new Set(a.store.takeCommands().filter((command) => command.startsWith('write node:')));
  expect([...keys]).toEqual([expect.stringMatching(/^write node:[\da-f]{12}$/u)]);
  const [key = ''] = [...keys].map((command) => command.replace('write ', ''));
  expect(await b.store.read(key)).toBe('alive');
  await a.stop();
  expect(await b.store.read(key)).toBe('left');
});
