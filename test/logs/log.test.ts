import path from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test, vi } from 'vitest';
import { createLog } from '../../runtime/core/logs/create-log.js';
import { parseArguments } from '../../runtime/transports/node/command-line.js';
import { createWebServer } from '../../runtime/transports/web/index.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { postInit } from '../kit/post-init.js';
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

/** Lines that a server writes to stderr while it answers messages. */
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
  test('has an object on each line, with the request that it is about, and none about requests by default', async () => {
    expect(await readJson([call(7, 'broken'), call(8, 'find')], ['--log', 'json'])).toEqual([
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

  test('has the failure of the start, too', async () => {
    const lines = await readJson([], ['--log', 'json'], { FAIL_SETUP: 'no database' });
    expect(lines).toEqual([{ level: 'error', subject: 'START: setup', message: 'no database' }]);
  });
});

describe('lines about requests', () => {
  const messages = [call(1, 'find'), call(2, 'fail'), call(3, 'unknown'), modern(4, 'tools/list')];

  test('are written as JSON, which cleans and cuts what a client sends', async () => {
    const method = `a\n\u001b[31m\u202eb${'c'.repeat(200)}`;
    const hostile = modern(`x\u0000${'y'.repeat(200)}`, method);
    const common = { level: 'info', subject: 'REQUEST', revision: '2026-07-28' };
    const lines = await readJson([...messages, hostile], ['--log=json', '--log-requests']);
    const sorted = lines.toSorted((left, right) => (String(left['request_id']) < String(right['request_id']) ? -1 : 1));
    expect(sorted.map(({ message: _message, ...rest }) => rest)).toEqual([
      { ...common, request_id: '1', method: 'tools/call', name: 'find', outcome: 'ok' },
      { ...common, request_id: '2', method: 'tools/call', name: 'fail', outcome: 'tool_error' },
      { ...common, request_id: '3', method: 'tools/call', name: 'unknown', outcome: 'error', error_code: -32602 },
      { ...common, request_id: '4', method: 'tools/list', outcome: 'ok' },
      {
        ...common,
        request_id: `x\\u{0}${'y'.repeat(126)}…`,
        method: `a \\u{1b}[31m\\u{202e}b${'c'.repeat(119)}…`,
        outcome: 'error',
        error_code: -32601,
      },
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

  test('over HTTP name the address and a hash of the principal, and refused requests', async () => {
    const server = startServer(program, ['--http', '0', '--log', 'json', '--log-requests']);
    const { child, output, exited } = server;
    await untilSaid(server, /Listening/u);
    const url = /http:\/\/127\.0\.0\.1:\d+/u.exec(output.stderr)?.[0] ?? '';
    await (await fetch(`${url}/mcp`, postInit(call(1, 'find'), { authorization: 'alice' }))).text();
    await (await fetch(`${url}/mcp`, postInit(call(2, 'find')))).text();
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

test('the level hides less severe lines', async () => {
  const lines = await readJson([call(1, 'broken')], ['--log', 'json', '--log-level', 'error', '--log-requests']);
  expect(lines.map((line) => line['level'])).toEqual(['error']);
});

describe('the log is chosen', () => {
  test('by the options, which the environment overrides', async () => {
    const options = { OPTIONS_LOG: '{"format":"json","requests":true}' };
    const lines = await readLog([call(1, 'find')], [], options);
    expect(lines.map((line) => line[0])).toEqual(['{']);
    const others = await readLog([call(1, 'find')], [], { ...options, MCP_LOG: 'text' });
    expect(others.map((line) => line[0])).toEqual(['[']);
  });

  test('by the environment, which arguments override', () => {
    const environment = { MCP_LOG: 'json', MCP_LOG_REQUESTS: '1', MCP_LOG_LEVEL: 'error' };
    expect(parseArguments([], environment)).toMatchObject({ log: { format: 'json', requests: true, level: 'error' } });
    expect(parseArguments(['--log', 'text'], environment)).toMatchObject({ log: { format: 'text', level: 'error' } });
  });

  test.each([
    [['--log', 'xml'], {}, 'Invalid log format: "xml". Valid formats: text, json'],
    [[], { MCP_LOG: 'xml' }, 'Invalid log format: "xml". Valid formats: text, json'],
    [['--log-level', 'all'], {}, 'Invalid log level: "all". Valid levels: info, warning, error'],
    [['--log-requests=yes'], {}, '--log-requests takes no value'],
  ])('%j %j is an error', (args, environment, message) => {
    expect(parseArguments(args, environment)).toEqual({ mode: 'wrong', message });
  });

  test.each([
    [{ format: 'xml' }, 'Option "log.format" must be text or json'],
    [{ levels: 'all' }, 'Unknown option "log.levels"; known options are format, level, requests'],
  ])('the option %j is an error', (options, message) => {
    expect(() => createLog(options as object, { write: () => {}, hash: String })).toThrow(message);
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
  const response = await server.fetch(new Request('http://localhost/mcp', postInit(call(1, 'probe'))));
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
