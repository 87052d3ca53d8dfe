import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { askServer } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { printMysqlLock } from './mysql-lock.js';
import { makeFolder } from '../kit/make-folder.js';

await linkSqlite();

const facts = `
package:
  author: { name: Jane Doe }
  license: MIT
  npmName: shop-mcp
  image: ghcr.io/jane/shop
  repository: https://github.com/jane/shop
`;

const statement = 'select id, total from orders';
const schema = 'create table orders (id integer primary key, total integer not null);\n';

/** A server with a table, in a database as given. */
const shopOf = (database: string) => ({
  'package.json': '{ "name": "shop", "version": "1.0.0", "type": "module" }',
  'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0, description: Orders of a shop. }
databases:
  shop: { ${database}, schema: ./schema.sql }
tools:
  list_orders:
    description: Lists orders.
    inputSchema: { type: object }
    sql: { statement: '${statement}' }
${facts}`,
  'definitions/schema.sql': schema,
});

/** Error about a database that a platform cannot use. */
function refuse(target: string, reason: string): string {
  return `definitions/shop.mcp.yaml:3:3 error invalid-package: ${target}: The database \`shop\` does not work here: ${reason}.`;
}

function read(folder: string, file: string): string {
  return readFileSync(path.join(folder, file), 'utf8');
}

test('packages ask for the variable of a database, and bundle its driver', async () => {
  const { folder } = await createProject(shopOf('kind: postgres, url: { env: SHOP_URL }'));
  expect(read(folder, 'generated/env.example')).toContain(
    'URL of the database, such as postgres://user:password@localhost/name.',
  );
  const targets = ['npm', 'docker', 'mcpb', 'vercel', 'deno', 'bun', 'lambda'];
  const { exitCode, error } = await runInMemory(['package', ...targets], { cwd: folder });
  expect({ exitCode, errors: error.match(/error.*/gu) }).toEqual({ exitCode: 0, errors: null });
  const manifest = JSON.parse(read(folder, 'packages/npm/package.json')) as object;
  expect(manifest).toMatchObject({ engines: { node: '>=20.19' } });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(read(folder, 'packages/docker/secrets.env.example')).toContain('SHOP_URL=');
  const bundle = unzipSync(readFileSync(path.join(folder, 'packages/mcpb/shop.mcpb')));
  expect(JSON.parse(Buffer.from(bundle['manifest.json'] ?? '').toString())).toMatchObject({
    server: { mcp_config: { env: { SHOP_URL: '${user_config.shop_url}' } } },
    user_config: { shop_url: { type: 'string', required: true, sensitive: true } },
  });
  const refused = await runInMemory(['package', 'cloudflare'], { cwd: folder });
  expect(refused.exitCode).toBe(1);
  expect(refused.error).toContain(refuse('cloudflare', 'Cloudflare Workers cannot share a connection among requests'));
});

test.each([
  ['postgres', 'postgres'],
  ['mysql', 'mysql'],
])('a built server with %s needs no packages next to it', async (kind, scheme) => {
  const project = await createProject({
    ...shopOf(`kind: ${kind}, url: { env: SHOP_URL }`),
    ...(kind === 'mysql' && printMysqlLock(statement, schema)),
  });
  const alone = makeFolder();
  cpSync(path.dirname(await project.bundle()), alone, { recursive: true });
  const environment = { SHOP_URL: `${scheme}://reader:s3cret@127.0.0.1:1/shop` };
  const way = { carrier: 'stdio', revision: '2026-07-28' } as const;
  const asked = await askServer(path.join(alone, 'server.mjs'), way, { environment });
  // The driver is there: it finds no database.
  expect((await asked.call('list_orders')).result).toMatchObject({
    isError: true,
    content: [{ text: 'The database cannot be reached. Try again later.' }],
  });
  const log = await asked.close();
  expect(log).toContain('ECONNREFUSED');
  expect(log).not.toContain('s3cret');
});

test('build and package name a driver that is not installed', async () => {
  const { folder } = await createProject(shopOf('kind: postgres, url: { env: SHOP_URL }'));
  // A copy of this package does not find the packages next to the original.
  const installed = path.join(folder, 'node_modules/create-mcp-from-schema');
  rmSync(installed);
  mkdirSync(installed);
  for (const part of ['package.json', 'dist/runtime']) {
    cpSync(path.resolve(part), path.join(installed, part), { recursive: true });
  }
  rmSync(path.join(folder, 'node_modules/pg'));
  const built = await runInMemory(['build'], { cwd: folder });
  expect(built.error).toBe('');
  expect(built.out).toContain('\nPackages that are not installed: pg.\n  Run `npm install pg`, and build again.\n');
  const packaged = await runInMemory(['package', 'npm'], { cwd: folder });
  expect(packaged.exitCode).toBe(1);
  expect(packaged.error).toContain('npm: The server imports the package pg, which is not installed.');
});

test('SQLite files are not packaged, Node must have SQLite, and platforms a disk', async () => {
  const { folder } = await createProject(shopOf('kind: sqlite, file: ./data/shop.db, url: { env: SHOP_DB }'));
  const { exitCode, error } = await runInMemory(['package', 'npm', 'docker', 'mcpb', 'bun'], { cwd: folder });
  expect(exitCode).toBe(0);
  expect(error).toContain(
    'definitions/shop.mcp.yaml:3:3 warning package-advice: mcpb, npm, docker, bun: ' +
      'The package does not contain `./data/shop.db` of the database `shop`, because it may hold private data.',
  );
  expect(error).toContain('help: Set SHOP_DB to the path of the file.');
  expect(JSON.parse(read(folder, 'packages/npm/package.json'))).toMatchObject({ engines: { node: '>=22.13' } });
  const bundle = unzipSync(readFileSync(path.join(folder, 'packages/mcpb/shop.mcpb')));
  expect(JSON.parse(Buffer.from(bundle['manifest.json'] ?? '').toString())).toMatchObject({
    compatibility: { runtimes: { node: '>=22.13.0' } },
  });
  const refused = await runInMemory(['package', 'cloudflare', 'lambda'], { cwd: folder });
  expect(refused.exitCode).toBe(1);
  for (const [target, title] of [
    ['cloudflare', 'Cloudflare Workers'],
    ['lambda', 'AWS Lambda'],
  ] as const) {
    expect(refused.error).toContain(refuse(target, `${title} has no persistent disk that all instances share`));
  }
});
