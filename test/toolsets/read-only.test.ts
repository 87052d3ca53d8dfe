import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { shelfFiles, startShelf } from '../openapi/shelf-api.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { modern } from '../wire/wire.js';

const own = `
  look: { description: Looks., annotations: { readOnlyHint: true } }
  shout: { description: Shouts., annotations: { readOnlyHint: false } }
  peek: { description: Peeks., annotations: { readOnlyHint: true }, enabled: false }
  ping: { description: Answers., toolset: upkeep }`;

const setup = `
import type { ServerControl } from 'create-mcp-from-schema/runtime';
export function setup(server: ServerControl): void {
  for (const name of server.args) server.tools.enable(name);
}
export const options = process.env['OPTIONS'] ? JSON.parse(process.env['OPTIONS']) : {};
`;

const files = shelfFiles('mode: discover');
const project = await createProject({
  ...files,
  'definitions/shelf.mcp.yaml': (files['definitions/shelf.mcp.yaml'] ?? '').replace(/\n {2}ping: .*/u, own),
  'handlers/server.ts': setup,
});
const server = await project.bundle();
const api = await startShelf();

afterAll(() => api.close());

beforeEach(() => void (api.requests.length = 0));

const start = (args: readonly string[], environment: { readonly [name: string]: string } = {}) => ({
  args,
  environment: { ...api.environment, ...environment },
});

const discovery = ['search_operations', 'describe_operation', 'call_operation'];

/** Both transports and both eras. */
const unlike = ways.filter(({ carrier, revision }) => (carrier === 'HTTP') === (revision === '2026-07-28'));

describe.each(unlike)('a read-only server over $carrier, in $revision,', (way) => {
  test('lists and answers only tools and operations that are read-only', async () => {
    const asked = await askServer(server, way, start(['--read-only']));
    expect(await asked.listTools()).toEqual(['look', ...discovery]);
    for (const name of ['shout', 'ping', 'peek']) expect((await asked.call(name)).error?.code).toBe(-32602);
    expect((await asked.call('look')).result.content[0].text).toContain('is not implemented.');
    const found = (await asked.call('search_operations')).result.structuredContent;
    expect(found.operations).toMatchObject([
      { operation: 'listBooks', siblings: [{ operation: 'getBook' }] },
      { operation: 'listLoans' },
      { operation: 'getStatus' },
    ]);
    for (const tool of ['describe_operation', 'call_operation']) {
      const { result } = await asked.call(tool, { operation: 'removeBook' });
      expect(result).toMatchObject({ isError: true });
      expect(result.content[0].text).toContain('There is no operation "removeBook"');
    }
    expect(api.requests).toEqual([]);
    expect(
      (await asked.call('call_operation', { operation: 'getBook', arguments: { isbn: '1' } })).result,
    ).toMatchObject({
      structuredContent: { title: 'Dune' },
    });
    const { tools } = (await asked.ask('tools/list')).result;
    expect(tools.at(-1)).toMatchObject({
      name: 'call_operation',
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
    await asked.close();
  });
});

const way = { carrier: 'stdio', revision: '2025-06-18' } as const;

test('a tool that writes stays disabled whatever `setup` enables, and the operator is told', async () => {
  const asked = await askServer(server, way, start(['--read-only', '--', 'shout', 'peek']));
  expect(await asked.listTools()).toEqual(['look', 'peek', ...discovery]);
  expect((await asked.call('shout')).error?.code).toBe(-32602);
  expect(await asked.close()).toMatch(
    /TOOL: shout \| WARNING: stays disabled: it is not read-only, but the server is read-only\n/u,
  );
});

test.each([
  ['the environment', [], { MCP_READ_ONLY: '1' }, ['look', ...discovery]],
  ['the environment, in words', [], { MCP_READ_ONLY: 'True' }, ['look', ...discovery]],
  ['nothing, with a no in the environment', [], { MCP_READ_ONLY: '0' }, ['look', 'shout', 'ping', ...discovery]],
  ['the options', [], { OPTIONS: '{"readOnly":true}' }, ['look', ...discovery]],
  [
    'the environment, where arguments choose tools',
    ['--tools', 'look,s*'],
    { MCP_READ_ONLY: '1' },
    ['look', 'search_operations'],
  ],
  [
    'the environment, where toolsets are chosen',
    ['--toolsets', 'upkeep'],
    { MCP_READ_ONLY: '1' },
    ['look', ...discovery],
  ],
])('a server is made read-only by %s', async (_title, args, environment, listed) => {
  const asked = await askServer(server, way, start(args, environment));
  expect(await asked.listTools()).toEqual(listed);
  await asked.close();
});

test.each([
  [
    'a tool that writes',
    ['--read-only', '--tools', 'look,shout'],
    {},
    1,
    'Tool "shout" is not read-only, but the server is read-only',
  ],
  ['a value that is neither yes nor no', [], { MCP_READ_ONLY: 'maybe' }, 1, 'MCP_READ_ONLY must be 1 or 0'],
  ['a value after --read-only', ['--read-only=no'], {}, 2, '--read-only takes no value'],
])('a read-only server does not start with %s', (_title, args, environment, code, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [server, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  expect({ status, stdout }).toEqual({ status: code, stdout: '' });
  expect(stderr).toContain(message);
});

describe('MCP_READ_ONLY on platforms with fetch', () => {
  const tools = [makeTool('read', { isReadOnly: true }), makeTool('write')];
  const handlers = makeHandlers({ tools: { read: () => 'read', write: () => 'written' } });
  const ask = (env: { readonly [name: string]: unknown }, options = {}, served = tools): Promise<Response> => {
    const web = createWebServer({ definition: makeDefinition({ tools: served }), handlers, options });
    const headers = {
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/list',
    };
    const body = JSON.stringify(modern(1, 'tools/list'));
    return web.fetch(new Request('https://office.example/mcp', { method: 'POST', headers, body }), env);
  };
  const namesOf = async (response: Response): Promise<readonly string[]> => {
    const { result } = (await response.json()) as { readonly result: { readonly tools: readonly { name: string }[] } };
    return result.tools.map(({ name }) => name);
  };

  afterEach(() => void vi.unstubAllEnvs());

  test.each([
    ['yes', { MCP_READ_ONLY: '1' }, {}, ['read']],
    ['yes, in words', { MCP_READ_ONLY: ' True ' }, {}, ['read']],
    ['no', { MCP_READ_ONLY: '0' }, {}, ['read', 'write']],
    ['no, with the option', { MCP_READ_ONLY: 'false' }, { readOnly: true }, ['read']],
    ['nothing', {}, {}, ['read', 'write']],
  ])('says %s', async (_, env, options, listed) => {
    expect(await namesOf(await ask(env, options))).toEqual(listed);
  });

  test('may be a variable of the process', async () => {
    vi.stubEnv('MCP_READ_ONLY', '1');
    expect(await namesOf(await ask({}))).toEqual(['read']);
  });

  test('is neither yes nor no: no request is served; one without tools that are read-only is told', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await namesOf(await ask({}, { readOnly: true }, [makeTool('read'), makeTool('write')]))).toEqual([]);
    expect(report).toHaveBeenCalledWith(expect.stringContaining('no tool has `readOnlyHint: true`'));
    expect((await ask({ MCP_READ_ONLY: 'maybe' })).status).toBe(500);
    expect(report).toHaveBeenCalledWith(expect.stringContaining('MCP_READ_ONLY must be 1 or 0'));
    report.mockRestore();
  });
});
