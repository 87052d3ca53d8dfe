import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { openSqlite } from './open-sqlite.js';

await linkSqlite();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A port on which nothing listens. */
async function findFreePort(): Promise<number> {
  const host = await listen(() => {});
  const server = servers.pop();
  await new Promise((resolve) => {
    server?.close(resolve);
  });
  return Number(host.split(':')[1]);
}

const schema = 'create table orders (id integer primary key, total integer not null, note text);\n';
const shop = `server: { name: shop, version: 1.0.0 }
databases:
  shop: { kind: sqlite, url: { env: SHOP_DB }, file: ./shop.db, schema: ./schema.sql }
tools:
  list_orders:
    description: Lists orders.
    inputSchema: { type: object }
    sql: { statement: 'select id, total from orders' }
  list_notes:
    description: Lists notes.
    inputSchema: { type: object }
    sql: { statement: 'select id, note from orders' }
`;

async function openShop() {
  const { folder } = await createProject({
    'package.json': '{ "name": "shop", "type": "module" }',
    'definitions/shop.mcp.yaml': shop,
    'definitions/schema.sql': schema,
  });
  return {
    folder,
    async doctor() {
      const { exitCode, out } = await runInMemory(['doctor'], { cwd: folder });
      return { exitCode, out };
    },
    create: (file: string, sql: string) => openSqlite(path.join(folder, file), sql),
  };
}

test('a database that can be reached, and its statements, are fine', async () => {
  const { doctor, create } = await openShop();
  create('shop.db', schema);
  const { exitCode, out } = await doctor();
  expect(out).toMatch(/ok {4}Database shop can be reached: SQLite \d+\.\d+\.\d+\n/u);
  expect(out).toContain('ok    Statements fit database shop: 2\n');
  expect(exitCode).toBe(0);
});

test('a database that is not there is a failure', async () => {
  const { doctor } = await openShop();
  const { exitCode, out } = await doctor();
  expect(out).toContain(
    'FAIL  Database shop: The SQLite file cannot be read: unable to open database file\n      Check the variable SHOP_DB, and that the database runs.\n',
  );
  expect(exitCode).toBe(1);
});

test('the variable of .env is used, and statements that no longer fit are named', async () => {
  const { folder, doctor, create } = await openShop();
  writeFileSync(path.join(folder, '.env'), 'SHOP_DB=other.db\n');
  create('shop.db', schema);
  create('other.db', 'create table orders (id integer primary key, total integer);\n');
  const { exitCode, out } = await doctor();
  expect(out).toContain('FAIL  Tool list_notes does not fit database shop: ');
  expect(out).toContain('note  Tool list_orders: database shop describes the columns differently\n');
  expect(out).toContain('      Run `create-mcp-from-schema generate --database`');
  expect(exitCode).toBe(1);
});

test('a refused connection is a failure, and the URL is not shown', async () => {
  const { folder } = await createProject({
    'package.json': '{ "name": "shop", "type": "module" }',
    'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
databases:
  orders: { kind: postgres, url: { env: ORDERS_URL } }
  stock: { kind: mysql, url: { env: STOCK_URL } }
  unset: { kind: postgres, url: { env: UNSET_URL } }
`,
    '.env': [
      `ORDERS_URL=postgres://reader:s3cret@127.0.0.1:${await findFreePort()}/orders`,
      `STOCK_URL=mysql://reader:s3cret@127.0.0.1:${await findFreePort()}/stock`,
    ].join('\n'),
  });
  const { exitCode, out } = await runInMemory(['doctor'], { cwd: folder });
  expect(out).toMatch(
    /FAIL {2}Database orders: The database cannot be reached: .*\n {6}Check the variable ORDERS_URL/u,
  );
  expect(out).toMatch(/FAIL {2}Database stock: The database cannot be reached: .*\n {6}Check the variable STOCK_URL/u);
  expect(out).toContain('note  Database unset was not checked: UNSET_URL is not set\n      Add UNSET_URL to .env.\n');
  expect(out).not.toMatch(/s3cret|:\/\/reader/u);
  expect(exitCode).toBe(1);
});

test('an endpoint is fine if it responds at all, and a failure if it does not', async () => {
  const seen: unknown[] = [];
  const found = await listen(({ method, url, headers }, response) => {
    seen.push({ method, url, authorization: headers.authorization });
    response.writeHead(500).end();
  });
  const lost = `127.0.0.1:${await findFreePort()}`;
  const { folder } = await createProject({
    'package.json': '{ "name": "shop", "type": "module" }',
    'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
tools:
  found:
    description: Finds.
    inputSchema: { type: object }
    http: { url: 'http://${found}/v1/state', auth: { type: http, scheme: bearer } }
  lost:
    description: Loses.
    inputSchema: { type: object }
    http: { url: 'http://${lost}/v1/state' }
  moved:
    description: Moves.
    inputSchema: { type: object }
    http: { url: 'https://moved.example.com/v1/state' }
`,
    '.env': `SHOP__MOVED_EXAMPLE_COM__BASE_URL=http://user:s3cret@${lost}\n`,
  });
  const { exitCode, out } = await runInMemory(['doctor'], { cwd: folder });
  expect(out).toContain(`ok    ${found} can be reached\n`);
  expect(out).toContain(`FAIL  ${lost} cannot be reached: ECONNREFUSED\n`);
  expect(out).toContain('FAIL  The API at SHOP__MOVED_EXAMPLE_COM__BASE_URL cannot be reached: ');
  expect(out).not.toContain('s3cret');
  expect(exitCode).toBe(1);
  expect(seen).toEqual([{ method: 'HEAD', url: '/', authorization: undefined }]);
});
