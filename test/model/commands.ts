import fc from 'fast-check';
import { expect } from 'vitest';
import type { ServerControl } from '../../runtime/index.js';
import { findNotificationFault, findRequestFault, findResultFault } from '../kit/check-message.js';
import { modernMeta, type Wire } from '../wire/wire.js';
import { beQuiet, take, type Client } from './clients.js';
import type { ModelServer } from './model-server.js';
import { exchanges, illegalMessages, isModern, type Reference } from './reference.js';

/** The system under test. */
export interface Real {
  readonly client: Client;
  readonly server: ModelServer;
}

type Command = fc.AsyncCommand<Reference, Real>;

/** A message in the era of the session: a request, or a notification when there is no id. */
function request(session: Reference, id: number | undefined, method: string, params: object): Wire {
  const meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
  return { jsonrpc: '2.0', id, method, params: isModern(session) ? { ...params, _meta: meta } : params };
}

const answers = (id: unknown) => (message: Wire) => message['method'] === undefined && message['id'] === id;

/** Checks a result by the schema of the revision, and by what the model knows about it. */
function expectResult({ revision }: Reference, method: string, answer: Wire, expected: object): void {
  expect(findResultFault(revision, method, answer['result'])).toBeUndefined();
  expect(answer['result']).toMatchObject(expected);
}

function expectNotification(message: Wire): void {
  expect(findNotificationFault(message)).toBeUndefined();
}

function command(name: string, check: (session: Reference) => boolean, run: Command['run']): Command {
  return { check, run, toString: () => name };
}

/** A request that is answered at once. */
const exchange = (name: string): Command =>
  command(
    name,
    () => true,
    async (session, { client }) => {
      const { method, params, era, answer, effect } = exchanges[name] ?? fail(name);
      const id = session.nextId++;
      client.send(request(session, id, method, params));
      const received = await take(client, answers(id));
      const isKnown = era === undefined || (era === 'modern') === isModern(session);
      const expected = isKnown ? answer(session) : { code: -32601 };
      if ('code' in expected) {
        expect(received['error']).toMatchObject({ code: expected.code, message: expect.any(String) as string });
        return;
      }
      expectResult(session, method, received, expected.result);
      effect?.(session);
    },
  );

function fail(name: string): never {
  throw new Error(`There is no exchange "${name}"`);
}

/** A notification, known or not: nothing answers it. */
const notify = (method: string): Command =>
  command(
    method,
    () => true,
    async (session, { client }) => {
      client.send(request(session, undefined, method, {}));
      await beQuiet();
      expect(client.inbox).toEqual([]);
    },
  );

/** A message that is no JSON-RPC. A modern client over HTTP has no session that such a message could belong to. */
const illegal = (at: number): Command =>
  command(
    `illegal ${at}`,
    (session) => !isModern(session),
    async (session, { client }) => {
      const [message, id] = illegalMessages[at] ?? [];
      client.send(message);
      const received = await take(client, (each) => each['error'] !== undefined && each['id'] === id);
      expect(received['error']).toMatchObject({ code: -32600 });
      expect(session.waiting.has(received['id'] as number)).toBe(false);
    },
  );

const batch: Command = command(
  'batch',
  (session) => !isModern(session),
  async (session, { client }) => {
    const [first, second] = [session.nextId++, session.nextId++];
    client.send([
      request(session, first, 'ping', {}),
      { jsonrpc: '2.0', method: 'notifications/unknown' },
      request(session, second, 'tools/invent', {}),
    ]);
    if (session.revision !== '2025-03-26') {
      const refused = await take(client, (message) => message['error'] !== undefined);
      expect([refused['id'], refused['error'].code]).toEqual([undefined, -32600]);
      return;
    }
    const received = (await take(client, Array.isArray)) as unknown as readonly Wire[];
    const byId = new Map(received.map((message) => [message['id'], message]));
    expect(received).toHaveLength(2);
    expect(byId.get(first)?.['result']).toEqual({});
    expect(byId.get(second)?.['error'].code).toBe(-32601);
  },
);

/** Calls a tool that does not answer before it is released. */
const wait: Command = command(
  'call wait',
  ({ waiting }) => waiting.size < 3,
  async (session, { client }) => {
    const id = session.nextId++;
    session.waiting.add(id);
    client.send(request(session, id, 'tools/call', { name: 'wait', arguments: {} }));
    await beQuiet();
    expect(client.inbox).toEqual([]);
  },
);

const release: Command = command(
  'release',
  ({ waiting }) => waiting.size > 0,
  async (session, { client, server }) => {
    server.release();
    for (const id of session.waiting) {
      const received = await take(client, answers(id));
      expectResult(session, 'tools/call', received, { content: [{ type: 'text', text: 'waited' }] });
    }
    session.waiting.clear();
  },
);

/** A cancelled request is not answered, neither now nor when its handler is done. */
const cancel: Command = command(
  'cancel',
  ({ waiting }) => waiting.size > 0,
  async (session, { client }) => {
    const [id = 0] = session.waiting;
    session.waiting.delete(id);
    client.cancel(id);
    await beQuiet();
    expect(client.inbox).toEqual([]);
  },
);

/** A tool that asks the user: a request of the server since 2025-06-18, a result with a question since 2026-07-28. */
const ask = (action: 'accept' | 'decline'): Command =>
  command(
    `ask, ${action}`,
    () => true,
    async (session, { client }) => {
      const id = session.nextId++;
      const call = { name: 'ask', arguments: {} };
      const answer = action === 'accept' ? { action, content: { name: 'Ada' } } : { action };
      const expected = { content: [{ type: 'text', text: action === 'accept' ? 'Hello Ada' : 'decline' }] };
      client.send(request(session, id, 'tools/call', call));
      if (isModern(session)) {
        const { result } = await take(client, answers(id));
        expect(findResultFault('2026-07-28', 'tools/call', result)).toBeUndefined();
        expect(result.resultType).toBe('input_required');
        const inputResponses = Object.fromEntries(
          Object.keys(result.inputRequests as object).map((key) => [key, answer]),
        );
        const retry = session.nextId++;
        const { requestState } = result;
        client.send(request(session, retry, 'tools/call', { ...call, requestState, inputResponses }));
        expectResult(session, 'tools/call', await take(client, answers(retry)), expected);
        return;
      }
      if (session.revision < '2025-06-18') {
        expectResult(session, 'tools/call', await take(client, answers(id)), { isError: true });
        return;
      }
      const question = await take(client, ({ method }) => method === 'elicitation/create');
      expect(findRequestFault(question)).toBeUndefined();
      client.send({ jsonrpc: '2.0', id: question['id'], result: answer });
      expectResult(session, 'tools/call', await take(client, answers(id)), expected);
    },
  );

const listen = (wanted: 'tools' | 'model://one'): Command =>
  command(
    `listen to ${wanted}`,
    (session) => isModern(session) && session.listening.size < 3,
    async (session, { client }) => {
      const id = session.nextId++;
      const notifications = wanted === 'tools' ? { toolsListChanged: true } : { resourceSubscriptions: [wanted] };
      client.send(request(session, id, 'subscriptions/listen', { notifications }));
      const received = await take(client, ({ method }) => method === 'notifications/subscriptions/acknowledged');
      expectNotification(received);
      expect(received['params']).toEqual({ _meta: { 'io.modelcontextprotocol/subscriptionId': id }, notifications });
      session.listening.set(id, wanted);
    },
  );

/** Everyone who wants to hear of a change does, once; no other client. */
async function expectHeard(
  session: Reference,
  { client }: Real,
  method: string,
  subscription: 'tools' | 'model://one',
  isLegacyTold: boolean,
): Promise<void> {
  const listeners = [...session.listening].filter(([, wanted]) => wanted === subscription).map(([id]) => id);
  const expected = isModern(session) ? listeners : isLegacyTold ? [undefined] : [];
  for (const id of expected) {
    const received = await take(
      client,
      (message) =>
        message['method'] === method && message['params']?._meta?.['io.modelcontextprotocol/subscriptionId'] === id,
    );
    expectNotification(received);
    if (subscription !== 'tools') expect(received['params'].uri).toBe(subscription);
  }
  await beQuiet();
  expect(client.inbox).toEqual([]);
}

function controlOf({ server }: Real): ServerControl {
  if (server.control === undefined) throw new Error('The server has not started yet');
  return server.control;
}

const update: Command = command(
  'the resource changes',
  () => true,
  async (session, real) => {
    controlOf(real).resources.updated('model://one');
    const isTold = session.subscribed.has('model://one');
    await expectHeard(session, real, 'notifications/resources/updated', 'model://one', isTold);
  },
);

const toggle: Command = command(
  'the tool echo comes or goes',
  () => true,
  async (session, real) => {
    const isThere = session.tools.delete('echo');
    if (!isThere) session.tools.add('echo');
    controlOf(real).tools[isThere ? 'disable' : 'enable']('echo');
    await expectHeard(session, real, 'notifications/tools/list_changed', 'tools', true);
  },
);

/** A modern request must say what its client can, in a version that the server supports. */
const wrongMeta = (key: string, value: unknown, code: number): Command =>
  command(`modern request with a wrong ${key}`, isModern, async (session, { client }) => {
    const id = session.nextId++;
    const message = request(session, id, 'tools/list', {});
    message['params']._meta = { ...message['params']._meta, [`io.modelcontextprotocol/${key}`]: value };
    client.send(message);
    const received = await take(client, answers(id));
    expect(received['error'].code).toBe(code);
    if (code === -32022) expect(received['error'].data.supported).toEqual(['2026-07-28']);
  });

/** All commands. */
export const allCommands: fc.Arbitrary<Command>[] = [
  fc.constantFrom(...Object.keys(exchanges)).map(exchange),
  fc.constantFrom('notifications/initialized', 'notifications/roots/list_changed', 'notifications/unknown').map(notify),
  fc.nat(illegalMessages.length - 1).map(illegal),
  fc.constant(batch),
  fc.constantFrom(wait, release, cancel),
  fc.constantFrom<'accept' | 'decline'>('accept', 'decline').map(ask),
  fc.constantFrom<'tools' | 'model://one'>('tools', 'model://one').map(listen),
  fc.constantFrom(update, toggle),
  fc.constantFrom(
    wrongMeta('protocolVersion', '2099-01-01', -32022),
    wrongMeta('clientCapabilities', 'all', -32602),
    wrongMeta('clientInfo', { name: 7 }, -32602),
  ),
];
