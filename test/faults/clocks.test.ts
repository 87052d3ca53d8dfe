import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { lockFile, withLock } from '../../generator/pipeline/write/lock.js';
import { isGitAtWork } from '../../generator/tools/watch/git-at-work.js';
import { error } from '../../runtime/index.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { openSession } from '../wire/http-fixture.js';
import { until } from '../wire/http-kit.js';
import { oneTool } from '../wire/fixture-server.js';
import { makeGate, oneTaskTool, openTaskClient } from '../wire/task-client.js';
import { converse, feed, modern, parseLines, request, talk } from '../wire/wire.js';
import { holdClocks, hourMs, stepClock } from './inject/clocks.js';
import { countTries } from './inject/disk.js';
import { bendTimers } from './inject/timers.js';

const steps: readonly (readonly [string, number])[] = [
  ['forwards', 3 * hourMs],
  ['backwards', -3 * hourMs],
];

test.each(steps)('a clock that is set %s ends no session', async (_, step) => {
  holdClocks('performance', 'setInterval');
  const { session } = await openSession('2025-11-25', { http: { sessionIdleMs: 60_000, keepAliveMs: 10 } });
  stepClock(step);
  vi.advanceTimersByTime(50);
  expect((await session.post(request(1, 'ping'))).messages).toMatchObject([{ id: 1, result: {} }]);
});

test.each(steps)('a clock that is set %s neither forgets a task nor keeps it longer', async (_, step) => {
  holdClocks('performance');
  const client = openTaskClient(oneTaskTool(() => new Promise(() => {}), { ttlMs: 60_000 }));
  const taskId = await client.begin();
  stepClock(step);
  expect(await client.get(taskId)).toMatchObject({ status: 'working' });
  vi.advanceTimersByTime(59_000);
  expect(await client.get(taskId)).toMatchObject({ status: 'working' });
  vi.advanceTimersByTime(1001);
  expect((await client.request('tasks/get', { taskId }))['error']).toMatchObject({ code: -32602 });
});

test.each(steps)('a clock that is set %s leaves `timeoutMs` as it is', async (_, step) => {
  holdClocks('performance', 'setTimeout');
  const called = makeGate();
  const subject = oneTool(() => (called.open(), new Promise(() => {})), { timeoutMs: 150 });
  const client = converse(subject);
  client.send(request(1, 'tools/call', { name: 'probe' }));
  await called.opened;
  stepClock(step);
  await vi.advanceTimersByTimeAsync(149);
  expect(await client.ask(request(2, 'ping'))).toMatchObject({ id: 2 });
  await vi.advanceTimersByTimeAsync(1);
  expect((await client.next())['result']).toMatchObject({ isError: true });
});

test('a clock that is set back while notifications are counted stops none', async () => {
  let step = 0;
  const subject = oneTool((_, { log }) => {
    for (let count = 0; count < 10; count += 1) {
      log.error(count);
      if (count === 5) stepClock((step -= hourMs));
    }
    return 'done';
  });
  const answers = await talk(subject, [request(1, 'tools/call', { name: 'probe' })]);
  expect(answers.filter(({ method }) => method === 'notifications/message')).toHaveLength(10);
});

test('a state that is sealed before the clock is set back is opened', async () => {
  const subject = oneTool(async (_, { elicit }) => {
    const { action } = await elicit('Go on?', { type: 'object', properties: {} });
    return action === 'accept' ? 'went on' : error('stopped');
  });
  const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  const client = converse(subject);
  const { result } = await client.ask(modern(1, 'tools/call', { name: 'probe' }, capabilities));
  stepClock(-3 * hourMs);
  const { requestState, inputRequests } = result as { requestState: string; inputRequests: object };
  const inputResponses = Object.fromEntries(
    Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: {} }]),
  );
  const again = { name: 'probe', requestState, inputResponses };
  expect(await client.ask(modern(2, 'tools/call', again, capabilities))).toMatchObject({
    result: { content: [{ text: 'went on' }] },
  });
});

test.each(steps)('a clock that is set %s changes nothing about the wait for another run', async (_, step) => {
  const { project, tries } = countTries(makeFolder());
  const [begun, ended] = [makeGate(), makeGate()];
  const held = withLock(project, async () => {
    begun.open();
    await ended.opened;
    return 'first';
  });
  await begun.opened;
  const next = withLock(project, async () => 'second');
  await until(() => tries() === 2);
  stepClock(step);
  await until(() => tries() === 3);
  ended.open();
  expect([await held, await next]).toEqual(['first', 'second']);
});

test('a run that waits for a lock gives up after two seconds, also when the clock is set back', async () => {
  const { project, tries } = countTries(makeFolder());
  putFiles(project.root, { 'generated/.lock': JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }) });
  const waiting = withLock(project, async () => 'never').catch((reason: Error) => reason.message);
  await until(() => tries() === 1);
  stepClock(-3 * hourMs);
  expect(await waiting).toBe('process 1 on elsewhere');
  expect(lockFile(project)).toContain('.lock');
});

test('a lock of git from a time that has not come holds no run up', () => {
  const root = makeFolder();
  putFiles(root, { '.git/HEAD': 'ref: refs/heads/main\n' });
  const lock = join(root, '.git', 'index.lock');
  writeFileSync(lock, '');
  expect(isGitAtWork(root)).toBe(true);
  const tomorrow = new Date(Date.now() + 24 * hourMs);
  utimesSync(lock, tomorrow, tomorrow);
  expect(isGitAtWork(root)).toBe(false);
});

test('a `shutdownTimeoutMs` that no timer can hold waits, and does not end at once', async () => {
  const subject = oneTool(() => new Promise((resolve) => setTimeout(() => resolve('done'), 50)));
  const line = `${JSON.stringify(request(1, 'tools/call', { name: 'probe' }))}\n`;
  const answers = parseLines(await feed(subject, [line], { shutdownTimeoutMs: Number.MAX_SAFE_INTEGER }));
  expect(answers).toMatchObject([{ id: 1, result: { content: [{ text: 'done' }] } }]);
});

test.each([
  ['early', (ms: number) => Math.max(0, ms - 30)],
  ['late', (ms: number) => ms + 60],
])('timers that fire too %s cost no answer', async (_, bend) => {
  bendTimers(bend);
  const { busy, server, session } = await openSession('2025-11-25', { http: { keepAliveMs: 20 } });
  const stream = await session.stream(request(1, 'tools/call', { name: 'wait' }));
  const modernCall = server.post(modern(2, 'tools/call', { name: 'wait' }));
  for (let signs = 0; signs < 3; signs += 1) await stream.next();
  await until(() => busy.waiting.length === 2);
  busy.release();
  const { messages } = await modernCall;
  expect(messages).toMatchObject([{ id: 2, result: {} }]);
  expect(JSON.stringify(await stream.rest())).toContain('"id":1');
});
