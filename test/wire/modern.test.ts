import { describe, expect, test } from 'vitest';
import { text, withMeta } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, oneTool } from './fixture-server.js';
import { answerTo, feed, initialize, modern, modernMeta, request, talk, type Subject } from './wire.js';

const version = 'io.modelcontextprotocol/protocolVersion';
const client = 'io.modelcontextprotocol/clientInfo';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const level = 'io.modelcontextprotocol/logLevel';
const serverInfo = 'io.modelcontextprotocol/serverInfo';

const shop: Subject = {
  definition: makeDefinition({
    server: { name: 'shop', version: '2.0.0', title: 'The Shop', instructions: 'Look first.' },
    capabilities: { prompts: true, resources: false },
  }),
  handlers: makeHandlers(),
};

describe('server/discover (2026-07-28 server/discover)', () => {
  test('names modern versions only, the server and how long that holds', async () => {
    expect(await talk(shop, [modern('d', 'server/discover')])).toEqual([
      {
        jsonrpc: '2.0',
        id: 'd',
        result: {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { logging: {}, prompts: {}, tools: {} },
          instructions: 'Look first.',
          ttlMs: 0,
          cacheScope: 'public',
          _meta: { [serverInfo]: { name: 'shop', title: 'The Shop', version: '2.0.0' } },
        },
      },
    ]);
  });

  test('describes the server; every other result carries its name, title and version alone', async () => {
    const icons = [{ src: `data:image/png;base64,${'A'.repeat(40_000)}` }];
    const identity = { name: 'shop', title: 'The Shop', version: '2.0.0' };
    const server = { ...identity, description: 'Sells books.', websiteUrl: 'https://shop.example', icons };
    const { definition, handlers } = oneTool(() => 'x');
    const answers = await talk({ definition: { ...definition, server }, handlers }, [
      modern('d', 'server/discover'),
      modern('l', 'tools/list'),
      modern('c', 'tools/call', { name: 'probe', arguments: {} }),
    ]);
    expect(Object.fromEntries(answers.map(({ id, result }) => [id, result._meta[serverInfo]]))).toEqual({
      d: server,
      l: identity,
      c: identity,
    });
  });

  test('takes its cache hints from the definition', async () => {
    const definition = { ...shop.definition, cache: { ttlMs: 60000, scope: 'private' as const } };
    const [answer] = await talk({ definition, handlers: shop.handlers }, [modern(1, 'server/discover')]);
    expect(answer?.['result']).toMatchObject({ ttlMs: 60000, cacheScope: 'private' });
  });

  test('without metadata it claims nothing, and is a method that legacy revisions do not have', async () => {
    const [answer] = await talk(shop, [request(1, 'server/discover')]);
    expect(answer?.['error'].code).toBe(-32601);
  });
});

describe('per-request metadata (2026-07-28 basic, _meta)', () => {
  const { [version]: _version, ...noVersion } = modernMeta;
  const { [capabilities]: _capabilities, ...noCapabilities } = modernMeta;

  test.each([
    ['no version', noVersion, [version]],
    ['a version that is no string', { ...modernMeta, [version]: 20260728 }, [version]],
    ['no capabilities', noCapabilities, [capabilities]],
    ['capabilities in an array', { ...modernMeta, [capabilities]: [] }, [capabilities]],
    ['a client without a version', { ...modernMeta, [client]: { name: 'x' } }, [client]],
    ['a client that is a string', { ...modernMeta, [client]: 'x' }, [client]],
    ['an unknown log level', { ...modernMeta, [level]: 'loud' }, [level]],
    ['only a client', { [client]: { name: 'x', version: '1' } }, [version, capabilities]],
    ['only a log level', { [level]: 'info' }, [version, capabilities]],
    [
      'nothing right',
      { [version]: null, [capabilities]: 1, [client]: 1, [level]: 1 },
      [version, capabilities, client, level],
    ],
  ])('%s is refused, and named', async (_, meta, named) => {
    const [answer] = await talk(shop, [request(1, 'tools/list', { _meta: meta })]);
    expect(answer?.['error'].code).toBe(-32602);
    for (const key of named) expect(answer?.['error'].message).toContain(key);
  });

  test.each(['1900-01-01', '2025-11-25', '2025-06-18', '2030-01-01', '', 'garbage'])(
    'the version %j is refused, whatever else is missing (2026-07-28 basic/versioning)',
    async (requested) => {
      const expected = {
        code: -32022,
        message: 'Unsupported protocol version',
        data: { supported: ['2026-07-28'], requested },
      };
      const answers = await talk(shop, [
        initialize(0, '2025-06-18'),
        request(1, 'tools/list', { _meta: { [version]: requested } }),
        request(2, 'server/discover', { _meta: { [version]: requested } }),
        request(3, 'initialize', { protocolVersion: '2025-11-25', _meta: { [version]: requested } }),
      ]);
      expect(answers.slice(1).map(({ error }) => error as unknown)).toEqual([expected, expected, expected]);
    },
  );

  test('the client and its log level may be omitted', async () => {
    const { [client]: _client, ...meta } = modernMeta;
    const [answer] = await talk(shop, [request(1, 'tools/list', { _meta: meta })]);
    expect(answer?.['result'].tools).toEqual([]);
  });

  test('after a modern request, one without metadata is refused until initialize begins a session', async () => {
    const answers = await talk(
      shop,
      [
        request(1, 'tools/list'),
        modern(2, 'tools/list'),
        request(3, 'tools/list'),
        request(4, 'ping', { _meta: { progressToken: 1 } }),
        initialize(5, '2025-06-18'),
        request(6, 'tools/list'),
        modern(7, 'tools/list'),
        request(8, 'ping'),
      ],
      { sequential: true },
    );
    const message =
      'Invalid params: in _meta, "io.modelcontextprotocol/protocolVersion" must be a string, ' +
      '"io.modelcontextprotocol/clientCapabilities" must be an object';
    const errors = Array.from({ length: 8 }, (_, index) => answerTo(index + 1, answers)['error'] as unknown);
    const refused = { code: -32602, message };
    expect(errors).toEqual([undefined, undefined, refused, refused, undefined, undefined, undefined, undefined]);
    expect(answerTo(6, answers)['result']).toEqual({ tools: [] });
  });

  test('both eras can be spoken on one connection, neither leaks into the other', async () => {
    const seen = oneTool((_: unknown, context: { protocolVersion: string; client?: { name: string } }) =>
      text(`${context.protocolVersion} ${context.client?.name}`),
    );
    const hello = request(0, 'initialize', {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    });
    const answers = await talk(
      seen,
      [
        hello,
        request(1, 'tools/call', { name: 'probe' }),
        modern(2, 'tools/call', { name: 'probe' }),
        request(3, 'tools/call', { name: 'probe' }),
      ],
      { sequential: true },
    );
    expect(answers.slice(1).map(({ result }) => result as unknown)).toEqual([
      { content: [{ type: 'text', text: '2025-03-26 old' }] },
      {
        resultType: 'complete',
        content: [{ type: 'text', text: '2026-07-28 raw-bytes' }],
        _meta: { [serverInfo]: { name: 'fixture', version: '1.2.3' } },
      },
      { content: [{ type: 'text', text: '2025-03-26 old' }] },
    ]);
  });
});

describe('_meta of a result (2026-07-28 basic, _meta)', () => {
  const tagged = oneTool(() => withMeta(text('x'), { 'com.example/a': 1, [serverInfo]: 'forged' }));

  test('is kept next to that of the protocol', async () => {
    const [answer] = await talk(tagged, [modern(1, 'tools/call', { name: 'probe' })]);
    expect(answer?.['result']._meta).toEqual({
      'com.example/a': 1,
      [serverInfo]: { name: 'fixture', version: '1.2.3' },
    });
  });

  test('that has only a key of the protocol is as if there were none', async () => {
    const forged = oneTool(() => withMeta(text('x'), { [serverInfo]: 'forged' }));
    const [answer] = await talk(forged, [modern(1, 'tools/call', { name: 'probe' })]);
    expect(answer?.['result']._meta).toEqual({ [serverInfo]: { name: 'fixture', version: '1.2.3' } });
  });

  test('never has a key twice', async () => {
    const sent = await feed(tagged, [JSON.stringify(modern(1, 'tools/call', { name: 'probe' }))]);
    expect(sent.split(serverInfo)).toHaveLength(2);
  });

  test('is sent to legacy clients as it is', async () => {
    const [answer] = await talk(tagged, [request(1, 'tools/call', { name: 'probe' })]);
    expect(answer?.['result']._meta).toEqual({ 'com.example/a': 1, [serverInfo]: 'forged' });
  });
});
