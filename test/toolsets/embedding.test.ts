import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { start, type StartOptions } from '../../runtime/transports/node/index.js';
import { createWebServer, type WebProgram } from '../../runtime/transports/web/index.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { modern, request, talk, type Wire } from '../wire/wire.js';

const definition = makeDefinition({
  selection: { toolsets: ['mail', 'fax'], defaults: ['fax'] },
  tools: [
    makeTool('ping'),
    makeTool('read', { toolsets: ['mail'] }),
    makeTool('print', { toolsets: ['fax'] }),
    makeTool('shred', { isInactive: true }),
  ],
});
const handlers = makeHandlers({
  tools: { ping: () => 'pong', read: () => 'read', print: () => 'printed', shred: () => 'gone' },
});

const namesIn = (answer: Wire | undefined): unknown => answer?.['result'].tools.map(({ name }: Wire) => name);

type Options = NonNullable<WebProgram['options']>;

async function listOnWeb(options: Options): Promise<Response> {
  const server = createWebServer({ definition, handlers, options });
  const body = JSON.stringify(modern(1, 'tools/list'));
  return server.fetch(
    new Request('https://office.example/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' },
      body,
    }),
  );
}

describe.each<[string, Options, readonly string[]]>([
  ['nothing', {}, ['ping', 'print']],
  ['a toolset', { toolsets: ['mail'] }, ['ping', 'read']],
  ['all toolsets', { toolsets: ['all'] }, ['ping', 'read', 'print']],
  ['a tool', { tools: ['read'] }, ['read']],
  ['a toolset and a tool', { toolsets: ['mail'], tools: ['print'] }, ['ping', 'read', 'print']],
  ['a pattern of tools', { tools: ['p*'] }, ['ping', 'print']],
  ['a pattern without one of its tools', { tools: ['!pr*', 'p*'] }, ['ping']],
  ['all tools but some', { tools: ['!p*'], toolsets: ['all'] }, ['read']],
  ['a pattern that matches all', { tools: ['*'] }, ['ping', 'read', 'print']],
  ['a pattern with several parts', { tools: ['p*i*t'] }, ['print']],
  ['a pattern of toolsets', { toolsets: ['ma*'] }, ['ping', 'read']],
  ['all toolsets but one', { toolsets: ['!fax'] }, ['ping', 'read']],
  ['all toolsets but a pattern', { toolsets: ['all', '!f*'] }, ['ping', 'read']],
  ['a toolset without one of its tools', { toolsets: ['fax'], tools: ['!print'] }, ['ping']],
])('a server that is embedded with %s', (_title, options, listed) => {
  test('serves that on streams, and for platforms with fetch', async () => {
    const [answer] = await talk({ definition, handlers }, [request(1, 'tools/list')], options);
    expect(namesIn(answer)).toEqual(listed);
    const response = await listOnWeb(options);
    expect(namesIn((await response.json()) as Wire)).toEqual(listed);
  });
});

describe('what does not exist', () => {
  test.each([
    [{ toolsets: ['post'] }, 'Unknown toolset "post"; available: mail, fax, all'],
    [{ tools: ['write'] }, 'Unknown tool "write"'],
    [{ tools: ['shred'] }, 'Tool "shred" is disabled in the definition'],
  ])('is not started: %j', async (options, message) => {
    const input = new PassThrough();
    const output = new PassThrough();
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await expect(start(definition, handlers, { input, output, ...options })).rejects.toThrow(message);
    expect(input.readableFlowing).toBeNull();
    expect(output.read()).toBeNull();
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect((await listOnWeb(options)).status).toBe(500);
    expect(report).toHaveBeenCalledWith(expect.stringContaining(message));
    report.mockRestore();
  });

  test('is said of a server without toolsets', async () => {
    const attempt = start(makeDefinition(), makeHandlers(), { toolsets: ['mail'], input: new PassThrough() });
    await expect(attempt).rejects.toThrow('Unknown toolset "mail"; this server has none');
  });

  test('is told apart from much that exists by names like it', async () => {
    const names = Array.from({ length: 20 }, (_each, index) => `issues_list_${String.fromCharCode(97 + index)}`);
    const tools = [...names, 'pulls_merge'].map((name) => makeTool(name));
    const many = makeDefinition({ tools });
    const stubs = makeHandlers({ tools: Object.fromEntries(tools.map(({ name }) => [name, () => name])) });
    const options = { tools: ['pull_merge'], input: new PassThrough() };
    await expect(start(many, stubs, options)).rejects.toThrow(
      'Unknown tool "pull_merge"; similar: pulls_merge; 21 are available',
    );
    await expect(start(many, stubs, { ...options, tools: ['zzz*'] })).rejects.toThrow(
      'No tool matches "zzz*"; 21 are available',
    );
  });

  test('is no list of names', () => {
    const options = { tools: 'ping' } as unknown as StartOptions;
    expect(() => start(definition, handlers, options)).toThrow('Option "tools" must be an array of strings');
  });
});
