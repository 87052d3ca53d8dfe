import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { postInit } from '../kit/post-init.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { fromTaskClient } from '../wire/task-client.js';
import { initialize, type Wire } from '../wire/wire.js';

const definition = `
server: { name: bakery, version: 1.0.0, store: sqlite }
tools:
  look: { description: Looks., inputSchema: { type: object, properties: {} } }
  order: { description: Asks and orders., inputSchema: { type: object, properties: {} } }
  bake:
    description: Bakes.
    inputSchema: { type: object, properties: {} }
    annotations: { idempotentHint: true }
    task: { durable: true, pollIntervalMs: 10 }
`;
const order = `
import type { Order } from '../../generated/handlers.ts';
const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
export const order: Order = async (_input, { elicit }): Promise<string> => (await elicit('Who are you?', schema)).action;
`;

const root = path.resolve(import.meta.dirname, '../..');
const unavailable = 'Service Unavailable: the store that the processes of this server share cannot be reached';
let server: string;
let file: string;

beforeAll(async () => {
  const project = await createProject({
    'package.json': '{ "type": "module" }',
    'definitions/bakery.mcp.yaml': definition,
    'handlers/tools/look.ts': `export const look = (): string => 'Bread.';`,
    'handlers/tools/order.ts': order,
    'handlers/tools/bake.ts': `export const bake = (): string => 'Baked.';`,
  });
  server = await project.bundle();
}, 120_000);

beforeEach(() => {
  file = path.join(makeFolder(), 'state.sqlite');
});

/** Another process that has the file locked until it is told to let go. Returns the function that tells it. */
async function lock(sql: string): Promise<() => Promise<void>> {
  const program = `
const open = await import('node:sqlite').then((it) => it.DatabaseSync, async () => (await import('better-sqlite3')).default);
const database = new open(${JSON.stringify(file)});
database.exec(${JSON.stringify(sql)});
console.log('held');
process.stdin.once('data', () => (database.close(), process.exit(0)));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'close').then(() => Promise.reject(new Error('The file could not be locked'))),
  ]);
  return async () => {
    child.stdin.write('\n');
    await once(child, 'close');
  };
}

/** A server over HTTP, and its clients. */
interface Bakery {
  readonly output: ServerProcess['output'];
  initialize(): Promise<Response>;
  /** Calls a method of 2026-07-28. */
  call(method: string, params: { readonly name?: string; readonly taskId?: string }): Promise<Response>;
  /** The answer of `/readyz`. */
  readiness(): Promise<unknown>;
  says(text: string): Promise<void>;
}

async function serve(): Promise<Bakery> {
  const { child, output } = startServer(server, ['--http', '0'], { MCP_SQLITE_FILE: file });
  onTestFinished(() => void child.kill('SIGKILL'));
  const says = (text: string): Promise<void> =>
    vi.waitFor(() => expect(output.stderr).toContain(text), { timeout: 60_000, interval: 10 });
  await says('Listening on ');
  const url = /Listening on (\S+)/u.exec(output.stderr)?.[1] ?? '';
  const post = (message: Wire): Promise<Response> => fetch(url, postInit(message));
  return {
    output,
    says,
    initialize: () => post(initialize(1, '2025-11-25')),
    call: (method, params) => post(fromTaskClient(1, method, { arguments: {}, ...params })),
    readiness: async () => (await fetch(new URL('/readyz', url))).json(),
  };
}

async function expectOutage({ initialize, call, readiness }: Bakery): Promise<void> {
  const refused = await initialize();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toEqual({ jsonrpc: '2.0', error: { code: -32603, message: unavailable } });
  expect(await readiness()).toEqual({ status: 'degraded', store: 'away' });
  expect(await (await call('tools/call', { name: 'bake' })).json()).toMatchObject({
    error: { code: -32603, message: 'The store cannot be reached' },
  });
  expect(await (await call('tools/call', { name: 'look' })).json()).toMatchObject({
    result: { content: [{ type: 'text', text: 'Bread.' }] },
  });
}

async function expectService({ initialize, call, readiness }: Bakery): Promise<void> {
  expect((await initialize()).status).toBe(200);
  expect(await readiness()).toEqual({ status: 'ok' });
  expect(await (await call('tools/call', { name: 'order' })).json()).toMatchObject({
    result: { resultType: 'input_required' },
  });
  const begun = (await (await call('tools/call', { name: 'bake' })).json()) as { result: { taskId: string } };
  const { taskId } = begun.result;
  await vi.waitFor(
    async () =>
      expect(await (await call('tasks/get', { taskId })).json()).toMatchObject({ result: { status: 'completed' } }),
    { timeout: 60_000, interval: 20 },
  );
}

describe('another process has locked the file', { timeout: 120_000 }, () => {
  test('requests that need no store do not wait, the others get 503, and all is well when the lock is gone', async () => {
    const bakery = await serve();
    await expectService(bakery);
    const release = await lock('BEGIN EXCLUSIVE');
    const answered: string[] = [];
    const note = async (name: string, answer: Promise<Response>): Promise<void> => {
      await answer;
      answered.push(name);
    };
    // The first one finds the lock, and waits a moment for it.
    const first = note('store', bakery.initialize());
    await Promise.all([note('none', bakery.call('tools/call', { name: 'look' })), first]);
    expect(answered).toEqual(['none', 'store']);
    await expectOutage(bakery);
    // A server that starts needs the lock for a new file only.
    const late = await serve();
    await expectOutage(late);
    await release();
    await Promise.all([bakery.says('is available again'), late.says('is available again')]);
    await expectService(bakery);
    await expectService(late);
    const lines = bakery.output.stderr.split('\n').filter((line) => line.includes('] STORE | '));
    expect(lines.map((line) => line.slice(line.indexOf('STORE')))).toEqual([
      `STORE | ERROR: The store ${file} is locked by another process`,
      `STORE | WARNING: The store ${file} is available again`,
    ]);
  });

  test('a server starts without a file that it cannot even read, and opens it later', async () => {
    const release = await lock('PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE other(a)');
    const bakery = await serve();
    await expectOutage(bakery);
    // No process has a key yet that seals the state of the question.
    expect(await (await bakery.call('tools/call', { name: 'order' })).json()).toMatchObject({
      error: { code: -32603, message: 'The store is locked by another process' },
    });
    await release();
    await bakery.says('is available again');
    await expectService(bakery);
  });

  test('over stdio what needs the store gets an error, and the rest an answer', async () => {
    const release = await lock('BEGIN EXCLUSIVE');
    const way = { carrier: 'stdio', revision: '2026-07-28' } as const;
    const stdio = await askServer(server, way, { environment: { MCP_SQLITE_FILE: file } });
    const ask = (name: string): Promise<unknown> =>
      stdio.ask('tools/call', { name, arguments: {} }, { elicitation: {} });
    expect(await ask('look')).toMatchObject({ result: { content: [{ text: 'Bread.' }] } });
    expect(await ask('order')).toMatchObject({
      error: { code: -32603, message: 'The store is locked by another process' },
    });
    await release();
    await vi.waitFor(async () =>
      expect(await ask('order')).toMatchObject({ result: { resultType: 'input_required' } }),
    );
    expect(await stdio.close()).toContain('is locked by another process');
  });
});
