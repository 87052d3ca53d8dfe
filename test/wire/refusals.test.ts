import { expect, test } from 'vitest';
import { makeBusyServer } from './http-fixture.js';
import { postOf, serve, type HttpTestOptions } from './http-kit.js';
import type { RawHeaders, RawRequest } from './raw-http.js';
import { answerTo, initialize, modern, modernMeta, request, talk, type Wire } from './wire.js';

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const argument = { name: 'who', value: '' };
const prompt = { type: 'ref/prompt', name: 'greet' };
const wrongArgument = 'Invalid params: "argument" must have a name and a value, both strings';
const wrongSettled = 'Invalid params: "context.arguments" must be an object with string values';
const wrongRef = 'Invalid params: "ref" must be a ref/prompt with a name or a ref/resource with a uri';
const complete = (params: object): Wire => request(1, 'completion/complete', { ref: prompt, argument, ...params });
const withMeta = (_meta: object): Wire => request(1, 'tools/list', { _meta });
const listen = (notifications: unknown): Wire => modern(1, 'subscriptions/listen', { notifications });

const refused: readonly (readonly [message: Wire, code: number, text: string, data?: unknown])[] = [
  [{ id: 1, method: 'ping' }, -32600, 'Invalid Request: "jsonrpc" must be "2.0"'],
  [{ jsonrpc: '2.0', id: 1 }, -32600, 'Invalid Request: "method" must be a string'],
  [{ jsonrpc: '2.0', id: 1, method: 7 }, -32600, 'Invalid Request: "method" must be a string'],
  [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32600, 'Invalid Request: "params" must be an object'],
  [request(1, 'tools/call', { name: 7 }), -32602, 'Invalid params: "name" must be a string'],
  [request(1, 'tools/call', { name: 'echo', arguments: [] }), -32602, 'Invalid params: "arguments" must be an object'],
  [request(1, 'tools/call', { name: 'x'.repeat(200) }), -32602, `Unknown tool: ${'x'.repeat(128)}`],
  [request(1, 'prompts/get', {}), -32602, 'Invalid params: "name" must be a string'],
  [request(1, 'prompts/get', { name: 'no' }), -32602, 'Unknown prompt: no'],
  [request(1, 'prompts/get', { name: 'greet', arguments: 7 }), -32602, 'Invalid params: "arguments" must be an object'],
  [
    request(1, 'prompts/get', { name: 'greet', arguments: { who: 'a', ['t'.repeat(200)]: 7 } }),
    -32602,
    `Invalid params: argument "${'t'.repeat(128)}" must be a string`,
  ],
  [request(1, 'resources/read', {}), -32602, 'Invalid params: "uri" must be a string'],
  [request(1, 'resources/read', { uri: 'busy://no' }), -32002, 'Resource not found', { uri: 'busy://no' }],
  [modern(1, 'resources/read', { uri: 'busy://no' }), -32602, 'Resource not found', { uri: 'busy://no' }],
  [request(1, 'resources/subscribe', { uri: 1 }), -32602, 'Invalid params: "uri" must be a string'],
  [request(1, 'resources/subscribe', { uri: 'busy://no' }), -32002, 'Resource not found', { uri: 'busy://no' }],
  [request(1, 'resources/unsubscribe', {}), -32602, 'Invalid params: "uri" must be a string'],
  [request(1, 'logging/setLevel', { level: 'loud' }), -32602, 'Invalid params: "level" must be a log level'],
  [request(1, 'tools/list', { cursor: 'x' }), -32602, 'Invalid cursor'],
  [complete({ argument: undefined }), -32602, wrongArgument],
  [complete({ argument: { value: '' } }), -32602, wrongArgument],
  [complete({ argument: { name: 'who', value: 7 } }), -32602, wrongArgument],
  [complete({ context: 7 }), -32602, wrongSettled],
  [complete({ context: { arguments: [] } }), -32602, wrongSettled],
  [complete({ context: { arguments: { tone: 'a', who: 7 } } }), -32602, wrongSettled],
  [complete({ ref: undefined }), -32602, wrongRef],
  [complete({ ref: { type: 'ref/prompt', uri: 'busy://news' } }), -32602, wrongRef],
  [complete({ ref: { type: 'ref/resource', name: 'greet' } }), -32602, wrongRef],
  [complete({ ref: { type: 'ref/tool', name: 'greet', uri: 'busy://news' } }), -32602, wrongRef],
  [complete({ ref: { type: 'ref/prompt', name: 'no' } }), -32602, 'Unknown prompt: no'],
  [
    complete({ ref: { type: 'ref/resource', uri: 'u'.repeat(300) } }),
    -32602,
    `Unknown resource template: ${'u'.repeat(256)}`,
  ],
  [
    complete({ argument: { name: 'n'.repeat(200), value: '' } }),
    -32602,
    `"greet" has no argument "${'n'.repeat(128)}"`,
  ],
  [complete({ argument: { name: 'constructor', value: '' } }), -32602, '"greet" has no argument "constructor"'],
  [
    complete({ ref: { type: 'ref/resource', uri: 'busy://day/{day}' } }),
    -32602,
    '"busy://day/{day}" has no argument "who"',
  ],
  [initialize(1, 7), -32602, 'Invalid params: protocolVersion, capabilities or clientInfo is missing or malformed'],
  [withMeta({ ...modernMeta, [versionKey]: 7 }), -32602, `Invalid params: in _meta, "${versionKey}" must be a string`],
  [
    withMeta({
      [versionKey]: '2026-07-28',
      'io.modelcontextprotocol/clientInfo': {},
      'io.modelcontextprotocol/logLevel': 'x',
    }),
    -32602,
    `Invalid params: in _meta, "${capabilitiesKey}" must be an object, ` +
      '"io.modelcontextprotocol/clientInfo" must have a name and a version, ' +
      '"io.modelcontextprotocol/logLevel" must be a log level',
  ],
  [
    withMeta({ ...modernMeta, [versionKey]: '2030-01-01' }),
    -32022,
    'Unsupported protocol version',
    { supported: ['2026-07-28'], requested: '2030-01-01' },
  ],
  [listen(undefined), -32602, 'Invalid params: "notifications" must be an object'],
  [listen([]), -32602, 'Invalid params: "notifications" must be an object'],
  [request(1, 'tools/call'), -32602, 'Invalid params: "name" must be a string'],
  [request(1, 'tools/call', { name: '__proto__' }), -32602, 'Unknown tool: __proto__'],
  [
    request(1, 'tools/call', { name: 'echo', arguments: null }),
    -32602,
    'Invalid params: "arguments" must be an object',
  ],
  [listen(7), -32602, 'Invalid params: "notifications" must be an object'],
  [listen({ toolsListChanged: 1 }), -32602, 'Invalid params: notifications.toolsListChanged must be a boolean'],
  [
    listen({ resourceSubscriptions: 'busy://news' }),
    -32602,
    'Invalid params: notifications.resourceSubscriptions must be an array of strings',
  ],
  [
    listen({ resourceSubscriptions: [7] }),
    -32602,
    'Invalid params: notifications.resourceSubscriptions must be an array of strings',
  ],
  [modern(1, 'ping'), -32601, 'Method not found'],
];

test.each(refused)('%j is refused with the code and the reason', async (message, code, text, data) => {
  const answers = await talk(makeBusyServer(), [message]);
  expect(answerTo(1, answers)).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code, message: text, ...(data !== undefined && { data }) },
  });
});

const discover = modern(1, 'server/discover');
const legacy = { jsonrpc: '2.0', id: 1, method: 'ping' };
const asModern = { 'MCP-Protocol-Version': '2026-07-28' };
const call = modern(1, 'tools/call', { name: 'place', arguments: { region: 'eu', count: 2 } });
const place = { 'Mcp-Param-Region': 'eu', 'Mcp-Param-Count': '2' };

type Refusal = readonly [
  title: string,
  sent: RawRequest,
  status: number,
  text: string,
  ...more: readonly RefusalMore[],
];

interface RefusalMore {
  readonly code?: number;
  readonly id?: number;
  readonly data?: object;
  readonly options?: HttpTestOptions;
}

/** Headers that `server/discover` is not taken with. */
const refusedHeaders: readonly (readonly [title: string, headers: RawHeaders, status: number, text: string])[] = [
  ['two hosts', { Host: 'localhost, b' }, 400, 'Bad Request: multiple Host headers'],
  ['another host', { Host: 'evil.example' }, 403, 'Forbidden: host not allowed'],
  ['another origin', { Origin: 'http://e.example' }, 403, 'Forbidden: origin not allowed'],
  ['another type', { 'Content-Type': 'text/plain' }, 415, 'Unsupported Media Type: the body must be application/json'],
  ['a compression', { 'Content-Encoding': 'gzip' }, 415, 'Unsupported Media Type: the body must not be compressed'],
  [
    'a client that takes neither JSON nor events',
    { Accept: 'text/html' },
    406,
    'Not Acceptable: the server responds with application/json or text/event-stream',
  ],
];

const future = { supported: ['2026-07-28'], requested: '2030-01-01' };
const malformed = { jsonrpc: '1.0', method: 'x' };
const notification = 'Invalid Request: a malformed notification';
const mismatch = { code: -32020, id: 1 };

const refusedHttp: readonly Refusal[] = [
  ...refusedHeaders.map(([title, headers, ...rest]): Refusal => [title, postOf(discover, headers), ...rest]),
  ['another path', { ...postOf(discover), path: '/x' }, 404, 'Not Found'],
  ['another method', { method: 'PUT' }, 405, 'Method Not Allowed'],
  [
    'GET with an unknown version',
    { method: 'GET', headers: { 'MCP-Protocol-Version': '2027-01-01', 'Mcp-Session-Id': 'x' } },
    400,
    'Bad Request: unsupported MCP-Protocol-Version',
  ],
  [
    'a body over the limit',
    { body: ' '.repeat(101) },
    413,
    'Content Too Large: a message may have at most 100 bytes',
    { options: { start: { maxMessageBytes: 100 } } },
  ],
  ['no UTF-8', { body: Buffer.from([0xff]) }, 400, 'Parse error: Invalid UTF-8', { code: -32700 }],
  ['no JSON', { body: '{' }, 400, 'Parse error: Invalid JSON', { code: -32700 }],
  ['no session', postOf(legacy), 400, 'Bad Request: the header Mcp-Session-Id is missing'],
  ['an unknown session', postOf(legacy, { 'Mcp-Session-Id': 'x' }), 404, 'Session not found'],
  ['a malformed notification', postOf(malformed), 400, notification],
  ['a malformed modern notification', postOf(malformed, asModern), 400, notification],
  [
    'a modern response',
    postOf({ jsonrpc: '2.0', id: 1, result: {} }, asModern),
    400,
    'Invalid Request: responses are not accepted',
  ],
  [
    'a modern message that is none',
    postOf([discover], asModern),
    400,
    'Invalid Request: a message must be a JSON object',
  ],
  [
    'a modern request of an unknown version',
    postOf(discover, { 'MCP-Protocol-Version': '2030-01-01' }),
    400,
    'Header mismatch: MCP-Protocol-Version says "2030-01-01", the body says "2026-07-28"',
    mismatch,
  ],
  [
    'no version in the header',
    postOf(discover, { 'MCP-Protocol-Version': undefined }),
    400,
    'Header mismatch: MCP-Protocol-Version is missing, the body says "2026-07-28"',
    mismatch,
  ],
  [
    'a version that the server does not have',
    postOf(modern(1, 'server/discover', {}, { [versionKey]: '2030-01-01' })),
    400,
    'Unsupported protocol version',
    { code: -32022, id: 1, data: future },
  ],
  [
    'no method in the header',
    postOf(discover, { 'Mcp-Method': undefined }),
    400,
    'Header mismatch: Mcp-Method is missing, the body says "server/discover"',
    mismatch,
  ],
  [
    'another, long name in the header',
    postOf(call, { ...place, 'Mcp-Name': 'x'.repeat(300) }),
    400,
    `Header mismatch: Mcp-Name says "${'x'.repeat(200)}", the body says "place"`,
    mismatch,
  ],
  [
    'no parameter in the header',
    postOf(call, { 'Mcp-Param-Region': 'eu' }),
    400,
    'Header mismatch: Mcp-Param-Count is missing, the body says 2',
    mismatch,
  ],
  [
    'a parameter that the body does not have',
    postOf(call, { ...place, 'Mcp-Param-Express': 'true' }),
    400,
    'Header mismatch: Mcp-Param-Express says "true", the body says nothing',
    mismatch,
  ],
];

test.each(refusedHttp.map(([title, sent, status, text, more = {}]) => [title, sent, status, text, more] as const))(
  'over HTTP %s is refused with a status and the reason',
  async (_, sent, status, text, { code = -32600, id, data, options }) => {
    const server = await serve(makeBusyServer(), options);
    const response = await server.fetch(sent);
    expect([response.status, response.headers['content-type']]).toEqual([status, 'application/json']);
    expect(response.messages).toEqual([
      { jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message: text, ...(data && { data }) } },
    ]);
  },
);

test('over HTTP the stream of a session is refused with a status and the reason', async () => {
  const server = await serve(makeBusyServer());
  const session = await server.initialize('2025-11-25');
  const unknown = await session.send('GET', { 'Last-Event-ID': '9_9' });
  const plain = await session.send('GET', { Accept: 'application/json' });
  expect([unknown, plain].map(({ status, messages }) => [status, messages[0]?.['error']])).toEqual([
    [400, { code: -32600, message: 'Last-Event-ID has expired; reconnect without it' }],
    [406, { code: -32600, message: 'Not Acceptable: the response is an event stream' }],
  ]);
});
