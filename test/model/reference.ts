/** State of a session by the specification; nothing here comes from the code under test. */
export interface Reference {
  /** The revision that `initialize` has settled, or the modern one. */
  readonly revision: string;
  /** Ids of requests that must not be answered yet. */
  readonly waiting: Set<number>;
  /** Resources that the client has subscribed to in the legacy era. */
  readonly subscribed: Set<string>;
  /** List or resource that each open `subscriptions/listen` is about, by the id of the request. */
  readonly listening: Map<number, 'tools' | 'model://one'>;
  /** Tools that the server offers. */
  readonly tools: Set<string>;
  nextId: number;
}

/** A request and the answer that it must get. */
export interface Exchange {
  readonly method: string;
  readonly params: object;
  /** The era that has the method, if it is not both. */
  readonly era?: 'legacy' | 'modern';
  /** A part of the result, or the code of the error. */
  readonly answer: (session: Reference) => { readonly result: object } | { readonly code: number };
  /** Changes the state after the request was answered. */
  readonly effect?: (session: Reference) => void;
}

export const isModern = ({ revision }: Pick<Reference, 'revision'>): boolean => revision === '2026-07-28';

const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });
const named = (session: Reference): readonly object[] =>
  ['echo', 'wait', 'ask', 'fail'].filter((name) => session.tools.has(name)).map((name) => ({ name }));

/**
 * Requests by name. Codes: JSON-RPC 2.0, section 5.1; of a missing resource: -32002 up to 2025-11-25 (server/resources,
 * error handling), -32602 since 2026-07-28.
 */
export const exchanges: { readonly [name: string]: Exchange } = {
  ping: { method: 'ping', params: {}, era: 'legacy', answer: () => ({ result: {} }) },
  'logging/setLevel': {
    method: 'logging/setLevel',
    params: { level: 'error' },
    era: 'legacy',
    answer: () => ({ result: {} }),
  },
  'logging/setLevel of no level': {
    method: 'logging/setLevel',
    params: { level: 'loud' },
    era: 'legacy',
    answer: () => ({ code: -32602 }),
  },
  'server/discover': {
    method: 'server/discover',
    params: {},
    era: 'modern',
    answer: () => ({ result: { supportedVersions: ['2026-07-28'] } }),
  },
  'tools/list': { method: 'tools/list', params: {}, answer: (session) => ({ result: { tools: named(session) } }) },
  'tools/list of no page': { method: 'tools/list', params: { cursor: 'nowhere' }, answer: () => ({ code: -32602 }) },
  'prompts/list': { method: 'prompts/list', params: {}, answer: () => ({ result: { prompts: [{ name: 'greet' }] } }) },
  'resources/list': {
    method: 'resources/list',
    params: {},
    answer: () => ({ result: { resources: [{ uri: 'model://one' }] } }),
  },
  'resources/templates/list': {
    method: 'resources/templates/list',
    params: {},
    answer: () => ({ result: { resourceTemplates: [{ uriTemplate: 'model://item/{id}' }] } }),
  },
  'call echo': {
    method: 'tools/call',
    params: { name: 'echo', arguments: { a: [1, null] } },
    answer: ({ tools }) => (tools.has('echo') ? { result: text('{"a":[1,null]}') } : { code: -32602 }),
  },
  'call a tool that fails': {
    method: 'tools/call',
    params: { name: 'fail', arguments: {} },
    answer: () => ({ result: { isError: true } }),
  },
  'call no tool': { method: 'tools/call', params: { name: 'nobody', arguments: {} }, answer: () => ({ code: -32602 }) },
  'call without a name': { method: 'tools/call', params: { arguments: {} }, answer: () => ({ code: -32602 }) },
  'get a prompt': {
    method: 'prompts/get',
    params: { name: 'greet', arguments: { who: 'you' } },
    answer: () => ({ result: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello you' } }] } }),
  },
  'get a prompt without its argument': {
    method: 'prompts/get',
    params: { name: 'greet' },
    answer: () => ({ code: -32602 }),
  },
  'get no prompt': { method: 'prompts/get', params: { name: 'nobody' }, answer: () => ({ code: -32602 }) },
  'read a resource': {
    method: 'resources/read',
    params: { uri: 'model://one' },
    answer: () => ({ result: { contents: [{ uri: 'model://one', text: 'one' }] } }),
  },
  'read by a template': {
    method: 'resources/read',
    params: { uri: 'model://item/7' },
    answer: () => ({ result: { contents: [{ uri: 'model://item/7', text: 'item 7' }] } }),
  },
  'read no resource': {
    method: 'resources/read',
    params: { uri: 'model://item/none' },
    answer: (session) => ({ code: isModern(session) ? -32602 : -32002 }),
  },
  complete: {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'w' } },
    answer: () => ({ result: { completion: { values: ['world'] } } }),
  },
  subscribe: {
    method: 'resources/subscribe',
    params: { uri: 'model://one' },
    era: 'legacy',
    answer: () => ({ result: {} }),
    effect: ({ subscribed }) => void subscribed.add('model://one'),
  },
  unsubscribe: {
    method: 'resources/unsubscribe',
    params: { uri: 'model://one' },
    era: 'legacy',
    answer: () => ({ result: {} }),
    effect: ({ subscribed }) => void subscribed.delete('model://one'),
  },
  'no method': { method: 'tools/invent', params: {}, answer: () => ({ code: -32601 }) },
};

/** Messages that are no JSON-RPC, each with the id that its error repeats. */
export const illegalMessages: readonly (readonly [message: unknown, id: string | undefined])[] = [
  [{ jsonrpc: '1.0', id: 'bad', method: 'ping' }, 'bad'],
  [{ id: 'bad', method: 'ping' }, 'bad'],
  [{ jsonrpc: '2.0', id: 'bad', method: 7 }, 'bad'],
  [{ jsonrpc: '2.0', id: 'bad', method: 'ping', params: [1] }, 'bad'],
  [{ jsonrpc: '2.0', id: null, method: 'ping' }, undefined],
  [{ jsonrpc: '2.0', id: 1.5, method: 'ping' }, undefined],
  ['ping', undefined],
  [7, undefined],
  [null, undefined],
  [[], undefined],
];
