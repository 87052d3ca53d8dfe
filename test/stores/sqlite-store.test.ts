import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Store } from '../../runtime/core/api/store.js';
import { sqlite, type SqliteOptions } from '../../runtime/features/stores/sqlite/index.js';
import { findEngine, openDatabase } from '../../runtime/features/stores/sqlite/open-database.js';
import { makeFolder } from '../kit/make-folder.js';
import { describeStore } from './store-contract.js';

const root = path.resolve(import.meta.dirname, '../..');
const folder = makeFolder();
const file = path.join(folder, 'state', 'server.sqlite');
const opened: { close?(): Promise<void> }[] = [];

afterAll(async () => {
  await Promise.all(opened.map((stores) => stores.close?.()));
});

async function open(options: SqliteOptions = { file }, environment = {}, name = 'bookshop'): Promise<Store> {
  const stores = sqlite(options);
  await stores.open?.({ name, environment, report: () => {} });
  opened.push(stores);
  return stores.shared;
}

describeStore('sqlite', open);

/** Runs a program in another process, with a store that is open. */
async function runElsewhere(program: string, end: string | number = 0): Promise<string> {
  const text = `import { sqlite } from ${JSON.stringify(path.join(root, 'dist/runtime/bundled/sqlite.js'))};
const stores = sqlite(${JSON.stringify(file)});
await stores.open({ name: 'bookshop', environment: {}, report: console.error });
const store = stores.shared;
${program}
await stores.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(code ?? signal).toBe(end);
  return output;
}

describe('processes that share a file', () => {
  test('count together, and lose nothing', { timeout: 60_000 }, async () => {
    const store = await open();
    await store.write('count', '0', 600_000);
    const count = `for (let left = 50; left > 0; ) {
  const former = await store.read('count');
  if (await store.replace('count', former, String(Number(former) + 1), 600000)) left -= 1;
}
for (let left = 50; left > 0; left -= 1) await store.append('log', String(left), 600000, 1000);`;
    await Promise.all([runElsewhere(count), runElsewhere(count)]);
    expect(await store.read('count')).toBe('100');
    expect((await store.readLog('log', 0))?.map(({ position }) => position)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  test('hear messages of each other, in their order', { timeout: 60_000 }, async () => {
    const store = await open();
    const heard: string[] = [];
    await store.subscribe('from elsewhere', (message) => {
      heard.push(message);
      if (message === 'b') void store.publish('to elsewhere', 'heard');
    });
    const output = await runElsewhere(`
const answer = new Promise((resolve) => store.subscribe('to elsewhere', resolve));
await store.publish('from elsewhere', 'a');
await store.publish('from elsewhere', 'b');
const alive = setInterval(() => {}, 1000);
console.log(await answer);
clearInterval(alive);`);
    expect(output).toBe('heard\n');
    expect(heard).toEqual(['a', 'b']);
  });

  test('find what a process has written that was killed', { timeout: 60_000 }, async () => {
    await runElsewhere(`await store.write('kept', 'a', 600000); process.kill(process.pid, 'SIGKILL');`, 'SIGKILL');
    expect(await (await open()).read('kept')).toBe('a');
  });
});

describe('a file that another connection has locked', () => {
  async function lock(path: string): Promise<() => void> {
    const database = openDatabase(await findEngine(), path);
    database.exec('BEGIN IMMEDIATE');
    return () => void database.close();
  }

  test('changes wait in their order, and reads do not', async () => {
    const store = await open();
    await store.write('read', 'a', 60_000);
    const unlock = await lock(file);
    const done: unknown[] = [];
    const note = (value: unknown): unknown => done.push(value);
    const changes = ['x', 'y', 'z'].map((text) => store.append('waiting', text, 60_000, 10).then(note));
    await store.readLog('waiting', 0).then(note);
    await store.read('read').then(note);
    unlock();
    await Promise.all(changes);
    expect(done).toEqual([undefined, 'a', 1, 2, 3]);
    expect((await store.readLog('waiting', 0))?.map(({ text }) => text)).toEqual(['x', 'y', 'z']);
  });

  test('everything fails while it lasts; after it listeners elsewhere learn that messages are lost', async () => {
    const reports: unknown[] = [];
    const shared = path.join(folder, 'locked.sqlite');
    const stores = sqlite(shared);
    opened.push(stores);
    await stores.open?.({ name: 'bookshop', environment: {}, report: (...report) => reports.push(report) });
    const store = stores.shared;
    const elsewhere: string[] = [];
    const listener = await open({ file: shared });
    await listener.subscribe(
      'news',
      (message) => elsewhere.push(message),
      () => elsewhere.push('gap'),
    );
    await store.write('kept', 'a', 60_000);
    const unlock = await lock(shared);
    const locked = { name: 'StoreError', message: 'The store is locked by another process' };
    await Promise.all([
      expect(store.publish('news', 'lost')).rejects.toMatchObject(locked),
      expect(store.write('kept', 'b', 60_000)).rejects.toMatchObject(locked),
    ]);
    expect(store.isAvailable).toBe(false);
    await expect(store.read('kept')).rejects.toMatchObject(locked);
    expect(reports).toEqual([['STORE', `The store ${shared} is locked by another process`]]);
    unlock();
    await vi.waitUntil(() => elsewhere.length > 0, { timeout: 30_000 });
    expect(elsewhere).toEqual(['gap']);
    expect(store.isAvailable).toBe(true);
    expect(reports.slice(1)).toEqual([['STORE', `The store ${shared} is available again`, 'WARNING']]);
    await store.publish('news', 'heard');
    await vi.waitUntil(() => elsewhere.length > 1, { timeout: 30_000 });
    expect(elsewhere).toEqual(['gap', 'heard']);
    expect(await store.read('kept')).toBe('a');
  });
});

describe('opening a file', () => {
  test('only its owner can read it', { skip: process.platform === 'win32' }, async () => {
    await open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('its path comes from the environment unless it is given', async () => {
    const other = path.join(folder, 'other.sqlite');
    await (await open({}, { MCP_SQLITE_FILE: other })).write('where', 'here', 60_000);
    expect(await (await open({ file: other })).read('where')).toBe('here');
    expect(await (await open({ file })).read('where')).toBeUndefined();
  });

  test('servers of different names do not see each other', async () => {
    await (await open({ file }, {}, 'one')).write('mine', 'a', 60_000);
    expect(await (await open({ file }, {}, 'other')).read('mine')).toBeUndefined();
    expect(await (await open({ file, namespace: 'one' }, {}, 'other')).read('mine')).toBe('a');
  });

  test('a missing path and a file of another kind are refused', async () => {
    await expect(open({}, {})).rejects.toThrow('MCP_SQLITE_FILE is not set');
    const text = path.join(folder, 'text');
    writeFileSync(text, 'This is text, and not a database. '.repeat(100));
    await expect(open({ file: text })).rejects.toThrow(`The store ${text} cannot be opened: file is not a database`);
    await expect(open({ file: folder })).rejects.toThrow(`The store ${folder} cannot be opened: `);
  });

  test('a store that was closed fails', async () => {
    const stores = sqlite(file);
    await expect(stores.shared.read('a')).rejects.toMatchObject({ name: 'StoreError' });
    await stores.open?.({ name: 'bookshop', environment: {}, report: () => {} });
    await stores.close?.();
    await expect(stores.shared.read('a')).rejects.toThrow('not open');
    expect(stores.shared.isAvailable).toBe(false);
  });
});
