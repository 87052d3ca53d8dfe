import { describe, expect, test, vi } from 'vitest';
import type { RequestContext } from '../../runtime/index.js';
import { oneTool } from './fixture-server.js';
import { makeBusyServer } from './http-fixture.js';
import { ask, bodyOf, converseIn, isModern, legacyRevisions, revisions, talkIn } from './revision-client.js';
import { reports, request, turn, type Wire } from './wire.js';

const cancel = (params?: object) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  ...(params === undefined ? {} : { params }),
});
const logLevelKey = 'io.modelcontextprotocol/logLevel';

/** A call of the one tool that asks for progress and, in the era that asks call by call, for all log messages. */
function call(revision: string, id: unknown, progressToken?: unknown): Wire {
  const logs = isModern(revision) ? { [logLevelKey]: 'debug' } : {};
  return ask(revision, id, 'tools/call', { name: 'probe' }, { ...logs, progressToken });
}

function paramsOf(method: string, messages: readonly Wire[]): readonly Wire[] {
  return messages.filter((message) => message['method'] === method).map(({ params }) => params as Wire);
}

describe.each(revisions)('cancellation in %s', (revision) => {
  test('stops a request, which gets no answer, and frees its id', async () => {
    const aborted: string[] = [];
    let start = (): void => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const subject = oneTool(async (_, { signal, progress, log }) => {
      start();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted.push((signal.reason as Error).message);
      progress(2);
      log.error('too late');
      throw new Error('stopped');
    });
    const conversation = await converseIn(revision, subject);
    conversation.send(call(revision, 1, 't'));
    await started;
    conversation.send(cancel({ requestId: 1 }), ask(revision, 1, 'no/such/method'));
    expect(await conversation.next()).toMatchObject({ id: 1, error: { code: -32601 } });
    expect(await conversation.end()).toEqual([]);
    expect(aborted).toEqual(['The client cancelled the request']);
    expect(reports).toEqual([]);
  });

  test('does nothing after the answer', async () => {
    const conversation = await converseIn(
      revision,
      oneTool(() => 'x'),
    );
    expect(bodyOf(await conversation.ask(call(revision, 1)))).toEqual({ content: [{ type: 'text', text: 'x' }] });
    conversation.send(cancel({ requestId: 1, reason: 'too late' }), cancel({ requestId: 1 }), call(revision, 1));
    expect(bodyOf(await conversation.next())).toEqual({ content: [{ type: 'text', text: 'x' }] });
    expect(await conversation.end()).toEqual([]);
  });

  test('of what is unknown or malformed touches nothing', async () => {
    const subject = oneTool(async () => {
      await turn();
      return 'done';
    });
    const answers = await talkIn(revision, subject, [
      call(revision, 1),
      cancel(),
      ...[{}, { requestId: 2 }, { requestId: '1' }, { requestId: null }, { requestId: [1] }, { reason: 'x' }].map(
        cancel,
      ),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: [1] },
      { method: 'notifications/cancelled', params: { requestId: 1 } },
    ]);
    expect(answers.map(bodyOf)).toEqual([{ content: [{ type: 'text', text: 'done' }] }]);
  });
});

describe.each(legacyRevisions)('ping in %s', (revision) => {
  test('is answered with an empty result while a call is running', async () => {
    const subject = oneTool(async () => {
      await turn();
      return 'done';
    });
    for (const ordered of [false, true]) {
      const answers = await talkIn(revision, subject, [call(revision, 1), request('p', 'ping')], {
        sequential: ordered,
      });
      expect(answers[0]).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
      expect(answers[1]).toHaveProperty('id', 1);
    }
  });

  test('is never sent by the server, however long a client is silent on stdio', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
    const busy = makeBusyServer();
    const opened = await converseIn(revision, busy);
    opened.send(ask(revision, 1, 'tools/call', { name: 'wait' }), request(2, 'ping'));
    expect(await opened.next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);
    vi.useRealTimers();
    busy.release();
    expect((await opened.end()).map(({ id, method }) => [id, method])).toEqual([[1, undefined]]);
  });
});

describe.each(revisions)('progress in %s', (revision) => {
  const steps = oneTool(async (_, { progress }) => {
    for (const step of [0, 0.25, 0.25, 0.1, -1, Number.NaN, 'x' as unknown as number, 1]) progress(step, 1);
    setImmediate(() => progress(2));
    return 'done';
  });

  test.each(['t', '', 0, -3, 9007199254740991])('names the token %j, and grows', async (progressToken) => {
    const messages = await talkIn(revision, steps, [call(revision, 1, progressToken)]);
    expect(paramsOf('notifications/progress', messages)).toEqual(
      [0, 0.25, 1].map((progress) => ({ progressToken, progress, total: 1 })),
    );
    expect(messages).toHaveLength(4);
  });

  test.each([undefined, null, 1.5, true, ['t'], { t: 1 }])('is not sent for the token %j', async (progressToken) => {
    expect(await talkIn(revision, steps, [call(revision, 1, progressToken)])).toHaveLength(1);
  });

  test('goes on for the request that is running and stops for the one that is done', async () => {
    const keep: RequestContext['progress'][] = [];
    const subject = oneTool(async (_, { progress }) => {
      keep.push(progress);
      if (keep.length === 1) return 'done';
      for (const late of keep) late(5);
      return 'done';
    });
    const conversation = await converseIn(revision, subject);
    expect(await conversation.ask(call(revision, 1, 'first'))).toHaveProperty('result');
    const rest = [await conversation.ask(call(revision, 2, 'second')), await conversation.next()];
    keep.forEach((late) => late(6));
    rest.push(...(await conversation.end()));
    expect(paramsOf('notifications/progress', rest)).toEqual([{ progressToken: 'second', progress: 5 }]);
  });

  test('is sent a thousand times a second and not more, and has no id', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    const subject = oneTool(async (_, { progress }) => {
      for (let step = 0; step < 1500; step += 1) progress(step);
      now.mockReturnValue(1_700_000_001_000);
      for (let step = 1500; step < 3000; step += 1) progress(step);
      return 'done';
    });
    const messages = await talkIn(revision, subject, [call(revision, 1, 't')]);
    now.mockRestore();
    const sent = paramsOf('notifications/progress', messages);
    expect(sent.map(({ progress }) => progress as unknown)).toEqual(
      Array.from({ length: 2000 }, (_, index) => (index < 1000 ? index : index + 500)),
    );
    const shapes = messages.slice(0, -1).map((message) => Object.keys(message).join(' '));
    expect(new Set(shapes)).toEqual(new Set(['jsonrpc method params']));
  });
});

describe.each(revisions)('log messages in %s', (revision) => {
  const level = (name: unknown) =>
    isModern(revision)
      ? ask(revision, 1, 'tools/call', { name: 'probe' }, { [logLevelKey]: name })
      : request(1, 'logging/setLevel', { level: name });

  test.each(['loud', 'INFO', 5, null, {}])('of the unknown level %j are refused with -32602', async (name) => {
    const answers = await talkIn(
      revision,
      oneTool(() => 'x'),
      [level(name)],
    );
    expect(answers.map(({ error }) => error?.code as unknown)).toEqual([-32602]);
  });

  test('have the level, the logger and the data that the handler names, and no id', async () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const subject = oneTool(async (_, { log }) => {
      log.warning({ shelf: 7 }, 'stock');
      log.error('text', 5 as unknown as string);
      log.error(() => 1);
      log.error(undefined);
      log.error([1]);
      log.error(cycle);
      return 'x';
    });
    const notes = (await talkIn(revision, subject, [call(revision, 1)])).slice(0, -1);
    expect(notes).toEqual(
      [
        { level: 'warning', logger: 'stock', data: { shelf: 7 } },
        { level: 'error', data: 'text' },
        { level: 'error', data: null },
        { level: 'error', data: null },
        { level: 'error', data: [1] },
        { level: 'error', data: '(data that is not JSON)' },
      ].map((params) => ({ jsonrpc: '2.0', method: 'notifications/message', params })),
    );
  });

  test('are sent a thousand times a second and not more', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    const subject = oneTool(async (_, { log }) => {
      for (let line = 0; line < 1500; line += 1) log.error(line);
      now.mockReturnValue(1_700_000_001_000);
      log.error('later');
      return 'x';
    });
    const messages = await talkIn(revision, subject, [call(revision, 1)]);
    now.mockRestore();
    const data = paramsOf('notifications/message', messages).map((params) => params['data'] as unknown);
    expect(data).toHaveLength(1001);
    expect(data.slice(-2)).toEqual([999, 'later']);
  });

  test('come from handlers alone, and only to those who want them', async () => {
    const subject = oneTool((_, { log }) => {
      log.debug('quiet');
      throw new Error('broken');
    });
    const plain = ask(revision, 1, 'tools/call', { name: 'probe' });
    expect(await talkIn(revision, subject, [plain, ask(revision, 2, 'no/such/method'), '{]'])).toHaveLength(3);
  });
});
