import { build } from 'esbuild';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { pipeBytes } from './pipe-bytes.js';
import { callTool, initialize, notification, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const server = serveFixture('lifecycle');
const noisy = serveFixture('noisy');

/** A message behind its `Content-Length`. */
function frame(message: object, header = 'Content-Length: %\r\n\r\n'): string {
  const body = JSON.stringify(message);
  return header.replace('%', String(Buffer.byteLength(body))) + body;
}

/** The framed answer to a call of `echo`. */
function framedEcho(id: number, text: string): string {
  return frame({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
}

test('1 json_rpc_write_read_message_01 (a request with positional parameters: recognised, and refused by MCP)', async () => {
  expect(await server.ask(request(1, 'subtract', [42, 23]))).toMatchObject({ id: 1, error: { code: -32600 } });
});

test('2 json_rpc_write_read_message_02', async () => {
  const answer = await server.ask(request(1, 'subtract', { minuend: 42, subtrahend: 23 }));
  expect(answer).toMatchObject({ id: 1, error: { code: -32601 } });
});

test('3 json_rpc_write_read_framed_multiple_01', async () => {
  const input = frame(callTool(1, 'echo', { Text: 'subtract' })) + frame(notification('update', { values: [1, 2] }));
  const { stdout, exitCode } = await pipeBytes(server.entrypoint(), [input]);
  expect(stdout).toBe(framedEcho(1, 'subtract'));
  expect(exitCode).toBe(0);
});

test('4 json_rpc_read_framed_eof_01', async () => {
  const { stdout, stderr, exitCode } = await pipeBytes(server.entrypoint(), []);
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

describe('F1 newline framing', () => {
  test('a message has one line, whatever is in it', async () => {
    const { stdout } = await server.talk([callTool(1, 'echo', { Text: 'a\nb\r\nc\u2028d' })]);
    expect(stdout).toMatch(/^[^\r\n]+\n$/u);
    expect(JSON.parse(stdout)).toMatchObject({ result: { content: [{ text: 'a\nb\r\nc\u2028d' }] } });
  });

  test('what handlers print goes to standard error', async () => {
    const { stdout, stderr } = await noisy.talk([callTool(1, 'noisy')]);
    expect(stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"noisy"}]}}\n');
    expect(stderr).toBe('printed while loading\nprinted by console.log\nwritten to standard output\n');
  });
});

describe('F2 Content-Length framing', () => {
  const call = callTool(1, 'echo', { Text: 'João' });
  const answer = framedEcho(1, 'João');

  test.each([
    ['plain', 'Content-Length: %\r\n\r\n'],
    ['name in another case', 'content-LENGTH: %\r\n\r\n'],
    ['LF alone', 'Content-Length: %\n\n'],
    ['no space', 'Content-Length:%\r\n\r\n'],
    ['blank lines before', '\r\n\nContent-Length: %\r\n\r\n'],
    ['a header before', 'Content-Type: application/json\r\nContent-Length: %\r\n\r\n'],
    ['a header after', 'Content-Length: %\r\nX-Other: 1\r\n\r\n'],
  ])('counts bytes and is answered in kind: %s', async (_, header) => {
    expect((await pipeBytes(server.entrypoint(), [frame(call, header)])).stdout).toBe(answer);
  });

  test('chunks may end at every byte', async () => {
    const bytes = [...Buffer.from(frame(call) + frame(callTool(2, 'echo', { Text: 'ã' })))];
    const chunks = bytes.map((byte) => Uint8Array.of(byte));
    expect((await pipeBytes(server.entrypoint(), chunks)).stdout).toBe(answer + framedEcho(2, 'ã'));
  });

  test('a chunk may hold many messages', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => index + 1);
    const input = ids.map((id) => frame(callTool(id, 'echo', { Text: `nº ${id}` }))).join('');
    const { stdout } = await pipeBytes(server.entrypoint(), [input]);
    expect(stdout).toBe(ids.map((id) => framedEcho(id, `nº ${id}`)).join(''));
  });

  test.each(['', 'many', '0', '-5', '1.5'])(
    'a length of "%s" is -32700, and the next message is read',
    async (length) => {
      const bad = `Content-Length: ${length}\r\n\r\n{}`;
      const { stdout } = await pipeBytes(server.entrypoint(), [frame(call) + bad + frame(request(2, 'ping'))]);
      expect(stdout).toContain('"error":{"code":-32700,');
      expect(stdout).toContain(frame({ jsonrpc: '2.0', id: 2, result: {} }));
    },
  );
});

test.each([
  ['LF', '\n', '\n'],
  ['CR LF', '\r\n', '\r\n'],
  ['LF and blank lines', '\n \t\n\r\n', '\n\n'],
  ['no end after the last line', '\n', ''],
])('F3 lines may end with %s', async (_, between, last) => {
  const input = JSON.stringify(request(1, 'ping')) + between + JSON.stringify(request(2, 'ping')) + last;
  const { stdout } = await pipeBytes(server.entrypoint(), [input]);
  expect(stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":"2.0","id":2,"result":{}}\n');
});

test('F4 blank lines are skipped, malformed ones answered without an id, reported and survived', async () => {
  const { messages, stderr, exitCode } = await server.talk(['', '   ', '{"jsonrpc":', '\r', request(1, 'ping')]);
  expect(messages).toEqual([
    { jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) as unknown } },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
  expect(stderr).toMatch(/^\[\S+\] INPUT \| ERROR: [^\n]+\n$/u);
  expect(exitCode).toBe(0);
});

describe('F5 what is no JSON-RPC 2.0', () => {
  test.each([
    ['another version', { jsonrpc: '1.0', id: 'a', method: 'ping' }],
    ['no version', { id: 'a', method: 'ping' }],
    ['a method that is no string', { jsonrpc: '2.0', id: 'a', method: 7 }],
    ['no method', { jsonrpc: '2.0', id: 'a' }],
  ])('with an id is -32600: %s', async (_, message) => {
    expect(await server.ask(message)).toMatchObject({ id: 'a', error: { code: -32600 } });
  });

  test.each([
    ['null', null],
    ['an object', {}],
    ['a boolean', true],
  ])('with an id that is %s is -32600 without an id (clients reject null)', async (_, id) => {
    const answer = await server.ask({ jsonrpc: '2.0', id, method: 'ping' });
    expect(answer).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) as unknown } });
  });

  test('without an id is ignored', async () => {
    const { messages } = await server.talk([
      { jsonrpc: '1.0', method: 'ping' },
      { method: 'ping' },
      { jsonrpc: '2.0', method: 7 },
      request(1, 'ping'),
    ]);
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  test('an array is -32600, except in 2025-03-26, which has batches', async () => {
    const batch = [request(1, 'ping'), request(2, 'ping')];
    expect(await server.ask(batch)).toMatchObject({ error: { code: -32600 } });
    const { messages } = await server.talk([initialize(0, '2025-03-26'), batch]);
    expect(messages[1]).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });
});

test('F6 stray responses are ignored', async () => {
  const { messages, stderr } = await server.talk([
    { jsonrpc: '2.0', id: 99, result: { action: 'accept' } },
    { jsonrpc: '2.0', id: 'elicit_1', error: { code: -1, message: 'no' } },
    request(1, 'ping'),
  ]);
  expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  expect(stderr).toBe('');
});

describe('F7 requests', () => {
  const calls = [callTool(1, 'slow'), callTool(2, 'echo', { Text: 'fast' }), request(3, 'ping')];

  test('run side by side by default: the slow one is answered last (and N5: ping is answered meanwhile)', async () => {
    const { messages } = await server.talk(calls);
    expect(messages.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    expect(messages.at(-1)?.id).toBe(1);
  });

  test('are answered in order with the option `ordered`; a ping does not wait', async () => {
    const { messages } = await server.talk(calls, { START_OPTIONS: '{"ordered":true}' });
    expect(messages.map(({ id }) => id)).toEqual([3, 1, 2]);
  });
});

describe('F8 the end', () => {
  test('of input lets a running call finish', async () => {
    const { messages, exitCode } = await server.talk([callTool(1, 'slow')]);
    expect(messages).toMatchObject([{ id: 1, result: { content: [{ text: 'slow' }] } }]);
    expect(exitCode).toBe(0);
  });
});

/** Bundles a program of the fixture that starts its server itself; gives its path. */
async function bundleProgram(name: string): Promise<string> {
  const outfile = path.join(server.folder(), `${name}.mjs`);
  await build({
    absWorkingDir: server.folder(),
    entryPoints: [`embedded/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  return outfile;
}

describe('F9 start()', () => {
  test('without options serves standard input and output until the end of input', async () => {
    const program = await bundleProgram('serve-stdio');
    const { stdout, stderr } = await pipeBytes(program, [`${JSON.stringify(request(1, 'ping'))}\n`]);
    expect(stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
    expect(stderr).toBe('finished\n');
  });

  test('serves streams, twice in one process, with nothing in common', async () => {
    const { stdout } = await pipeBytes(await bundleProgram('serve-twice'), []);
    const [first, second] = JSON.parse(stdout);
    expect(first).toMatchObject({ id: 1, result: { serverInfo: { name: 'lifecycle-server' } } });
    expect(first.result.serverInfo).not.toHaveProperty('title');
    expect(second).toMatchObject({ id: 1, result: { serverInfo: { title: 'Second' } } });
  });
});

describe('F10 options', () => {
  test.each([
    ['an unknown one', '{"colour":"red"}', 'colour'],
    ['a version that is no string', '{"version":2}', 'version'],
    ['a title that is no string', '{"title":["Title"]}', 'title'],
  ])('%s ends the server before it reads or writes anything', async (_, options, named) => {
    const { stdout, stderr, exitCode } = await server.talk([request(1, 'ping')], { START_OPTIONS: options });
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`START \\| ERROR: .*"${named}"`, 'u'));
    expect(exitCode).toBe(1);
  });

  test('do not have to name the version: the definition does (there is no default)', async () => {
    const generating = createProject({ 'definitions/bad.mcp.yaml': 'server: { name: bad }\n' });
    await expect(generating).rejects.toThrow(/bad\.mcp\.yaml:1:\d+ error missing-key: .*`version`/u);
  });

  test('replace name, version and title of the definition', async () => {
    const { messages } = await server.talk([initialize(1)], {
      START_OPTIONS: '{"name":"other","version":"2.0.0","title":"Other"}',
    });
    expect(messages[0]?.result.serverInfo).toEqual({ name: 'other', title: 'Other', version: '2.0.0' });
  });
});
