import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadRuntime, type RuntimeUnderTest } from './runtime-under-test.js';
import { wireChecks } from './wire-checks.js';

/** Milliseconds after which a check that has not ended has failed. */
const checkMs = 2500;

/** A fault, put into one file of the runtime, and the check that has to notice it. */
interface Fault {
  readonly title: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly check: keyof typeof wireChecks;
}

const faults: readonly Fault[] = [
  {
    title: 'any Origin is allowed',
    file: 'http/check-host-and-origin.js',
    from: 'if (origin !== undefined && !isAllowedOrigin(origin, options))',
    to: 'if (false)',
    check: 'pages and names that are not allowed are kept out',
  },
  {
    title: 'any Host is allowed',
    file: 'http/check-host-and-origin.js',
    from: "if (!isAllowedHost(request.header('host'), options))",
    to: 'if (false)',
    check: 'pages and names that are not allowed are kept out',
  },
  {
    title: 'Mcp-Method is not compared',
    file: 'http/check-headers.js',
    from: 'if (sentMethod !== method)',
    to: 'if (false)',
    check: 'headers that contradict the body get 400 and -32020',
  },
  {
    title: 'a mismatch has another code',
    file: 'http/check-headers.js',
    from: 'new ProtocolError(-32020,',
    to: 'new ProtocolError(-32602,',
    check: 'headers that contradict the body get 400 and -32020',
  },
  {
    title: 'integers are compared as text',
    file: 'http/check-headers.js',
    from: 'isNumeric ? Number(text) === value : text',
    to: 'text',
    check: 'headers of parameters are decoded, and compared by value',
  },
  {
    title: 'header values are not decoded',
    file: 'http/check-headers.js',
    from: 'text.startsWith(base64Prefix)',
    to: '!text.startsWith(base64Prefix)',
    check: 'headers of parameters are decoded, and compared by value',
  },
  {
    title: 'an unknown method gets 200',
    file: 'http/serve-modern.js',
    from: 'return 404;',
    to: 'return 200;',
    check: 'modern statuses say what was wrong',
  },
  {
    title: 'a notification is answered with a body',
    file: 'http/serve-modern.js',
    from: 'reply.send(202, headers);',
    to: "reply.send(202, headers, '{}');",
    check: 'modern statuses say what was wrong',
  },
  {
    title: 'discover says nothing about caching',
    file: 'modern/serve-request.js',
    from: ', cache: listCacheHints(definition) }',
    to: ' }',
    check: 'modern results are complete, say who answered and how long they hold',
  },
  {
    title: 'ids become strings',
    file: 'protocol/json-rpc.js',
    from: "typeof id === 'number' ? id : JSON.stringify(id)",
    to: 'JSON.stringify(String(id))',
    check: 'on stdio ids come back as they are, and what cannot be answered has none',
  },
  {
    title: 'progress may shrink',
    file: 'features/call-context.js',
    from: ' || progress <= this.#lastProgress',
    to: '',
    check: 'progress grows, and comes before the answer',
  },
  {
    title: 'proxies may hold events back',
    file: 'http/stream-pool.js',
    from: "'X-Accel-Buffering': 'no',",
    to: '',
    check: 'progress grows, and comes before the answer',
  },
  {
    title: 'a modern client that goes away cancels nothing',
    file: 'http/serve-modern.js',
    from: "exchange.abort(new Error('The client closed the connection'));",
    to: '',
    check: 'a modern client that goes away cancels its request, a legacy one does not',
  },
  {
    title: 'a legacy client that goes away cancels its request',
    file: 'http/http-session.js',
    from: 'this.connection.receive(message, reply);',
    to: "this.connection.receive(message, reply); post.reply.onDisconnect(() => this.connection.close(new Error('gone')));",
    check: 'a modern client that goes away cancels its request, a legacy one does not',
  },
  {
    title: 'subscriptions carry the id of another request',
    file: 'modern/listen.js',
    from: '{ [subscriptionKey]: exchange.id }',
    to: '{ [subscriptionKey]: 1 }',
    check: 'a subscription is acknowledged first, brings what it asked for and carries its id',
  },
  {
    title: 'subscriptions are not acknowledged',
    file: 'modern/listen.js',
    from: "notify('notifications/subscriptions/acknowledged', { notifications: agreed });",
    to: '',
    check: 'a subscription is acknowledged first, brings what it asked for and carries its id',
  },
  {
    title: 'subscriptions bring resources that nobody asked for',
    file: 'modern/listen.js',
    from: 'if (uris.has(change.uri))',
    to: 'if (true)',
    check: 'a subscription is acknowledged first, brings what it asked for and carries its id',
  },
  {
    title: 'a subscription that ends is not cancelled',
    file: 'modern/listen.js',
    from: "exchange.closingNotification = encodeNotification('notifications/cancelled', closing);",
    to: '',
    check: 'a subscription is acknowledged first, brings what it asked for and carries its id',
  },
  {
    title: 'sessions belong to everybody',
    file: 'http/serve-legacy.js',
    from: 'if (session?.belongsTo(auth) !== true)',
    to: 'if (session === undefined)',
    check: 'sessions have ids of their own and belong to who opened them',
  },
  {
    title: 'all sessions have one id',
    file: 'http/http-session.js',
    from: 'id = crypto.randomUUID();',
    to: "id = 'session';",
    check: 'sessions have ids of their own and belong to who opened them',
  },
  {
    title: 'a stream resumes with an event that the client has',
    file: 'http/event-stream.js',
    from: 'event.position > start',
    to: 'event.position >= start',
    check: 'a stream resumes behind the last event, with its own events only',
  },
  {
    title: 'another stream is resumed',
    file: 'http/http-session.js',
    from: 'this.#streams.get(from.stream)',
    to: 'this.#standalone',
    check: 'a stream resumes behind the last event, with its own events only',
  },
  {
    title: 'legacy results have a type',
    file: 'legacy/serve-request.js',
    from: "wrapMembers('',",
    to: 'wrapMembers(\'"resultType":"complete",\',',
    check: 'legacy results have no envelope, and batches are of 2025-03-26 alone',
  },
];

let folder = '';
let sound: RuntimeUnderTest | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mutations-'));
  sound = await copyRuntime('sound');
});

afterAll(() => rm(folder, { recursive: true }));

/** A copy of the built runtime, with a fault in it or as it is. */
async function copyRuntime(name: string, fault?: Fault): Promise<RuntimeUnderTest> {
  const copy = path.join(folder, name);
  await cp('dist/runtime', copy, { recursive: true, filter: (file) => !file.endsWith('.d.ts') });
  await writeFile(path.join(copy, 'package.json'), '{"type":"module"}');
  if (fault !== undefined) {
    const file = path.join(copy, fault.file);
    const parts = (await readFile(file, 'utf8')).split(fault.from);
    if (parts.length !== 2) throw new Error(`${fault.file} has ${parts.length - 1} times ${fault.from}`);
    await writeFile(file, parts.join(fault.to));
  }
  return loadRuntime(copy);
}

async function runCheck(title: keyof typeof wireChecks, runtime: RuntimeUnderTest | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The check has not ended')), checkMs);
  });
  const check = wireChecks[title];
  if (check === undefined || runtime === undefined) throw new Error(`There is nothing to check for "${title}"`);
  await Promise.race([check(runtime), limit]).finally(() => clearTimeout(timer));
}

describe('the runtime as it was built', () => {
  test.each(Object.keys(wireChecks))('%s', async (title) => {
    await runCheck(title, sound);
  });
});

describe('a fault is noticed', () => {
  test.each(faults)('$title', async (fault) => {
    const runtime = await copyRuntime(`fault-${faults.indexOf(fault)}`, fault);
    await expect(runCheck(fault.check, runtime)).rejects.toThrow();
  });

  test('by every check', () => {
    expect(new Set(faults.map(({ check }) => check))).toEqual(new Set(Object.keys(wireChecks)));
  });
});
