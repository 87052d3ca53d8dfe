import { describe, expect, test } from 'vitest';
import { setEntry } from '../../generator/outputs/connect/edit-configuration.js';
import { checkVariables } from '../../generator/outputs/connect/header-variables.js';
import type { Client } from '../../generator/outputs/connect/client.js';
import { clients } from '../../generator/outputs/connect/clients.js';
import { describeLocalServer, toServerName } from '../../generator/outputs/connect/local-server.js';
import { readTable } from '../kit/read-table.js';

const mac = { home: '/Mac/ada', platform: 'darwin', environment: {} };
const windows = {
  home: String.raw`C:\Users\ada`,
  platform: 'win32',
  environment: { APPDATA: String.raw`D:\Roaming` },
};
const linux = { home: '/home/ada', platform: 'linux', environment: {} };

function find(id: string): Client {
  const host = clients.find((one) => one.id === id);
  if (!host) throw new Error(id);
  return host;
}

/** The rows of the table next to this file; JSON stands on one line there. */
const rows = readTable('connect/hosts.tsv').map(([id = '', mac, windows, linux, started = '', overHttp]) => ({
  id,
  files: [mac, windows, linux],
  started: spread(started),
  overHttp: overHttp === undefined ? undefined : spread(overHttp),
}));

function spread(text: string): string {
  return text.startsWith('{') ? `${JSON.stringify(JSON.parse(text), undefined, 2)}\n` : text;
}

test.each(rows.filter(({ files }) => files[0] !== ''))(
  'the file of $id is here on macOS, Windows and Linux',
  ({ id, files }) => {
    expect([mac, windows, linux].map((machine) => find(id).userFile?.(machine))).toEqual(files);
  },
);

test('without %APPDATA% and with XDG_CONFIG_HOME, settings are where the platform says', () => {
  const { userFile } = find('claude-desktop');
  expect(userFile?.({ ...windows, environment: {} })).toBe(
    String.raw`C:\Users\ada\AppData\Roaming\Claude\claude_desktop_config.json`,
  );
  const moved = { ...linux, environment: { XDG_CONFIG_HOME: '/cfg' } };
  expect(userFile?.(moved)).toBe('/cfg/Claude/claude_desktop_config.json');
  expect(find('zed').userFile?.(moved)).toBe('/cfg/zed/settings.json');
  expect(find('zed').userFile?.({ ...mac, environment: { XDG_CONFIG_HOME: '/cfg' } })).toBe(
    '/Mac/ada/.config/zed/settings.json',
  );
});

test('these hosts have no file of the user, and these a file in projects', () => {
  expect(clients.filter(({ userFile }) => !userFile).map(({ id }) => id)).toEqual(['claude-code', 'jetbrains']);
  const inProjects = clients.flatMap(({ id, projectFile }) =>
    projectFile === undefined ? [] : [`${id} ${projectFile}`],
  );
  expect(inProjects).toEqual([
    'claude-code .mcp.json',
    'vscode .vscode/mcp.json',
    'cursor .cursor/mcp.json',
    'codex .codex/config.toml',
    'gemini-cli .gemini/settings.json',
  ]);
});

const local = { command: '/bin/node', args: ['/me/shop/dist/server.mjs'] };
/** Configuration of the server `shop`, started, and over HTTP with a token from the variable TOKEN. */
describe.each(rows)('$id', ({ id, started, overHttp }) => {
  const host = find(id);
  const header = { name: 'Authorization', value: 'Bearer ${TOKEN}' };

  test('starts the server', () => {
    expect(setEntry(host, '', 'shop', host.local({ name: 'shop', ...local }), host.newEntry)).toBe(started);
  });

  test('reaches the server over HTTP, where its documentation says how', () => {
    const remote = { name: 'shop', url: 'https://shop.example/mcp', headers: [header] };
    const entry = host.variable && host.remote?.(remote);
    expect(entry && setEntry(host, '', 'shop', entry, host.newEntry)).toBe(overHttp);
  });
});

test('every host is in the table of printed configurations', () => {
  expect(rows.map(({ id }) => id)).toEqual(clients.map(({ id }) => id));
});

test('Zed and Cline get headers as they are, and no variables', () => {
  const remote = { name: 'shop', url: 'https://x.example', headers: [{ name: 'X-Key', value: 'k' }] };
  expect(find('zed').remote?.(remote)).toEqual({ url: 'https://x.example', headers: { 'X-Key': 'k' } });
  expect(find('cline').remote?.(remote)).toEqual({
    type: 'streamableHttp',
    url: 'https://x.example',
    headers: { 'X-Key': 'k' },
  });
  expect(() => checkVariables(find('zed'), [{ name: 'X-Key', value: '${KEY}' }])).toThrow('${KEY} would be sent');
  expect(() => checkVariables(find('cursor'), [{ name: 'X-Key', value: '${KEY}' }])).not.toThrow();
});

test('Codex has a field for each kind of header, and none for text next to a variable', () => {
  const remote = (value: string) => ({ name: 'shop', url: 'https://x.example', headers: [{ name: 'X-Key', value }] });
  expect(find('codex').remote?.(remote('${KEY}'))).toEqual({
    url: 'https://x.example',
    env_http_headers: { 'X-Key': 'KEY' },
  });
  expect(find('codex').remote?.(remote('k'))).toEqual({ url: 'https://x.example', http_headers: { 'X-Key': 'k' } });
  expect(() => find('codex').remote?.(remote('key ${KEY}'))).toThrow('cannot combine text and a variable');
});

test('the command of Claude Code for all projects can be pasted into a shell', () => {
  const { byHand } = find('claude-code');
  const remote = { name: 'shop', url: 'https://x.example/mcp', headers: [{ name: 'X-Key', value: "it's $1" }] };
  expect(byHand?.(remote)).toBe(
    String.raw`For all projects: claude mcp add --scope user --transport http shop https://x.example/mcp --header 'X-Key: it'\''s $1'`,
  );
  expect(byHand?.({ name: 'shop', command: '/bin/node', args: ['/my shop/dist/server.mjs'] })).toBe(
    'For all projects: claude mcp add --scope user shop -- /bin/node "/my shop/dist/server.mjs"',
  );
});

describe('a server of this machine', () => {
  const shop = { root: '/me/shop', name: 'shop', variables: [], hasEnvironmentFile: false, args: [], missing: [] };

  test('is started with absolute paths, in all projects', () => {
    expect(describeLocalServer(shop, find('vscode'), linux, '/bin/node')).toEqual({ name: 'shop', ...local });
    const there = { ...shop, root: String.raw`C:\shop` };
    expect(describeLocalServer(there, find('vscode'), windows, String.raw`C:\node.exe`)).toEqual({
      name: 'shop',
      command: String.raw`C:\node.exe`,
      args: [String.raw`C:\shop\dist\server.mjs`],
    });
  });

  test('is started with the variable of the host in its own project, so that the file can be shared', () => {
    const describeAt = (id: string, project: string) =>
      describeLocalServer(
        { ...shop, variables: ['KEY'], hasEnvironmentFile: true },
        find(id),
        linux,
        '/bin/node',
        project,
      );
    expect(describeAt('vscode', '/me/shop')).toEqual({
      name: 'shop',
      command: 'node',
      args: ['${workspaceFolder}/dist/server.mjs'],
    });
    expect(describeAt('claude-code', '/me/shop').args[0]).toBe('${CLAUDE_PROJECT_DIR:-.}/dist/server.mjs');
    // Another project, and a host without such a variable.
    expect(describeAt('vscode', '/me/other').args[0]).toBe('/me/shop/dist/server.mjs');
    expect(describeAt('codex', '/me/shop').args[0]).toBe('/me/shop/dist/server.mjs');
  });

  test.each([
    ['@acme/book shop', 'book-shop'],
    ['shop_2', 'shop_2'],
    ['--', 'server'],
    ['Büro', 'B-ro'],
  ])('of the package %s has a name that every host takes', (name, expected) => {
    expect(toServerName(name)).toBe(expected);
  });
});
