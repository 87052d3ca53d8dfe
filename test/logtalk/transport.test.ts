import { build } from 'esbuild';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pipeBytes } from './pipe-bytes.js';
import { callTool, notification, request } from './request.js';
import { serveFixture } from './serve-fixture.js';

const server = serveFixture('lifecycle');

/** A message behind its `Content-Length`. */
function frame(message: object): string {
  const body = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
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
  const { stdout, exitCode } = await pipeBytes(await server.entrypoint(), [input]);
  expect(stdout).toBe(framedEcho(1, 'subtract'));
  expect(exitCode).toBe(0);
});

test('4 json_rpc_read_framed_eof_01', async () => {
  const { stdout, stderr, exitCode } = await pipeBytes(await server.entrypoint(), []);
  expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});

describe('F1 newline framing', () => {
  test('a message has one line, whatever is in it', async () => {
    const { stdout } = await server.talk([callTool(1, 'echo', { Text: 'a\nb\r\nc\u2028d' })]);
    expect(stdout).toMatch(/^[^\r\n]+\n$/u);
    expect(JSON.parse(stdout)).toMatchObject({ result: { content: [{ text: 'a\nb\r\nc\u2028d' }] } });
  });
});

test.each([
  ['LF', '\n', '\n'],
  ['CR LF', '\r\n', '\r\n'],
  ['LF and blank lines', '\n \t\n\r\n', '\n\n'],
  ['no end after the last line', '\n', ''],
])('F3 lines may end with %s', async (_, between, last) => {
  const input = JSON.stringify(request(1, 'ping')) + between + JSON.stringify(request(2, 'ping')) + last;
  const { stdout } = await pipeBytes(await server.entrypoint(), [input]);
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
