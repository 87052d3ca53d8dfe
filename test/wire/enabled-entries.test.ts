import { describe, expect, test } from 'vitest';
import { serveControlled } from './controlled.js';
import { makeBusyServer, openSession } from './http-fixture.js';
import { serve } from './http-kit.js';
import { ask, isModern, revisions } from './revision-client.js';
import { initialize, modern, request, type Wire } from './wire.js';

describe.each(revisions)('a disabled entry, in %s', (revision) => {
  async function open() {
    const server = serveControlled(makeBusyServer());
    if (!isModern(revision)) await server.ask(initialize('init', revision));
    const answer = async (method: string, params?: object): Promise<Wire> =>
      (await server.ask(ask(revision, 1, method, params))).find(({ id }) => id === 1) ?? {};
    const list = async (method: string, kind: string, key: string): Promise<readonly unknown[]> =>
      (await answer(method))['result'][kind].map((entry: Wire) => entry[key]);
    return { control: server.control, answer, list };
  }

  test('a tool is neither listed nor called, until it is put back in its old place', async () => {
    const { control, answer, list } = await open();
    const before = await list('tools/list', 'tools', 'name');
    control.tools.disable('report');
    control.tools.disable('report');
    expect(await list('tools/list', 'tools', 'name')).toEqual(before.filter((name) => name !== 'report'));
    expect((await answer('tools/call', { name: 'report', arguments: {} }))['error'].code).toBe(-32602);
    expect((await answer('tools/call', { name: 'echo', arguments: {} }))['error']).toBeUndefined();
    control.tools.enable('report');
    expect(await list('tools/list', 'tools', 'name')).toEqual(before);
    expect((await answer('tools/call', { name: 'report', arguments: {} }))['error']).toBeUndefined();
  });

  test('a prompt is neither listed, got nor completed', async () => {
    const { control, answer, list } = await open();
    control.prompts.disable('greet');
    expect(await list('prompts/list', 'prompts', 'name')).toEqual([]);
    expect((await answer('prompts/get', { name: 'greet' }))['error'].code).toBe(-32602);
    const completion = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'tone', value: '' } };
    expect((await answer('completion/complete', completion))['error'].code).toBe(-32602);
    control.prompts.enable('greet');
    expect(await list('prompts/list', 'prompts', 'name')).toEqual(['greet']);
  });

  test('a resource is neither listed nor read', async () => {
    const { control, answer, list } = await open();
    const missing = isModern(revision) ? -32602 : -32002;
    control.resources.disable('busy://news');
    expect(await list('resources/list', 'resources', 'uri')).toEqual(['busy://weather']);
    expect((await answer('resources/read', { uri: 'busy://news' }))['error'].code).toBe(missing);
    expect((await answer('resources/read', { uri: 'busy://weather' }))['error']).toBeUndefined();
    control.resources.enable('busy://news');
    expect(await list('resources/list', 'resources', 'uri')).toEqual(['busy://news', 'busy://weather']);
  });

  test('a template is neither listed nor read', async () => {
    const { control, answer, list } = await open();
    control.resourceTemplates.disable('busy://day/{day}');
    expect(await list('resources/templates/list', 'resourceTemplates', 'uriTemplate')).toEqual([]);
    expect((await answer('resources/read', { uri: 'busy://day/monday' }))['error']).toBeDefined();
    control.resourceTemplates.enable('busy://day/{day}');
    expect((await answer('resources/read', { uri: 'busy://day/monday' }))['error']).toBeUndefined();
  });

  test('what a capability declares does not change', async () => {
    const { control, answer } = await open();
    const look = () =>
      isModern(revision) ? answer('server/discover') : answer('initialize', initialize(1, revision)['params']);
    const before = (await look())['result'].capabilities;
    for (const { name } of [{ name: 'echo' }, { name: 'wait' }]) control.tools.disable(name);
    control.prompts.disable('greet');
    expect((await look())['result'].capabilities).toEqual(before);
  });
});

describe('the server control', () => {
  test.each([
    ['tools', 'nobody'],
    ['prompts', 'echo'],
    ['resources', 'busy://day/{day}'],
    ['resourceTemplates', 'busy://news'],
    ['tools', 'toString'],
  ] as const)('knows no %s by the name %s', (kind, name) => {
    const { control } = serveControlled(makeBusyServer());
    expect(() => control[kind].disable(name)).toThrow(TypeError);
    expect(() => control[kind].enable(name)).toThrow(`"${name}" in ${kind}`);
  });

  test('tells of a change only when something changes', async () => {
    const server = serveControlled(makeBusyServer());
    await server.ask(initialize(1, '2025-11-25'), { jsonrpc: '2.0', method: 'notifications/initialized' });
    server.control.tools.enable('echo');
    server.control.tools.disable('echo');
    server.control.tools.disable('echo');
    server.control.tools.enable('echo');
    expect(await server.end()).toHaveLength(2);
  });

  test('makes a cursor to an entry that is gone invalid', async () => {
    const server = await serve(makeBusyServer(), { start: { pageSize: 1 } });
    const first = await server.post(modern(1, 'tools/list'));
    const cursor = first.messages[0]?.['result'].nextCursor;
    server.control.tools.disable('echo');
    const { messages } = await server.post(modern(2, 'tools/list', { cursor }));
    expect(messages[0]?.['error'].code).toBe(-32602);
  });

  test('holds for all connections of a server, in both eras', async () => {
    const { server, session } = await openSession('2025-06-18');
    server.control.tools.disable('echo');
    const legacy = await session.post(request(1, 'tools/list'));
    const { messages } = await server.post(modern(1, 'tools/list'));
    for (const { tools } of [legacy.messages[0]?.['result'], messages[0]?.['result']]) {
      expect(tools.map(({ name }: Wire) => name)).not.toContain('echo');
    }
    expect((await server.post(modern(1, 'tools/call', { name: 'echo' }))).messages[0]?.['error'].code).toBe(-32602);
  });
});
