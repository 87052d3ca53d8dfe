import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { parseYaml } from '../../generator/core/source/parse-yaml.js';
import { toJson } from '../../generator/core/source/source-node.js';
import { toPlainJson } from '../../generator/core/model/json.js';
import { readServer } from '../../generator/tools/scaffold/server/read-server.js';
import { splitCommand } from '../../generator/tools/links/split-command.js';
import { runInMemory } from '../cli/run-in-memory.js';

const identity = { name: 'x', title: 'X', description: 'Is x.' };

/** The definition that is written of a server, as a plain value. */
// oxlint-disable-next-line typescript/no-explicit-any -- the test looks into definitions of every shape
async function define(server: string, headers: readonly (readonly [string, string])[] = []): Promise<any> {
  const target = { server, headers: new Map(headers), cwd: '/' };
  const source = await readServer(target, new AbortController().signal);
  const [file] = source.listFiles(identity, () => '');
  const { root, diagnostics } = parseYaml('x.mcp.yaml', String(file?.content));
  expect(diagnostics).toEqual([]);
  return { ...(toPlainJson(toJson(root ?? expect.fail())) as object), notes: source.notes };
}

/** A server on stdio: the body of a function that is called with each message and `answer(result)`. */
async function script(body: string): Promise<string> {
  const folder = makeFolder();
  const path = join(folder, 'server.mjs');
  const lines = [
    `import { createInterface } from 'node:readline';`,
    `const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');`,
    `for await (const line of createInterface({ input: process.stdin })) {`,
    `  const message = JSON.parse(line);`,
    `  const answer = (result) => write({ id: message.id, result });`,
    `  const refuse = (code, text, data) => write({ id: message.id, error: { code, message: text, data } });`,
    body,
    `}`,
  ];
  await writeFile(path, lines.join('\n'));
  return `"${process.execPath}" "${path}"`;
}

const greet = `
  if (message.method === 'server/discover') refuse(-32601, 'Method not found');
  else if (message.method === 'initialize')
    answer({ protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '0.1' } });
  else if (message.method === 'tools/list')`;

describe('on stdin and stdout', () => {
  test('a server of an older revision is initialized, its pages are put together', async () => {
    const server = await script(`${greet}
      answer(message.params.cursor === ''
        ? { tools: [{ name: 'b', inputSchema: { type: 'object' } }] }
        : { tools: [{ name: 'a', title: 'The a', description: null, inputSchema: { type: 'object' }, hints: 1 }], nextCursor: '' });`);
    const definition = await define(server);
    expect(definition.server).toEqual({ ...identity, version: '0.1' });
    expect(definition.tools).toEqual({
      a: { title: 'The a', inputSchema: { type: 'object' }, description: 'The a' },
      b: { inputSchema: { type: 'object' }, description: 'b' },
    });
    expect(definition.notes).toEqual(['`hints` is ignored, because it is not a descriptor field.']);
  });

  test('a template without variables at the address of a resource is skipped: both would have the same handler', async () => {
    const server = await script(`
      if (message.method === 'server/discover') refuse(-32601, 'Method not found');
      else if (message.method === 'initialize')
        answer({ protocolVersion: '2025-11-25', capabilities: { resources: {} }, serverInfo: { name: 's', version: '1' } });
      else if (message.method === 'resources/list') answer({ resources: [{ uri: 'x://here', name: 'The here' }] });
      else if (message.method === 'resources/templates/list')
        answer({ resourceTemplates: [{ uriTemplate: 'x://here', name: 'the-here' }, { uriTemplate: 'x://{id}', name: 'any' }] });`);
    const { resources, resourceTemplates, notes } = await define(server);
    expect(resources).toEqual({ 'x://here': { name: 'The here' } });
    expect(resourceTemplates).toEqual({ 'x://{id}': { name: 'any' } });
    expect(notes).toEqual([
      'The template `x://here` is skipped, because it has no variables and is also listed as a resource.',
    ]);
  });

  test('one that is slow to start is asked as what it turns out to be', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await script(`
      if (message.method === 'server/discover') globalThis.discovery = message.id;
      else if (message.method === 'initialize') {
        write({ id: globalThis.discovery, result: {
          resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { prompts: {} },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'new', version: '2' } } } });
        refuse(-32601, 'Method not found');
      } else answer({ prompts: [{ name: 'p', arguments: [{ name: 'q', required: true }] }] });`);
    const defined = define(server);
    // The limits of reading, of the request and of waiting for its answer.
    while (vi.getTimerCount() < 3) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(3000);
    expect((await defined).prompts).toEqual({ p: { description: 'p', arguments: { q: { required: true } } } });
  });

  test('tools that are listed only for clients with a capability are read', async () => {
    const server = await script(`
      if (message.method === 'initialize') globalThis.able = Object.keys(message.params.capabilities);
      ${greet} {
        write({ id: 'folders', method: 'roots/list' });
        globalThis.pending = message.id;
      }
      if (message.id === 'folders') {
        const description = JSON.stringify(message.result);
        write({ id: globalThis.pending, result: { tools: globalThis.able.map((name) => ({ name, description })) } });
      }`);
    const description = '{"roots":[]}';
    expect((await define(server)).tools).toEqual({
      roots: { description },
      sampling: { description },
      elicitation: { description },
    });
  });

  test.each([
    ['ends at once', `process.stderr.write('no \\u001b[31mkey'); process.exit(3);`, /exit code 3\).*no \[31mkey$/u],
    ['cannot be started', undefined, /^The server cannot be started/u],
    ['refuses', `refuse(-32000, 'Not\\n today');`, /^The server responded with error -32000: Not today$/u],
    [
      'speaks only what is not known',
      `refuse(-32022, 'Unsupported', { supported: ['2031-01-01'] });`,
      /does not support 2026-07-28, only 2031-01-01: Unsupported$/u,
    ],
    ['lists in a circle', `${greet} answer({ tools: [], nextCursor: 'again' });`, /returned the same cursor twice/u],
    [
      'lists without end',
      `${greet} answer({ tools: Array(999).fill({ name: 'a' }), nextCursor: String(Math.random()) });`,
      /more than 20000 items/u,
    ],
    [
      'never ends its line',
      `for (;;) if (!process.stdout.write('x'.repeat(1e6))) await new Promise((resolve) => process.stdout.once('drain', resolve));`,
      /more than 67108864 bytes/u,
    ],
    [
      'chatters',
      `for (;;) if (!process.stdout.write('{}\\n'.repeat(1e5))) await new Promise((resolve) => process.stdout.once('drain', resolve));`,
      /more than 100000 lines/u,
    ],
  ])('one that %s is an error', async (_what, body, message) => {
    const server = body === undefined ? 'no-such-command --x' : await script(body);
    await expect(define(server)).rejects.toThrow(message);
  });

  test.skipIf(process.platform === 'win32')('one that does not want to end is ended', async () => {
    const server = await script(
      `${greet} { answer({ tools: [] }); process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); }`,
    );
    expect((await define(server)).server.version).toBe('0.1');
  });

  test('texts stay texts, whatever they look like', async () => {
    const texts = [
      '#',
      '- a: b',
      '\u001b[2J',
      '"\'\\',
      'a\r\nb',
      '  x \n\n y\n',
      '\u2028\u202e\ufeff',
      '---',
      'null',
      '1.0',
      '{{x}}',
      '*a',
    ];
    const properties = Object.fromEntries([...texts, '10', '9', '__proto__x'].map((text) => [text, { title: text }]));
    const server = await script(`${greet} answer({ tools: [
      { name: 'a', description: 'x\\u0000*/', inputSchema: { type: 'object', properties: ${JSON.stringify(properties)} } }] });`);
    const { tools } = await define(server);
    expect(tools.a.description).toBe('x\u0000*/');
    expect(tools.a.inputSchema.properties).toEqual(properties);
  });
});

test('the official server of the first SDK is understood', async () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  const path = join(folder, 'node_modules', '.foreign-server.mjs');
  await writeFile(
    path,
    `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
     import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
     import { z } from 'zod';
     const server = new McpServer({ name: 'sdk', version: '1.2.3' });
     server.registerTool('add', { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } }, () => ({ content: [] }));
     await server.connect(new StdioServerTransport());`,
  );
  onTestFinished(() => rm(path));
  const { tools, server } = await define(`"${process.execPath}" "${path}"`);
  expect(server.capabilities).toEqual({ tools: { listChanged: true } });
  expect(tools.add).toMatchObject({
    description: 'Adds.',
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  });
});

describe('over HTTP', () => {
  test('a server of the present is asked without a session', async () => {
    const path = fileURLToPath(new URL('../../dist/bookshop/server.mjs', import.meta.url));
    const child = spawn(process.execPath, [path, '--http', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void child.kill());
    const url = await new Promise<string>((resolve) => {
      child.stderr.on('data', (text: Buffer) => {
        const found = /http:\/\/\S+\/mcp/u.exec(String(text))?.[0];
        if (found !== undefined) resolve(found);
      });
    });
    const definition = await define(url);
    expect(Object.keys(definition.tools).toSorted()).toEqual(['check_stock', 'find_books', 'order_book']);
    expect(Object.keys(definition.resourceTemplates)).toEqual(['bookshop://books/{isbn}']);
  });

  test('a server of the past gets its session back, and its event streams are read', async () => {
    const seen: string[] = [];
    const url = await serve(({ method, headers }, message) => {
      seen.push(
        `${method} ${message?.method ?? ''} ${headers['mcp-session-id'] ?? ''} ${headers['mcp-protocol-version'] ?? ''}`,
      );
      if (headers.authorization !== 'Bearer t') return { status: 401 };
      if (method === 'DELETE') return { status: 204 };
      if (message?.method === 'initialize') {
        const result = {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 's', version: '1' },
        };
        return { status: 200, headers: { 'mcp-session-id': 'abc' }, events: [result] };
      }
      if (headers['mcp-session-id'] !== 'abc')
        return { status: 400, json: { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No session' } } };
      return message?.id === undefined ? { status: 202 } : { status: 200, events: [{ tools: [{ name: 'a' }] }] };
    });
    expect((await define(url, [['authorization', 'Bearer t']])).tools).toEqual({ a: { description: 'a' } });
    expect(seen).toEqual([
      'POST server/discover  2026-07-28',
      'POST initialize  ',
      'POST notifications/initialized abc 2025-06-18',
      'POST tools/list abc 2025-06-18',
      'DELETE  abc 2025-06-18',
    ]);
    await expect(define(url)).rejects.toThrow(/responded with 401: pass a token with --header/u);
  });

  test('requests of the server that come before an answer are answered', async () => {
    const seen: unknown[] = [];
    const url = await serve((_request, message) => {
      if (message?.method === undefined) {
        seen.push(message);
        return { status: 202 };
      }
      if (message.method === 'server/discover') return { status: 400 };
      const serverInfo = { name: 's', version: '1' };
      const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
      const ask = { jsonrpc: '2.0', id: 'folders', method: 'roots/list' };
      return { status: 200, ask, events: [message.method === 'initialize' ? hello : { tools: [] }] };
    });
    await define(url);
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(seen[0]).toEqual({ jsonrpc: '2.0', id: 'folders', result: { roots: [] } });
  });

  test('every --header of the command line is sent', async () => {
    const seen: unknown[] = [];
    const url = await serve(({ headers }) => {
      seen.push([headers.authorization, headers['x-tenant']]);
      return { status: 401 };
    });
    const options = ['--header', 'Authorization: Bearer t', '--header', 'X-Tenant: 7'];
    const { exitCode } = await runInMemory(['x', '--from-server', url, ...options], { cwd: tmpdir() });
    expect(exitCode).toBe(1);
    expect(seen[0]).toEqual(['Bearer t', '7']);
  });

  test('no server there, and something else there, are errors', async () => {
    await expect(define('http://127.0.0.1:9/mcp')).rejects.toThrow('http://127.0.0.1:9/mcp cannot be reached');
    const url = await serve(() => ({ status: 200 }));
    await expect(define(url)).rejects.toThrow(/responded to initialize with 200 and no matching JSON-RPC message/u);
  });
});

interface Reply {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  /** A body. */
  readonly json?: object;
  /** A request, as an event before the others. */
  readonly ask?: object;
  /** Results, each as an event after a notification. */
  readonly events?: readonly object[];
}

/** A server of HTTP; gives its address. */
// oxlint-disable-next-line typescript/no-explicit-any -- messages are of every shape
async function serve(reply: (request: IncomingMessage, message: any) => Reply): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const message = text === '' ? undefined : JSON.parse(text);
      const { status, headers = {}, json, ask, events } = reply(request, message);
      const type = events ? 'text/event-stream' : 'application/json';
      response.writeHead(status, { ...headers, 'content-type': type });
      const notice = `event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\r\n\r\n: still here\r\n\r\n`;
      const stream = events?.map(
        (result) => `${notice}id: 1\r\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\r\n\r\n`,
      );
      const question = ask ? `data: ${JSON.stringify(ask)}\n\n` : '';
      response.end(stream ? question + stream.join('') : json && JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test.each([
  [`node server.mjs --port 1`, ['node', 'server.mjs', '--port', '1']],
  [`'a b'  "c \\" d" e\\ f ''`, ['a b', 'c " d', 'e f', '']],
  [`a"b c"'d'e`, ['ab cde']],
  [`x $HOME ; rm *`, ['x', '$HOME', ';', 'rm', '*']],
])('the command %s is split as a shell would, and no more', (command, words) => {
  expect(splitCommand(command)).toEqual(words);
});

test('a quote that is not closed is an error', () => {
  expect(() => splitCommand(`node 'a`)).toThrow(`has an unclosed '`);
});
