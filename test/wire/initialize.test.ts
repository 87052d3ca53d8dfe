import { describe, expect, test } from 'vitest';
import { makeDefinition, makeHandlers, oneTool } from './fixture-server.js';
import { answerTo, initialize, request, talk, type Subject } from './wire.js';

const server = {
  name: 'shop',
  version: '2.0.0',
  title: 'The Shop',
  description: 'Sells things.',
  websiteUrl: 'https://shop.example',
  icons: [{ src: 'https://shop.example/icon.png' }],
  instructions: 'Look first.',
};
const shop: Subject = {
  definition: makeDefinition({ server, capabilities: { prompts: true, resources: true } }),
  handlers: makeHandlers(),
};

describe('initialize (2025-11-25 basic/lifecycle)', () => {
  test.each([
    ['2024-11-05', { name: 'shop', version: '2.0.0' }],
    ['2025-03-26', { name: 'shop', version: '2.0.0' }],
    ['2025-06-18', { name: 'shop', title: 'The Shop', version: '2.0.0' }],
    [
      '2025-11-25',
      {
        name: 'shop',
        title: 'The Shop',
        version: '2.0.0',
        description: 'Sells things.',
        websiteUrl: 'https://shop.example',
        icons: [{ src: 'https://shop.example/icon.png' }],
      },
    ],
  ])('of %s is answered with what it knows', async (revision, serverInfo) => {
    expect(await talk(shop, [initialize(1, revision)])).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        result: {
          protocolVersion: revision,
          capabilities: { logging: {}, prompts: {}, resources: {}, tools: {} },
          serverInfo,
          instructions: 'Look first.',
        },
      },
    ]);
  });

  test('names no capability, title or instructions that are not there', async () => {
    const definition = makeDefinition({ server: { name: 'n', version: '1', title: '', instructions: '' } });
    const [answer] = await talk({ definition, handlers: makeHandlers() }, [initialize(1, '2025-11-25')]);
    expect(answer?.['result']).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { logging: {}, tools: {} },
      serverInfo: { name: 'n', version: '1' },
    });
  });

  test('options override name, version and title', async () => {
    const [answer] = await talk(shop, [initialize(1, '2025-06-18')], { name: 'a', version: '9', title: 'B' });
    expect(answer?.['result'].serverInfo).toEqual({ name: 'a', title: 'B', version: '9' });
    const [untitled] = await talk(shop, [initialize(1, '2025-06-18')], { title: '' });
    expect(untitled?.['result'].serverInfo).toEqual({ name: 'shop', version: '2.0.0' });
  });

  test('is not needed, without it 2025-11-25 is spoken, and it may come again', async () => {
    const seen = oneTool(
      (_: unknown, context: { protocolVersion: string; client?: object; clientCapabilities: object }) =>
        JSON.stringify([context.protocolVersion, context.client ?? null, context.clientCapabilities]),
    );
    const call = (id: number) => request(id, 'tools/call', { name: 'probe' });
    const hello = (id: number, protocolVersion: string, clientInfo: object) =>
      request(id, 'initialize', { protocolVersion, clientInfo, capabilities: { sampling: {} } });
    const answers = await talk(seen, [
      call(1),
      hello(2, '2024-11-05', { name: 'a', version: '1', title: 'A' }),
      call(3),
      hello(4, '2025-06-18', { name: 'b', version: '2' }),
      call(5),
    ]);
    const textOf = (id: number) => answerTo(id, answers)['result'].content[0].text as unknown;
    expect(textOf(1)).toBe('["2025-11-25",null,{}]');
    expect(textOf(3)).toBe('["2024-11-05",{"name":"a","version":"1","title":"A"},{"sampling":{}}]');
    expect(textOf(5)).toBe('["2025-06-18",{"name":"b","version":"2"},{"sampling":{}}]');
  });

  test('ping is answered before and after', async () => {
    const pings = [request('first', 'ping'), request('last', 'ping', { _meta: {} })];
    const answers = await talk(shop, [pings[0], initialize(1, '2025-11-25'), pings[1]]);
    const expected = ['first', 'last'].map((id) => ({ jsonrpc: '2.0', id, result: {} }));
    expect(answers.filter(({ id }) => id !== 1)).toEqual(expected);
  });

  const legacy = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
  const strict: Subject = { ...shop, definition: { ...shop.definition, negotiation: 'strict' } };

  test.each([
    ['2024-11-05', '2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26', '2025-03-26'],
    ['2024-11-04', '2025-11-25', undefined],
    ['2025-07-01', '2025-11-25', '2025-06-18'],
    ['2025-11-24', '2025-11-25', '2025-06-18'],
    ['2026-07-28', '2025-11-25', '2025-11-25'],
    ['tomorrow', '2025-11-25', '2025-11-25'],
    ['2099-01-01', '2025-11-25', '2025-11-25'],
    ['2025-05-01', '2025-11-25', '2025-03-26'],
    ['1.0', '2025-11-25', undefined],
    ['', '2025-11-25', undefined],
  ])('of %s is answered in %s, where negotiation is strict in %s', async (requested, latest, notNewer) => {
    const [answer] = await talk(shop, [initialize(1, requested)]);
    expect(answer?.['result'].protocolVersion).toBe(latest);
    const [strictly] = await talk(strict, [initialize(1, requested)]);
    if (notNewer !== undefined) expect(strictly?.['result'].protocolVersion).toBe(notNewer);
    else
      expect(strictly?.['error']).toEqual({
        code: -32602,
        message: 'Unsupported protocol version',
        data: { supported: legacy, requested },
      });
  });

  const good = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };

  test.each([
    ['no params', undefined],
    ['no version', { ...good, protocolVersion: undefined }],
    ['null as version', { ...good, protocolVersion: null }],
    ['a number as version', { ...good, protocolVersion: 20251125 }],
    ['no capabilities', { ...good, capabilities: undefined }],
    ['capabilities in an array', { ...good, capabilities: [] }],
    ['no client', { ...good, clientInfo: undefined }],
    ['a client without a version', { ...good, clientInfo: { name: 'a' } }],
  ])('with %s is refused, and the session does not begin', async (_, params) => {
    const message = 'Invalid params: protocolVersion, capabilities or clientInfo is missing or malformed';
    const answers = await talk(shop, [request(1, 'initialize', params), request(2, 'ping')]);
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32602, message } },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });
});
