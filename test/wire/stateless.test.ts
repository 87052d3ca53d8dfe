import { describe, expect, test } from 'vitest';
import type { CacheHints } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { initialize, modern, modernMeta, request, talk, type Subject, type Wire } from './wire.js';

const clientKey = 'io.modelcontextprotocol/clientInfo';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const logLevelKey = 'io.modelcontextprotocol/logLevel';
const { [clientKey]: _client, ...anonymous } = modernMeta;

/** Tells what it knows of its caller, as text and as a log message. */
const witness = oneTool(async (_, { protocolVersion: revision, client, clientCapabilities, log }) => {
  log.error('seen');
  return JSON.stringify([revision, client?.name ?? null, clientCapabilities]);
});
const call = (id: number, meta: object = {}) => modern(id, 'tools/call', { name: 'probe' }, meta);
const textOf = (answer: Wire | undefined): string => answer?.['result'].content[0].text as string;

const nothing = (): undefined => undefined;
const shop: Subject = {
  definition: makeDefinition({
    capabilities: { prompts: true, resources: true },
    tools: [makeTool('b'), makeTool('a')],
    prompts: [{ name: 'p', fields: {}, arguments: [] }],
    resources: [
      { uri: 'app://b', fields: {} },
      { uri: 'app://a', fields: {} },
    ],
  }),
  handlers: makeHandlers({
    tools: { a: nothing, b: nothing },
    prompts: { p: () => 'Hi' },
    resources: { 'app://a': () => 'A', 'app://b': () => 'B' },
  }),
};
const everyMethod: readonly (readonly [method: string, params: object])[] = [
  ['server/discover', {}],
  ['tools/list', {}],
  ['prompts/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['tools/call', { name: 'a' }],
  ['prompts/get', { name: 'p' }],
  ['resources/read', { uri: 'app://a' }],
  ['no/such/method', {}],
];

async function askAll(meta: object): Promise<readonly Wire[]> {
  const messages = everyMethod.map(([method, params], id) => request(id, method, { ...params, _meta: meta }));
  return (await talk(shop, messages)).toSorted((left, right) => Number(left['id']) - Number(right['id']));
}

describe('a modern server (2026-07-28 basic, statelessness)', () => {
  test('takes version, client, capabilities and log level from each request alone', async () => {
    const messages = [
      initialize('i', '2025-06-18'),
      request('l', 'logging/setLevel', { level: 'debug' }),
      call(1, {
        [clientKey]: { name: 'first', version: '1' },
        [capabilitiesKey]: { sampling: {} },
        [logLevelKey]: 'debug',
      }),
      call(2, { [clientKey]: undefined }),
      call(3, { [capabilitiesKey]: { roots: {} } }),
    ];
    const answers = await talk(witness, messages, { sequential: true });
    expect(answers.slice(2).map((message) => message['method'] ?? textOf(message))).toEqual([
      'notifications/message',
      '["2026-07-28","first",{"sampling":{}}]',
      '["2026-07-28",null,{}]',
      '["2026-07-28","raw-bytes",{"roots":{}}]',
    ]);
  });

  test('answers all clients alike: named or not, whatever they can do', async () => {
    const answers = await askAll(modernMeta);
    expect(answers.map((answer) => 'result' in answer)).toEqual(
      everyMethod.map(([method]) => method !== 'no/such/method'),
    );
    const client = { name: 'claude', version: '9', title: 'x' };
    expect(await askAll(anonymous)).toEqual(answers);
    expect(await askAll({ ...anonymous, [clientKey]: client })).toEqual(answers);
    const all = { sampling: { tools: {} }, elicitation: { form: {}, url: {} }, roots: {}, experimental: { x: {} } };
    expect(await askAll({ ...anonymous, [capabilitiesKey]: all })).toEqual(answers);
  });

  test('speaks the core protocol with a client of extensions, and refuses what belongs to them', async () => {
    const extensions = { 'io.modelcontextprotocol/tasks': {}, 'com.example/x': { y: 1 } };
    const meta = { ...modernMeta, [capabilitiesKey]: { extensions } };
    const answers = await askAll(meta);
    expect(answers).toEqual(await askAll(modernMeta));
    expect(answers[0]?.['result'].capabilities).toEqual({ logging: {}, prompts: {}, resources: {}, tools: {} });
    expect(new Set(answers.slice(0, -1).map(({ result }) => result.resultType as unknown))).toEqual(
      new Set(['complete']),
    );
    const [refused] = await talk(shop, [request(1, 'tasks/get', { taskId: '1', _meta: meta })]);
    expect(refused?.['error']).toEqual({ code: -32601, message: 'Method not found' });
  });
});

describe('cache hints (2026-07-28 server/utilities/caching)', () => {
  test.each([
    ['nothing', undefined, 0, 'public'],
    ['a private minute', { ttlMs: 60_000, scope: 'private' } as const, 60_000, 'private'],
  ])('of %s are the same on all pages of a list', async (_, cache: CacheHints | undefined, ttlMs, cacheScope) => {
    const definition = { ...shop.definition, ...(cache === undefined ? {} : { cache }) };
    for (const method of ['tools/list', 'resources/list']) {
      const first = await talk({ ...shop, definition }, [modern(1, method)], { pageSize: 1 });
      const cursor = first[0]?.['result'].nextCursor as unknown;
      const second = await talk({ ...shop, definition }, [modern(2, method, { cursor })], { pageSize: 1 });
      expect(first[0]?.['result']).toMatchObject({ nextCursor: expect.any(String) as string, ttlMs, cacheScope });
      expect(second[0]?.['result']).toMatchObject({ ttlMs, cacheScope });
    }
  });
});
