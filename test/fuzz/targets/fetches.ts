import fc from 'fast-check';
import { createWebServer, type WebServer } from '../../../runtime/transports/web/index.js';
import { expandNesting, mutateText, mutateValue, type Value } from '../engine/mutate.js';
import type { Random } from '../engine/random.js';
import type { Target } from '../engine/target.js';
import { checkReports } from '../engine/watch-reports.js';
import { Violation, withinBounds } from '../invariants.js';
import { ExpectedAnswers, isObject } from './check-answers.js';
import { fuzzDefinition, fuzzHandlers } from './fuzz-server.js';
import {
  anyMessage,
  initialize,
  initialized,
  legacy,
  legacyRevisions,
  legalCalls,
  modern,
  protocolWords,
} from './legal-messages.js';
import { parseLegal } from './run-session.js';

/** An HTTP request; the value `$session` of a header stands for the id of the session that was opened last. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  /** A text, or JSON data. */
  readonly body: Value;
}

const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const statuses = new Set([200, 202, 204, 400, 403, 404, 405, 406, 413, 415, 499, 503]);
const headerWords = [
  ...'mcp-session-id mcp-protocol-version mcp-method mcp-name mcp-param-region mcp-param-count accept'.split(' '),
  ...`
    content-type last-event-id origin host $session =?base64?ZQ==?= */* text/event-stream;q=0
    2026-07-28
`
    .trim()
    .split(/\s+/u),
  ...'2025-11-25 text/html http://localhost null 1-1'.split(' '),
  'application/json; charset=latin1',
];

/** Turns of the event loop without a byte after which the client goes away. */
const quietTurns = 12;

const legacyHeaders = (revision: string) => ({
  ...usual,
  'mcp-session-id': '$session',
  'mcp-protocol-version': revision,
});

function modernCall(call: (typeof legalCalls)[number]): Call {
  const [method, params] = call;
  const name = params['name'] ?? params['uri'] ?? params['taskId'];
  const region = name === 'place' ? { 'mcp-param-region': 'eu', 'mcp-param-count': '42' } : {};
  const named = typeof name === 'string' ? { 'mcp-name': name } : {};
  const headers = { ...usual, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...named, ...region };
  return { method: 'POST', path: '/mcp', headers, body: modern(1, call) };
}

function legacyCalls(revision: string): readonly Call[] {
  const call = (method: string, body: Value): Call => ({
    method,
    path: '/mcp',
    headers: legacyHeaders(revision),
    body,
  });
  return [
    { method: 'POST', path: '/mcp', headers: usual, body: initialize(revision) },
    call('POST', initialized),
    ...legalCalls.slice(0, 20).map((one, id) => call('POST', legacy(id, one))),
    call('POST', [legacy(1, ['ping', {}]), legacy(2, ['ping', {}])]),
    call('GET', ''),
    call('DELETE', ''),
  ];
}

/** HTTP requests to the handler for platforms with `fetch`. */
export const fetches: Target<readonly Call[]> = {
  name: 'fetch',
  seeds: () => [
    ...legacyRevisions.flatMap((revision) => {
      const [hello, ...others] = legacyCalls(revision);
      return others.map((call) => (hello === undefined ? [call] : [hello, call]));
    }),
    ...legalCalls.map((call) => [modernCall(call)]),
    [{ method: 'OPTIONS', path: '/mcp', headers: { origin: 'http://localhost' }, body: '' }],
  ],
  grammar: fc
    .tuple(anyMessage, fc.dictionary(fc.constantFrom(...headerWords.slice(0, 11)), fc.constantFrom(...headerWords)))
    .map(([body, headers]) => [{ method: 'POST', path: '/mcp', headers: { ...usual, ...headers }, body }]),
  mutate: (calls, other, random) => {
    const at = random.below(calls.length);
    const call = calls[at];
    if (call === undefined || random.chance(0.1)) return [...calls, ...other].slice(0, 8);
    return calls.with(at, mutateCall(call, random.pick(other.length > 0 ? other : [call]), random));
  },
  run: async (calls) => {
    const server = createWebServer({
      definition: fuzzDefinition,
      handlers: fuzzHandlers,
      options: { maxMessageBytes: 300_000, shutdownTimeoutMs: 0 },
    });
    try {
      const state: SessionState = { id: undefined, revision: undefined };
      const bytes = JSON.stringify(calls).length;
      await withinBounds(bytes + 20_000 * calls.length, async () => {
        for (const call of calls) await send(server, call, state);
        const sound = modernCall(['tools/list', {}]);
        if ((await send(server, sound, state)) !== 200) throw new Violation('still serves', 'tools/list is refused');
      });
    } finally {
      await server.close();
    }
    checkReports();
    return calls.length;
  },
};

/** The legacy session that was opened last. */
interface SessionState {
  id: string | undefined;
  revision: string | undefined;
}

/** Sends a request and checks the response. Returns its status; `undefined` for what `fetch` itself refuses to send. */
async function send(server: WebServer, call: Call, state: SessionState): Promise<number | undefined> {
  const gone = new AbortController();
  const text = typeof call.body === 'string' ? call.body : expandNesting(JSON.stringify(call.body) ?? '');
  let request: Request;
  try {
    const headers = Object.entries(call.headers).map(([name, value]): [string, string] => [
      name,
      value === '$session' ? (state.id ?? '') : value,
    ]);
    const body = ['GET', 'HEAD'].includes(call.method) ? null : text;
    request = new Request(`http://localhost${call.path}`, { method: call.method, headers, body, signal: gone.signal });
  } catch {
    return undefined;
  }
  const { status, headers, received, isWhole } = await exchange(server, request, gone);
  if (!statuses.has(status)) throw new Violation('never an internal error', `status ${status} ${received}`);
  const type = headers.get('content-type') ?? '';
  const messages = type.startsWith('application/json')
    ? isWhole
      ? [parseLegal(received)]
      : []
    : type.startsWith('text/event-stream')
      ? readEvents(received)
      : [];
  const sent = parse(text);
  const opened = messages.find(
    (message) => isObject(message) && isObject(message['result']) && 'protocolVersion' in message['result'],
  );
  if (headers.has('mcp-session-id') && isObject(opened) && isObject(opened['result'])) {
    state.id = headers.get('mcp-session-id') ?? undefined;
    state.revision = String(opened['result']['protocolVersion']);
  }
  const belongs = call.method === 'POST' && status === 200 && isWhole;
  const isSession = state.id !== undefined && request.headers.get('mcp-session-id') === state.id;
  if (belongs) new ExpectedAnswers([sent], isSession ? state.revision : undefined).check(messages);
  else checkRefusal(messages);
  return status;
}

/** Messages of a response that is no plain answer: nothing may be an internal error. */
function checkRefusal(messages: readonly unknown[]): void {
  for (const message of messages.flat()) {
    if (!isObject(message) || message['jsonrpc'] !== '2.0')
      throw new Violation('only legal messages', JSON.stringify(message));
    if (isObject(message['error']) && message['error']['code'] === -32603) {
      throw new Violation('never an internal error', JSON.stringify(message));
    }
  }
}

interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  readonly received: string;
  /** Whether the server ended the body itself. */
  readonly isWhole: boolean;
}

async function exchange(server: WebServer, request: Request, gone: AbortController): Promise<Exchanged> {
  const pending = server.fetch(request);
  const late = await Promise.race([pending.then(() => false), quiet()]);
  if (late) gone.abort();
  const { status, headers, body } = await pending;
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let received = '';
  for (;;) {
    const part = await Promise.race([reader?.read().catch(() => undefined), quiet().then(() => 'quiet' as const)]);
    if (part === 'quiet') {
      gone.abort();
      await reader?.cancel().catch(() => {});
      return { status, headers, received, isWhole: false };
    }
    if (part === undefined || part.done) return { status, headers, received, isWhole: !late };
    received += decoder.decode(part.value as Uint8Array, { stream: true });
  }
}

async function quiet(): Promise<true> {
  for (let turn = 0; turn < quietTurns; turn += 1) await new Promise(setImmediate);
  return true;
}

function readEvents(text: string): readonly unknown[] {
  const events = text.split('\n\n').slice(0, -1);
  const data = events.flatMap((event) => /^data: ?(\S.*)$/mu.exec(event)?.[1] ?? []);
  return data.map(parseLegal);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function mutateCall(call: Call, other: Call, random: Random): Call {
  const kind = random.below(10);
  if (kind === 0) return { ...call, method: random.pick(['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PATCH']) };
  if (kind === 1)
    return {
      ...call,
      path: mutateText(call.path, other.path, ['/mcp', '?', '%2f', '//', '/sse', '/messages'], random),
    };
  if (kind < 5) return { ...call, headers: mutateHeaders(call.headers, random) };
  if (kind === 5) return { ...call, body: mutateText(JSON.stringify(call.body) ?? '', '', protocolWords, random) };
  return { ...call, body: mutateValue(call.body, other.body, protocolWords, random) };
}

function mutateHeaders(headers: Call['headers'], random: Random): Call['headers'] {
  const name = random.pick([...Object.keys(headers), ...headerWords.slice(0, 11)]);
  const { [name]: value = '', ...rest } = headers;
  if (random.chance(0.3)) return rest;
  return {
    ...rest,
    [name]: random.chance(0.5) ? random.pick(headerWords) : mutateText(value, '', headerWords, random),
  };
}
