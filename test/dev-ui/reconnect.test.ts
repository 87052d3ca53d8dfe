import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostClient } from '../../generator/tools/dev-ui/browser/protocol/host-client.js';
import { isJsonObject, type JsonObject } from '../../runtime/wire/json.js';
import { objectAt, objectsAt } from '../../generator/tools/dev-ui/browser/protocol/json-object.js';
import { UiModel } from '../../generator/tools/dev-ui/browser/state/ui-model.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * A page model on a server that answers each request with the members that `answer` gives: `undefined` for an end of the connection, `'silence'`
 * for no answer, a number for an HTTP status without JSON-RPC.
 */
function openPage(answer: (method: unknown, params: JsonObject) => object | number | 'silence' | undefined) {
  const methods: unknown[] = [];
  const host = new HostClient('token');
  host.post = (path, body) => {
    const connection = Number(body['connection']);
    for (const { text } of path === 'messages' ? objectsAt(body, 'messages') : []) {
      const message: unknown = JSON.parse(String(text));
      if (!isJsonObject(message) || message['id'] === undefined) continue;
      methods.push(message['method']);
      const members = answer(message['method'], objectAt(message, 'params'));
      const { id } = message;
      if (members === 'silence') continue;
      queueMicrotask(() => {
        if (typeof members === 'number') {
          const reason = `The server answers ${members}.`;
          return host.onEvent({ kind: 'failed', connection, id, reason, status: members });
        }
        if (members === undefined) return host.onEvent({ kind: 'ended', connection, reason: 'The server has ended.' });
        const text = JSON.stringify({ jsonrpc: '2.0', id, ...members });
        return host.onEvent({ kind: 'message', connection, direction: 'received', time: 0, text });
      });
    }
    return Promise.resolve({});
  };
  const count = (method: string): number => methods.filter((one) => one === method).length;
  return { model: new UiModel(host), methods, count };
}

const minute = 60_000;
const unknownMethod = { error: { code: -32_601, message: 'Method not found' } };
const initialized = (protocolVersion: string) => ({ result: { protocolVersion, capabilities: {}, serverInfo: {} } });

test('a server without server/discover is greeted with initialize', async () => {
  const { model, methods } = openPage((method) =>
    method === 'initialize' ? initialized('2025-11-25') : unknownMethod,
  );
  await model.connect();
  expect(methods.slice(0, 2)).toEqual(['server/discover', 'initialize']);
  expect([model.protocolVersion, model.isConnected, model.problem]).toEqual(['2025-11-25', true, undefined]);
  expect(model.notices.map(({ text }) => text)).toEqual([
    'The server does not support 2026-07-28. The Dev UI uses 2025-11-25.',
  ]);
});

test.each<[answer: string, given: object | number | 'silence']>([
  ['HTTP status 400', 400],
  ['HTTP status 404', 404],
  ['HTTP status 405', 405],
  ['HTTP status 500', 500],
  ['nothing', 'silence'],
  ['an error without an id', { id: null, error: { code: -32_000, message: 'Server not initialized' } }],
])('a server that answers server/discover with %s is greeted with initialize', async (_, given) => {
  const { model, methods } = openPage((method) => {
    if (method === 'initialize') return initialized('2025-11-25');
    return method === 'server/discover' ? given : unknownMethod;
  });
  const connected = model.connect();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(methods.length > 1).toBe(given !== 'silence');
  await vi.advanceTimersByTimeAsync(1);
  await connected;
  expect(methods.slice(0, 2)).toEqual(['server/discover', 'initialize']);
  expect([model.protocolVersion, model.isConnected, model.problem]).toEqual(['2025-11-25', true, undefined]);
});

test.each([301, 401, 403])('HTTP status %s does not make a server a legacy one', async (status) => {
  const { model, methods } = openPage(() => status);
  await model.connect();
  expect([methods, model.problem]).toEqual([['server/discover'], `The server answers ${status}.`]);
});

test('a protocol version that the user has chosen is not given up while the server starts', async () => {
  const { model, methods } = openPage(() => 'silence');
  void model.choose('2026-07-28');
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect([methods, model.problem]).toEqual([['server/discover'], undefined]);
});

test('a server that chooses an older protocol version gets it, and none that goes up again', async () => {
  const { model, count } = openPage((method, { protocolVersion }) =>
    method === 'initialize'
      ? initialized(protocolVersion === '2024-11-05' ? '2025-11-25' : '2024-11-05')
      : unknownMethod,
  );
  await model.connect();
  expect(count('initialize')).toBe(2);
  expect(model.problem).toBe('The server does not support 2024-11-05. It selected 2025-11-25.');
});

test('a modern server that lacks a capability of the page is no legacy server, and a chosen protocol version is kept', async () => {
  const lacking = openPage(() => ({ error: { code: -32_021, message: 'Missing capability' } }));
  await lacking.model.connect();
  expect([lacking.methods, lacking.model.problem]).toEqual([['server/discover'], 'Missing capability']);
  const chosen = openPage(() => unknownMethod);
  await chosen.model.choose('2026-07-28');
  expect([chosen.methods, chosen.model.problem]).toEqual([['server/discover'], 'Method not found']);
});

test('a server that answers {} to everything is asked twice, and never for a stream', async () => {
  const { model, methods } = openPage(() => ({ result: {} }));
  await model.connect();
  await vi.advanceTimersByTimeAsync(minute);
  expect(methods).toEqual(['server/discover', 'initialize']);
  expect(model.problem).toBe('Invalid result of initialize: `protocolVersion` is missing.');
});

test('streams that end at once are opened again more and more seldom', async () => {
  const capabilities = { resources: { subscribe: true } };
  const { model, count } = openPage((method) => ({ result: method === 'server/discover' ? { capabilities } : {} }));
  model.subscriptions.add('file:///a');
  await model.connect();
  await vi.advanceTimersByTimeAsync(minute);
  // Two streams, each after 0, 0.3, 0.9, 2.1, 4.5, 9.3, 18.9 and 38.1 seconds.
  expect(count('subscriptions/listen')).toBe(16);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(count('subscriptions/listen')).toBe(16 + 2 * 20);
});

test('a server that ends after each greeting is connected more and more seldom', async () => {
  const { model, count } = openPage((method) =>
    method === 'server/discover' ? { result: { capabilities: {} } } : undefined,
  );
  await model.connect();
  await vi.advanceTimersByTimeAsync(minute);
  expect(count('server/discover')).toBe(8);
});
