import fc from 'fast-check';
import type { Value } from '../engine/mutate.js';

type Message = { readonly [member: string]: Value };

const capabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
  extensions: { 'io.modelcontextprotocol/tasks': {} },
};

/** `_meta` of a modern request. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzzer', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
};

export const legacyRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;

/** The request that begins a legacy session. */
export function initialize(protocolVersion: Value): Message {
  const params = { protocolVersion, capabilities, clientInfo: { name: 'fuzzer', version: '0' } };
  return { jsonrpc: '2.0', id: 'hello', method: 'initialize', params };
}

export const initialized: Message = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** Valid parameters by method; a method may come more than once. */
export const legalCalls: readonly (readonly [method: string, params: Message])[] = [
  ['ping', {}],
  ['logging/setLevel', { level: 'debug' }],
  ['resources/subscribe', { uri: 'fuzz://one' }],
  ['resources/unsubscribe', { uri: 'fuzz://one' }],
  ['server/discover', {}],
  ['subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions: ['fuzz://one'] } }],
  ['tools/list', {}],
  ['prompts/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['tools/call', { name: 'echo', arguments: { a: [1, { b: null }] } }],
  ['tools/call', { name: 'add', arguments: { a: 1, b: 2, tags: ['x'] } }],
  ...['list', 'blocks', 'slow', 'fail', 'form', 'sample', 'roots', 'report', 'task'].map(
    (name) => ['tools/call', { name, arguments: {} }] as const,
  ),
  ['tools/call', { name: 'report', arguments: {}, _meta: { progressToken: 1 } }],
  ['tools/call', { name: 'place', arguments: { region: 'eu', count: 42 } }],
  ['prompts/get', { name: 'greet', arguments: { who: 'you', tone: 'warm' } }],
  ['resources/read', { uri: 'fuzz://one' }],
  ['resources/read', { uri: 'fuzz://item/1' }],
  ['resources/read', { uri: 'fuzz://item/none' }],
  ['resources/read', { uri: 'fuzz://item/throw' }],
  ['resources/read', { uri: 'fuzz://find/a/b?q=1&q=2&limit=3' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'tone', value: 'w' } }],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'fuzz://item/{id}' }, argument: { name: 'id', value: '' } },
  ],
  ['tasks/get', { taskId: 'x' }],
  ['tasks/cancel', { taskId: 'x' }],
  ['tasks/update', { taskId: 'x', inputResponses: {} }],
  ['unknown/method', { any: 1 }],
];

/** A request of the legacy era. */
export function legacy(id: Value, [method, params]: (typeof legalCalls)[number]): Message {
  return { jsonrpc: '2.0', id, method, params };
}

/** A request of the modern era. */
export function modern(id: Value, [method, params]: (typeof legalCalls)[number]): Message {
  const own = params['_meta'] as Message | undefined;
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...own, ...modernMeta } } };
}

/** Notifications that a client sends. */
export const legalNotifications: readonly Message[] = [
  initialized,
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'bored' } },
  { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
  { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
];

/** Texts that mean something to a server. */
export const protocolWords: readonly string[] = [
  ...new Set([
    ...legalCalls.map(([method]) => method),
    ...legalNotifications.map(({ method }) => String(method)),
    ...Object.keys(modernMeta),
    'fuzz://item/throw',
    ...legacyRevisions,
    ...'2026-07-28 2099-01-01 jsonrpc 2.0 id method params result error _meta progressToken'.split(' '),
    ...'name arguments uri cursor ref argument value context level taskId requestState'.split(' '),
    ...'inputResponses requestId protocolVersion capabilities clientInfo action accept content'.split(' '),
    ...'echo add form greet who fuzz://one fuzz://item/ fuzz://find/ eyJvZmZzZXQiOjF9'.split(' '),
  ]),
];

const id = fc.oneof(
  fc.nat(3),
  fc.string({ maxLength: 2 }),
  fc.constantFrom<Value>(-1, 2 ** 53 - 1, 2 ** 53, 1.5, null, [], {}, true),
);
const call = fc.constantFrom(...legalCalls);

/** Messages of a client: mostly legal requests, then everything else that JSON can be. */
export const anyMessage: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(id, call).map(([one, given]) => legacy(one, given)) },
  { weight: 4, arbitrary: fc.tuple(id, call).map(([one, given]) => modern(one, given)) },
  { weight: 2, arbitrary: fc.constantFrom(...legalNotifications) },
  {
    weight: 1,
    arbitrary: fc.record({ jsonrpc: fc.constant('2.0'), id, result: fc.jsonValue() }) as fc.Arbitrary<Value>,
  },
  {
    weight: 1,
    arbitrary: fc.record({
      id,
      method: fc.constantFrom(...protocolWords),
      params: fc.jsonValue(),
    }) as fc.Arbitrary<Value>,
  },
  { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<Value> },
);
