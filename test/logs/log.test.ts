import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test, vi } from 'vitest';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { startServer } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { oneTool, throwing } from '../wire/fixture-server.js';
import { modern, type Wire } from '../wire/wire.js';

const folder = makeFolder();
linkPackages(folder);
const program = path.join(folder, 'server.mjs');
await build({
  entryPoints: [path.join(import.meta.dirname, 'log-fixture.ts')],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['@opentelemetry/*'],
});

/** Lines that a server writes to standard error while it answers messages. */
async function readLog(
  messages: readonly object[],
  args: readonly string[],
  environment: { readonly [name: string]: string } = {},
): Promise<readonly string[]> {
  const { child, output, exited } = startServer(program, args, environment);
  child.stdin.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await exited;
  return output.stderr.split('\n').slice(0, -1);
}

/** Lines of a log in JSON, without their times, durations and stacks. */
async function readJson(...given: Parameters<typeof readLog>): Promise<readonly Wire[]> {
  return (await readLog(...given)).map(parseLine);
}

function parseLine(line: string): Wire {
  const { time, duration_ms: duration, error: _error, ...rest } = JSON.parse(line) as Wire;
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
  if (duration !== undefined) expect(duration).toBeGreaterThanOrEqual(0);
  return rest;
}

const call = (id: unknown, name: string): Wire => modern(id, 'tools/call', { name, arguments: {} });

describe('a log in JSON', () => {
  test('has an object on each line, with the request that it is about', async () => {
    expect(await readJson([call(7, 'broken')], ['--log', 'json'])).toEqual([
      {
        level: 'error',
        subject: 'TOOL: broken',
        message: 'no shelf at all',
        request_id: '7',
        method: 'tools/call',
      },
    ]);
  });

  test('names trace and span of the request', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const message = modern(7, 'tools/call', { name: 'broken' }, { traceparent });
    const [line = {}] = await readJson([message], ['--log', 'json'], { TRACED: '1' });
    expect(line['trace_id']).toMatch(/^[\da-f]{32}$/u);
    expect(line['span_id']).toMatch(/^[\da-f]{16}$/u);
  });

  test('cleans and cuts what a client sends', async () => {
    const method = `a\n\u001b[31m\u202eb${'c'.repeat(200)}`;
    const [line = {}] = await readJson([modern(`x\u0000${'y'.repeat(200)}`, method)], ['--log=json', '--log-requests']);
    expect(line['request_id']).toBe(`x\\u{0}${'y'.repeat(126)}…`);
    expect(line['method']).toBe(`a \\u{1b}[31m\\u{202e}b${'c'.repeat(119)}…`);
    expect(line['outcome']).toBe('error');
    expect(line['error_code']).toBe(-32601);
  });

  test('has the failure of the start, too', async () => {
    const lines = await readJson([], ['--log', 'json'], { FAIL_SETUP: 'no database' });
    expect(lines).toEqual([{ level: 'error', subject: 'START: setup', message: 'no database' }]);
  });
});

describe('lines about requests', () => {
  const messages = [call(1, 'find'), call(2, 'fail'), call(3, 'unknown'), modern(4, 'tools/list')];

  test('are written as JSON', async () => {
    const common = { level: 'info', subject: 'REQUEST', revision: '2026-07-28' };
    const lines = await readJson(messages, ['--log', 'json', '--log-requests']);
    const sorted = lines.toSorted((left, right) => Number(left['request_id']) - Number(right['request_id']));
    expect(sorted.map(({ message: _message, ...rest }) => rest)).toEqual([
      { ...common, request_id: '1', method: 'tools/call', name: 'find', outcome: 'ok' },
      { ...common, request_id: '2', method: 'tools/call', name: 'fail', outcome: 'tool_error' },
      { ...common, request_id: '3', method: 'tools/call', name: 'unknown', outcome: 'error', error_code: -32602 },
      { ...common, request_id: '4', method: 'tools/list', outcome: 'ok' },
    ]);
  });

  test('are written as text', async () => {
    const lines = await readLog(messages, ['--log-requests']);
    const shown = lines.map((line) => line.replace(/^\[[^\]]+\] /u, '').replace(/[\d.]+ ms/u, 'N ms'));
    expect(shown.toSorted()).toEqual([
      'REQUEST | INFO: tools/call fail: tool_error, N ms',
      'REQUEST | INFO: tools/call find: ok, N ms',
      'REQUEST | INFO: tools/call unknown: error -32602, N ms',
      'REQUEST | INFO: tools/list: ok, N ms',
    ]);
  });

  test('are not written unless that is asked for', async () => {
    expect(await readLog(messages, [])).toEqual([]);
  });

  test('over HTTP name the address and a hash of the principal, and refused requests', async () => {
    const server = startServer(program, ['--http', '0', '--log', 'json', '--log-requests']);
    const { child, output, exited } = server;
    await untilSaid(server, /Listening/u);
    const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(output.stderr)?.[0] ?? '';
    const post = (message: Wire, headers: { readonly [name: string]: string } = {}): Promise<Response> =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'find',
          ...headers,
        },
        body: JSON.stringify(message),
      });
    await (await post(call(1, 'find'), { authorization: 'alice' })).text();
    await (await post(call(2, 'find'))).text();
    await (await fetch(`${url}/other?token=secret`)).text();
    await untilSaid(server, /\/other/u);
    child.kill();
    await exited;
    const lines = output.stderr.split('\n').slice(0, -1).map(parseLine);
    expect(lines).toEqual([
      { level: 'info', message: `Listening on ${url}/mcp` },
      {
        level: 'info',
        subject: 'REQUEST',
        message: expect.stringMatching(/^tools\/call find: ok, [\d.]+ ms$/u),
        request_id: '1',
        method: 'tools/call',
        // The first 16 characters of the SHA-256 of "alice", as base64url.
        principal: 'K9gGyX8OAK8aH8My',
        name: 'find',
        outcome: 'ok',
        revision: '2026-07-28',
        client_address: '127.0.0.1',
      },
      {
        level: 'info',
        subject: 'HTTP',
        message: 'POST /mcp: refused with 401 A token is needed',
        outcome: 'refused',
        http_status: 401,
        client_address: '127.0.0.1',
      },
      {
        level: 'info',
        subject: 'HTTP',
        message: 'GET /other: refused with 404 Not Found',
        outcome: 'refused',
        http_status: 404,
        client_address: '127.0.0.1',
      },
    ]);
    expect(output.stderr).not.toMatch(/alice|secret/u);
  });
});

test('a server of several processes writes its own lines as JSON, too', async () => {
  const server = startServer(program, ['--http', '0', '--workers', '1', '--log', 'json']);
  const { child, output, exited } = server;
  await untilSaid(server, /Listening/u);
  child.kill();
  expect(await exited).toBe(0);
  expect(output.stderr.split('\n').slice(0, -1).map(parseLine)).toEqual([
    { level: 'info', message: expect.stringMatching(/^Listening on http:\S+ with 1 workers$/u) },
  ]);
});

describe('the level', () => {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9, reason: 'enough' } };

  test.each<readonly [string, readonly string[]]>([
    ['info', ['error', 'info']],
    ['error', ['error']],
  ])('%s hides less severe lines', async (level, shown) => {
    const messages = [call(1, 'broken'), cancelled];
    const lines = await readJson(messages, ['--log', 'json', '--log-level', level, '--log-requests']);
    expect(lines.map((line) => line['level'])).toEqual(shown);
  });
});

describe('the log is chosen', () => {
  const isJson = async (...given: Parameters<typeof readLog> extends [unknown, ...infer Rest] ? Rest : never) =>
    (await readLog([call(1, 'broken')], ...given)).every((line) => line.startsWith('{'));

  test('by the environment', async () => {
    expect(await isJson([], { MCP_LOG: 'json' })).toBe(true);
    expect(await readLog([call(1, 'find')], [], { MCP_LOG_REQUESTS: '1' })).toHaveLength(1);
    expect(await readLog([call(1, 'find')], [], { MCP_LOG_REQUESTS: '1', MCP_LOG_LEVEL: 'error' })).toEqual([]);
  });

  test('by the options, which the environment overrides, which arguments override', async () => {
    const options = { OPTIONS_LOG: '{"format":"json"}' };
    expect(await isJson([], options)).toBe(true);
    expect(await isJson([], { ...options, MCP_LOG: 'text' })).toBe(false);
    expect(await isJson(['--log', 'json'], { MCP_LOG: 'text' })).toBe(true);
  });

  test.each([
    [['--log', 'xml'], {}, 'Not a form of the log: "xml". There are text, json. Try --help.'],
    [[], { MCP_LOG: 'xml' }, 'Not a form of the log: "xml". There are text, json. Try --help.'],
    [['--log-level', 'all'], {}, 'Not a level of the log: "all". There are info, warning, error. Try --help.'],
    [['--log-requests=yes'], {}, '--log-requests takes no value. Try --help.'],
  ])('%j %j is an error', async (args, environment, message) => {
    const { output, exited } = startServer(program, args, environment);
    expect(await exited).toBe(2);
    expect(output.stderr).toBe(`${message}\n`);
  });

  test.each([
    ['{"format":"xml"}', 'Option "log.format" must be text or json'],
    ['{"levels":"all"}', 'Unknown option "log.levels"; known are format, level, requests'],
  ])('the option %s is an error', async (log, message) => {
    const lines = await readLog([], [], { OPTIONS_LOG: log });
    expect(lines.map((line) => line.replace(/^\[[^\]]+\] /u, ''))).toEqual([`START | ERROR: ${message}`]);
  });
});

test('platforms with fetch write the same lines', async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  const server = createWebServer({
    ...oneTool(throwing(new Error('no shelf'))),
    authenticate: async () => ({ principal: 'alice' }),
    options: { log: { format: 'json', requests: true } },
  });
  const response = await server.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'probe',
      },
      body: JSON.stringify(call(1, 'probe')),
    }),
  );
  await response.text();
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  await server.close();
  spy.mockRestore();
  const common = { request_id: '1', method: 'tools/call', principal: 'K9gGyX8OAK8aH8My' };
  expect(lines.map(parseLine)).toMatchObject([
    { level: 'error', subject: 'TOOL: probe', message: 'no shelf', ...common },
    { level: 'info', subject: 'REQUEST', outcome: 'tool_error', ...common },
  ]);
});
