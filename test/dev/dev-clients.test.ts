import { Client as ClientV2, StreamableHTTPClientTransport as HttpTransportV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createProject, type Project } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { postInit } from '../kit/post-init.js';
import { greeter, modern, startDev, type DevSession } from './dev-session.js';

const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
const definition = 'definitions/greeter.mcp.yaml';
const identity = { name: 'official-client', version: '1.0.0' };

let session: DevSession | undefined;
let project: Project | undefined;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await session?.remove();
  session = undefined;
});

async function editDescription(folder: string, words: string): Promise<void> {
  const file = path.join(folder, definition);
  await writeFile(file, (await readFile(file, 'utf8')).replace(/Greets.*/u, words));
}

/** Follows a client of SDK v1 through two changes. */
async function followChanges(client: Client, folder: string): Promise<void> {
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changes += 1));
  for (const [index, words] of ['Greets you.', 'Greets all.'].entries()) {
    await editDescription(folder, words);
    await expect.poll(() => changes, { timeout: 20_000 }).toBe(index + 1);
    expect((await client.listTools()).tools[0]?.description).toBe(words);
    expect(await client.callTool({ name: 'greet' })).toMatchObject({ content: [{ text: 'Hello' }] });
  }
}

/** Starts `dev` over HTTP; gives the address that it tells. */
async function startHttp(files = greeter): Promise<URL> {
  session = await startDev(files, '--http', '0');
  await session.told('Listening on http://127.0.0.1:');
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/mcp/u.exec(session.stderr()) ?? [];
  return new URL(url);
}

test('the official client v1 works through changes over stdio', async () => {
  project = await createProject(greeter);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'dev', '--root', project.folder],
    // The client passes on only a few variables of its own accord.
    env: { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '' },
    stderr: 'ignore',
  });
  const client = new Client(identity);
  closing.push(() => client.close());
  await client.connect(transport);
  await followChanges(client, project.folder);
});

test('the official client v1 initializes again at the same address after a change over HTTP, also with a store', async () => {
  vi.stubEnv('MCP_SQLITE_FILE', path.join(makeFolder(), 'state.sqlite'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const text = greeter[definition].replace('version: 1.0.0', 'version: 1.0.0, store: sqlite');
  const url = await startHttp({ ...greeter, [definition]: text });
  const connect = async (): Promise<Client> => {
    const client = new Client(identity);
    closing.push(() => client.close());
    await client.connect(new StreamableHTTPClientTransport(url) as Transport);
    return client;
  };
  const first = await connect();
  await editDescription(session?.project.folder ?? '', 'Greets you.');
  await expect
    .poll(() => first.listTools().then(() => 'served', String), { timeout: 20_000 })
    .toContain('Session not found');
  const second = await connect();
  expect((await second.listTools()).tools[0]?.description).toBe('Greets you.');
  expect(await second.callTool({ name: 'greet' })).toMatchObject({ content: [{ text: 'Hello' }] });
});

/** Posts a request of the modern era. */
function post(url: URL, method: string, params: object): Promise<Response> {
  return fetch(url, postInit({ jsonrpc: '2.0', id: 'one', method, params: { ...modern, ...params } }));
}

test('a modern client works through changes over HTTP; a subscription ends with its server, so that it subscribes again', async () => {
  const url = await startHttp();
  const client = new ClientV2(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  closing.push(() => client.close());
  await client.connect(new HttpTransportV2(url));
  const response = await post(url, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await editDescription(session?.project.folder ?? '', 'Greets you.');
  expect(await response.text()).toContain('notifications/subscriptions/acknowledged');
  expect((await client.listTools()).tools[0]?.description).toBe('Greets you.');
});

test('a call over HTTP is answered by the server that it was made to, and calls wait while there is no server', async () => {
  session = await startDev(
    {
      ...greeter,
      'handlers/tools/greet.ts': `import { existsSync } from 'node:fs';
import { watch } from 'node:fs/promises';
export const greet = async () => {
  if (existsSync('end')) process.exit(3);
  for await (const { filename } of watch('.')) if (filename === 'go') return 'Late';
};
`,
    },
    '--http',
    '0',
  );
  await session.told('Listening on ');
  const url = new URL(/http:\/\/\S+/u.exec(session.stderr())?.[0] ?? '');
  const { folder } = session.project;
  const late = post(url, 'tools/call', { name: 'greet' });
  await editDescription(folder, 'Greets you.');
  await expect
    .poll(async () => (await post(url, 'tools/list', {})).text(), { timeout: 20_000 })
    .toContain('Greets you.');
  await writeFile(path.join(folder, 'go'), '');
  expect(await (await late).text()).toContain('Late');
  await writeFile(path.join(folder, 'end'), '');
  const lost = await post(url, 'tools/call', { name: 'greet' });
  expect([lost.status, await lost.text()]).toEqual([502, expect.stringContaining('exited before it responded')]);
  expect((await post(url, 'tools/list', {})).status).toBe(200);
});
