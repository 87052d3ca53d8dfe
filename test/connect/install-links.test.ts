import { expect, test } from 'vitest';
import { inspectorCommand } from '../../generator/outputs/connect/inspector-command.js';
import { linkCursor, linkVsCode } from '../../generator/outputs/connect/install-links.js';

test('the link of Cursor is the one that its own example expects', () => {
  const entry = {
    command: 'npx',
    args: ['-y', '@modelcontextprotocol/server-postgres', 'postgresql://localhost/mydb'],
  };
  const config =
    'eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIkBtb2RlbGNvbnRleHRwcm90b2NvbC9zZXJ2ZXItcG9zdGdyZXMiLCJwb3N0Z3Jlc3FsOi8vbG9jYWxob3N0L215ZGIiXX0%3D';
  expect(linkCursor('postgres', entry)).toEqual({
    direct: `cursor://anysphere.cursor-deeplink/mcp/install?name=postgres&config=${config}`,
    web: `https://cursor.com/en/install-mcp?name=postgres&config=${config}`,
  });
});

test('the link of Cursor is ASCII within its base64', () => {
  const { direct } = linkCursor('büro', { command: '/home/jürgen/😀' });
  expect(direct).toContain('name=b%C3%BCro&');
  const config = atob(decodeURIComponent(/config=(.*)$/u.exec(direct)?.[1] ?? ''));
  expect(config).toBe(String.raw`{"command":"/home/j\u00fcrgen/\ud83d\ude00"}`);
  expect(JSON.parse(config)).toEqual({ command: '/home/jürgen/😀' });
});

test('the link of VS Code is the entry with its name, percent-encoded', () => {
  const { direct, web } = linkVsCode('shop', { type: 'http', url: 'https://shop.example/mcp' });
  expect(direct).toBe(
    'vscode:mcp/install?%7B%22name%22%3A%22shop%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A%2F%2Fshop.example%2Fmcp%22%7D',
  );
  expect(web).toBe(`https://insiders.vscode.dev/redirect?url=${encodeURIComponent(direct)}`);
});

test('the Inspector gets the command of the server after two hyphens, and an address as its option', () => {
  const server = { name: 'shop', command: '/bin/node', args: ['--env-file=/shop/.env', '/shop/dist/server.mjs'] };
  expect(inspectorCommand(server, { platform: 'linux' })).toEqual({
    command: 'npx',
    args: [
      '-y',
      '@modelcontextprotocol/inspector',
      '/bin/node',
      '--',
      '--env-file=/shop/.env',
      '/shop/dist/server.mjs',
    ],
  });
  const remote = { name: 'shop', url: 'https://shop.example/mcp', headers: [{ name: 'X-Key', value: 'k' }] };
  expect(inspectorCommand(remote, { platform: 'win32' })).toEqual({
    command: 'cmd',
    args: [
      '/c',
      'npx',
      '-y',
      '@modelcontextprotocol/inspector',
      '--server-url',
      'https://shop.example/mcp',
      '--transport',
      'http',
      '--header',
      'X-Key: k',
    ],
  });
});
