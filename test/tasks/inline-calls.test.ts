import { beforeEach, describe, expect, test } from 'vitest';
import { ProtocolError } from '../../runtime/index.js';
import { nameSchema, type Asking } from '../wire/asking.js';
import { makeValidator } from '../wire/fixture-server.js';
import { HttpTarget, type HttpTestSession } from '../wire/http-kit.js';
import { makeGate, oneTaskTool } from '../wire/task-client.js';
import { request, type Subject, type Wire } from '../wire/wire.js';
import { openNode, type TaskNode } from './task-node.js';
import { newState, type OpenStores } from './test-stores.js';

function durable(handler: Asking, task: object = {}, overrides: object = {}): Subject {
  const options = { durable: true, support: 'required', ...task } as const;
  const { definition, handlers } = oneTaskTool(handler, options, overrides);
  return { definition: { ...definition, hasDurableTasks: true }, handlers };
}

/** A session of a client that knows no tasks. */
function connect(
  node: TaskNode,
  capabilities: object = { elicitation: { form: {}, url: {} } },
): Promise<HttpTestSession> {
  return new HttpTarget(node.url).initialize('2025-11-25', { 'X-User': 'ann' }, capabilities);
}

const call = (id: number, args: object = {}): Wire =>
  request(id, 'tools/call', { name: 'probe', arguments: args, _meta: { progressToken: 'p' } });
const textOf = (answer: Wire | undefined): string => answer?.['result'].content[0].text;

describe.each(['memory', 'redis'] as const)(
  'a call that waits for a durable task, of a client without tasks: %s',
  (kind) => {
    let join: OpenStores;
    /** Two processes: one that clients call, and a worker. */
    const open = async (subject: Subject): Promise<TaskNode> => {
      const node = await openNode(subject, await join());
      await (await openNode(subject, await join())).work();
      return node;
    };

    beforeEach(() => {
      join = newState(kind);
    });

    test('is made by a worker, shows its progress while it runs, and is answered with its result', async () => {
      const gate = makeGate();
      const subject = durable(async ({ word }, context) => {
        context.progress(1, 2, 'half');
        await gate.opened;
        return JSON.stringify({ word, principal: context.auth?.principal });
      });
      const session = await connect(await open(subject));
      const stream = await session.stream(call(1, { word: 'yes' }));
      expect(await stream.nextMessage()).toMatchObject({
        method: 'notifications/progress',
        params: { progressToken: 'p', progress: 1, total: 2, message: 'half' },
      });
      gate.open();
      const result = { content: [{ type: 'text', text: '{"word":"yes","principal":"ann"}' }] };
      expect(await stream.rest()).toEqual([{ jsonrpc: '2.0', id: 1, result }]);
    });

    test('asks the user, forms and pages, in the stream of the request', async () => {
      const subject = durable(async (_input, context) => {
        const page = await context.elicit('Sign in?', { url: 'https://example.com/' });
        const form = await context.elicit('Name?', nameSchema, { key: 'name' });
        return `${page.action}, ${form.action === 'accept' ? String(form.content['name']) : form.action}`;
      });
      const session = await connect(await open(subject));
      const stream = await session.stream(call(1));
      const page = (await stream.nextMessage()) ?? {};
      expect(page).toMatchObject({
        method: 'elicitation/create',
        params: { mode: 'url', url: 'https://example.com/' },
      });
      await session.post({ jsonrpc: '2.0', id: page['id'], result: { action: 'accept' } });
      const bad = (await stream.nextMessage()) ?? {};
      await session.post({ jsonrpc: '2.0', id: bad['id'], result: { action: 'accept', content: { name: 1 } } });
      const again = (await stream.nextMessage()) ?? {};
      expect(again['params'].message).toContain('The previous response was invalid');
      await session.post({ jsonrpc: '2.0', id: again['id'], result: { action: 'accept', content: { name: 'Ann' } } });
      expect(textOf((await stream.rest()).at(-1))).toBe('accept, Ann');
    });

    test('fails as any other call does where the client cannot be asked, or refuses', async () => {
      const subject = durable(async ({ what }, context) =>
        what === 'ask' ? (await context.elicit('Name?', nameSchema)).action : JSON.stringify(await context.roots()),
      );
      const node = await open(subject);
      const unable = await connect(node, {});
      expect((await unable.post(call(1, { what: 'ask' }))).messages.at(-1)?.['result']).toEqual({
        content: [
          { type: 'text', text: 'Elicitation failed: the client does not declare the capability elicitation.form' },
        ],
        isError: true,
      });
      const refusing = await connect(node, { roots: {} });
      const stream = await refusing.stream(call(2));
      const asked = (await stream.nextMessage()) ?? {};
      await refusing.post({ jsonrpc: '2.0', id: asked['id'], error: { code: -1, message: 'Not today' } });
      expect((await stream.rest()).at(-1)?.['result']).toEqual({
        content: [{ type: 'text', text: 'The client refused roots/list: Not today' }],
        isError: true,
      });
    });

    test('ends the task when the client cancels the request', async () => {
      let stop = (): void => {};
      const stopped = new Promise<void>((resolve) => (stop = resolve));
      const subject = durable((_input, context) => {
        context.signal.addEventListener('abort', stop);
        context.progress(1);
        return new Promise(() => {});
      });
      const session = await connect(await open(subject));
      const stream = await session.stream(call(1));
      expect(await stream.nextMessage()).toMatchObject({ method: 'notifications/progress' });
      await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
      await stopped;
    });

    test('gets the errors of the call', async () => {
      const subject = durable(() => {
        throw new ProtocolError(7, 'No', { why: 'so' });
      });
      const session = await connect(await open(subject));
      const { messages } = await session.post(call(1));
      expect(messages.at(-1)?.['error']).toEqual({ code: 7, message: 'No', data: { why: 'so' } });
    });

    test('ends with the time of the task when no worker takes it', async () => {
      const session = await connect(
        await openNode(
          durable(() => 'done', { ttlMs: 300 }),
          await join(),
        ),
      );
      const { messages } = await session.post(call(1));
      expect(messages.at(-1)?.['result']).toEqual({
        content: [{ type: 'text', text: 'The task has expired' }],
        isError: true,
      });
    });
  },
);

test('wrong arguments are answered at once, without a worker', async () => {
  const refuse = makeValidator(() => [{ instancePath: '', keyword: 'required', params: { missingProperty: 'q' } }]);
  const subject = durable(() => 'done', {}, { validators: async () => ({ input: refuse }) });
  const session = await connect(await openNode(subject, await newState('memory')()));
  const { messages } = await session.post(call(1));
  expect(textOf(messages[0])).toContain('Invalid arguments for tool "probe"');
});

describe.each(['memory', 'redis'] as const)('durable tasks of clients of 2025-11-25: %s', (kind) => {
  test('are polled, asked and fetched at another process than the one that began them', async () => {
    const subject = durable(async (_input, context) => {
      const form = await context.elicit('Name?', nameSchema, { key: 'name' });
      return form.action === 'accept' ? String(form.content['name']) : form.action;
    });
    const join = newState(kind);
    const [here, there] = [await openNode(subject, await join()), await openNode(subject, await join())];
    await (await openNode(subject, await join())).work();
    const begun = await (await connect(here)).post(request(1, 'tools/call', { name: 'probe', task: {} }));
    const { taskId, status } = begun.messages[0]?.['result']?.task ?? {};
    expect(status).toBe('working');
    const session = await connect(there);
    const stream = await session.stream(request(2, 'tasks/result', { taskId }));
    let asked = (await stream.nextMessage()) ?? {};
    while (asked['method'] === 'notifications/tasks/status') asked = (await stream.nextMessage()) ?? {};
    expect(asked).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'Name?', _meta: { 'io.modelcontextprotocol/related-task': { taskId } } },
    });
    await session.post({ jsonrpc: '2.0', id: asked['id'], result: { action: 'accept', content: { name: 'Ann' } } });
    expect((await stream.rest()).at(-1)?.['result']).toEqual({
      content: [{ type: 'text', text: 'Ann' }],
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    });
    const again = await (await connect(here)).post(request(3, 'tasks/get', { taskId }));
    expect(again.messages[0]?.['result']).toMatchObject({ taskId, status: 'completed', ttl: 3_600_000 });
  });
});

test('wrong arguments of a durable task of 2025-11-25 make it fail', async () => {
  const refuse = makeValidator(() => [{ instancePath: '', keyword: 'required', params: { missingProperty: 'q' } }]);
  const subject = durable(() => 'done', {}, { validators: async () => ({ input: refuse }) });
  const session = await connect(await openNode(subject, await newState('memory')()));
  const begun = await session.post(request(1, 'tools/call', { name: 'probe', arguments: {}, task: {} }));
  const { taskId } = begun.messages[0]?.['result']?.task ?? {};
  const { messages } = await session.post(request(2, 'tasks/result', { taskId }));
  expect(messages.at(-1)?.['result']).toMatchObject({ isError: true });
});
