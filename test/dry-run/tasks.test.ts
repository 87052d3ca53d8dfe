import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { openSqlite } from '../kit/open-sqlite.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { askOverHttp, untilStatus } from '../tasks/ask-over-http.js';

await linkSqlite();

const schema = 'create table orders (id integer primary key, customer integer not null, status text not null);';
const project = await createProject({
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0, stores: sqlite }
databases:
  shop: { kind: sqlite, url: { env: SHOP_DB }, schema: ./schema.sql }
tools:
  cancel:
    description: Cancels the open orders of a customer.
    inputSchema: { type: object, properties: { id: { type: integer, description: Id. } }, required: [id] }
    sql: { statement: "update orders set status = 'canceled' where customer = {{id}} and status = 'open'" }
    task: { durable: true, pollIntervalMs: 10 }
    dryRun: { confirm: 'Cancel {{dryRun.changed}} orders?' }
`,
  'definitions/schema.sql': schema,
});
const server = await project.bundle();
const database = path.join(project.folder, 'shop.db');
const connection = openSqlite(database);
connection.exec(schema);
afterAll(() => void connection.close());

const listStates = (): readonly unknown[] =>
  connection
    .prepare('select status from orders order by id')
    .all()
    .map((row) => Object.values(row)[0] as unknown);

let environment: { readonly [name: string]: string };
const started: ServerProcess[] = [];
const start = async (): Promise<{ readonly url: string; readonly process: ServerProcess }> => {
  const process = startServer(server, ['--http', '0'], environment);
  started.push(process);
  return { url: await process.listening(), process };
};
/** Asks for a task until it has a question with a key. */
const untilAsked = (url: string, taskId: string, key: string): Promise<object> =>
  vi.waitUntil(
    async () => {
      const task = await askOverHttp(url, 'tasks/get', { taskId });
      return Object.hasOwn((task['inputRequests'] ?? {}) as object, key) && task;
    },
    { timeout: 60_000, interval: 50 },
  );
const begin = async (url: string, input: object): Promise<string> =>
  (await askOverHttp(url, 'tools/call', { name: 'cancel', arguments: input }))['taskId'] as string;

beforeEach(() => {
  environment = { SHOP_DB: database, MCP_SQLITE_FILE: path.join(makeFolder(), 'state.sqlite') };
  connection.exec(`delete from orders; insert into orders values (1, 7, 'open'), (2, 7, 'open')`);
});

afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
});

test('a durable task runs dry, and asks nothing', async () => {
  const { url } = await start();
  const { result } = await untilStatus(url, await begin(url, { id: 7, dryRun: true }), 'completed');
  expect(result).toMatchObject({
    structuredContent: { changed: 2 },
    _meta: { 'create-mcp-from-schema/dryRun': true },
  });
  expect(listStates()).toEqual(['open', 'open']);
});

test('the process that goes on with a task makes the dry run again, and asks again if its outcome is another', async () => {
  const first = await start();
  const taskId = await begin(first.url, { id: 7 });
  const messageOf = (task: object): readonly unknown[] =>
    Object.entries((task as { readonly inputRequests: object }).inputRequests).map(([key, request]) => [
      key,
      (request as { readonly params: { readonly message: string } }).params.message,
    ]);
  const asked = messageOf(await untilStatus(first.url, taskId, 'input_required'));
  expect(asked).toEqual([['confirm', 'Cancel 2 orders?']]);
  first.process.child.kill('SIGKILL');
  await first.process.exited;
  connection.exec(`insert into orders values (3, 7, 'open')`);
  const { url } = await start();
  const answer = { action: 'accept', content: {} };
  await askOverHttp(url, 'tasks/update', { taskId, inputResponses: { confirm: answer } });
  const again = await untilAsked(url, taskId, 'confirm#2');
  expect(messageOf(again)).toEqual([['confirm#2', 'Cancel 3 orders?']]);
  expect(listStates()).toEqual(['open', 'open', 'open']);
  await askOverHttp(url, 'tasks/update', { taskId, inputResponses: { 'confirm#2': answer } });
  expect((await untilStatus(url, taskId, 'completed'))['result']).toMatchObject({ structuredContent: { changed: 3 } });
  expect(listStates()).toEqual(['canceled', 'canceled', 'canceled']);
});
