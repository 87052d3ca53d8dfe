import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nameSchema, playLegacy } from './asking.js';
import { serve } from './http-kit.js';
import { converseIn, legacyRevisions } from './revision-client.js';
import { oneTaskTool } from './task-client.js';
import { request, type Subject } from './wire.js';

/** A tool that runs only as a task, and reports its progress. */
const required = (begins?: 'handler'): Subject =>
  oneTaskTool(
    async (_input, context) => {
      context.progress(1, 2, 'half');
      await context.beginTask();
      context.progress(2, 2, 'whole');
      return 'done';
    },
    { support: 'required', ...(begins && { begins }) },
  );

const call = (id: number, meta: object = {}) =>
  request(id, 'tools/call', { name: 'probe', arguments: {}, _meta: meta });

describe.each(legacyRevisions)('a tool that requires tasks is called in revision %s', (revision) => {
  test.each([undefined, 'handler'] as const)(
    'and answers the call itself, with progress (begins: %s)',
    async (begins) => {
      const talk = await converseIn(revision, required(begins));
      talk.send(call(1, { progressToken: 'p' }));
      const messages = [await talk.next(), await talk.next(), await talk.next()];
      expect(messages.map(({ method, params }) => [method, params?.progressToken, params?.progress])).toEqual([
        ['notifications/progress', 'p', 1],
        ['notifications/progress', 'p', 2],
        [undefined, undefined, undefined],
      ]);
      expect(messages[2]).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: 'done' }] },
      });
    },
  );

  test('and is stopped when the client cancels the request', async () => {
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const subject = oneTaskTool(
      (_input, context) => {
        context.signal.addEventListener('abort', stop);
        context.progress(1);
        return new Promise(() => {});
      },
      { support: 'required' },
    );
    const talk = await converseIn(revision, subject);
    expect(await talk.ask(call(1, { progressToken: 1 }))).toMatchObject({ method: 'notifications/progress' });
    talk.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await stopped;
    expect(await talk.end()).toEqual([]);
  });
});

test('it asks the user as any other call does', async () => {
  const subject = oneTaskTool(
    async (_input, context) => {
      const answer = await context.ask('Name?', nameSchema);
      return answer.action === 'accept' ? `Hello, ${String(answer.content['name'])}!` : answer.action;
    },
    { support: 'required' },
  );
  const { asked, result } = await playLegacy(subject, () => ({ action: 'accept', content: { name: 'Ann' } }));
  expect(asked).toEqual([{ elicit_1: 'Name?' }]);
  expect(result['result'].content).toEqual([{ type: 'text', text: 'Hello, Ann!' }]);
});

test('it ends after the time limit of the tool', async () => {
  const subject = oneTaskTool(() => new Promise(() => {}), { support: 'required' }, { timeoutMs: 1 });
  const talk = await converseIn('2025-11-25', subject);
  expect((await talk.ask(call(1)))['result']).toEqual({
    content: [{ type: 'text', text: 'Tool "probe" timed out after 1 ms' }],
    isError: true,
  });
});

test('the stream of its answer is kept alive over HTTP', async () => {
  let finish = (_text: string): void => {};
  const text = new Promise<string>((resolve) => (finish = resolve));
  const server = await serve(
    oneTaskTool(() => text, { support: 'required' }),
    { http: { keepAliveMs: 20 } },
  );
  const session = await server.initialize('2025-11-25');
  const stream = await session.stream(call(1));
  let comments = 0;
  for (let event = await stream.next(); comments < 2; event = await stream.next()) {
    if (event?.data === undefined) comments += 1;
  }
  finish('at last');
  expect((await stream.rest()).at(-1)).toMatchObject({ id: 1, result: { content: [{ text: 'at last' }] } });
});

test('the official client of 2025-11-25 calls it as any other tool', async () => {
  const server = await serve(required());
  const client = new Client({ name: 'v1', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
  onTestFinished(() => client.close());
  await client.listTools();
  const progress: unknown[] = [];
  const result = await client.callTool({ name: 'probe' }, undefined, { onprogress: (each) => progress.push(each) });
  expect(result.content).toEqual([{ type: 'text', text: 'done' }]);
  expect(progress).toEqual([
    { progress: 1, total: 2, message: 'half' },
    { progress: 2, total: 2, message: 'whole' },
  ]);
});
