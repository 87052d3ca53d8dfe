import { expect, test, vi } from 'vitest';
import type { openAnyEngine as OpenAnyEngine } from '../../generator/features/sql/engines/open-any-engine.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';

const drivers = vi.hoisted(() => ({ areMissing: false }));
vi.mock('../../generator/features/sql/engines/open-any-engine.js', async (importOriginal) => {
  const original = await importOriginal<{ readonly openAnyEngine: typeof OpenAnyEngine }>();
  const missing = { problem: { code: 'sql-driver', message: 'There is no driver.' } } as const;
  const openAnyEngine: typeof original.openAnyEngine = async (...args) =>
    drivers.areMissing ? missing : original.openAnyEngine(...args);
  return { openAnyEngine };
});

function define(statement: string, { database = 'schema: ./schema.sql', hints = '' } = {}): { [file: string]: string } {
  return {
    'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
databases: { shop: { kind: postgres, url: { env: SHOP_URL }, ${database} } }
tools: { t: { description: T., ${hints} sql: { statement: '${statement}' } } }
`,
    'definitions/schema.sql': 'create table orders (id integer primary key, total integer not null);',
  };
}

test('statements that did not change need neither database nor driver', async () => {
  const cwd = makeFolder(define('select id from orders'));
  expect(await runInMemory(['generate'], { cwd })).toMatchObject({ exitCode: 0 });
  drivers.areMissing = true;
  expect(await runInMemory(['generate', '--check'], { cwd })).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('Up to date: 1 tool'),
  });
  putFiles(cwd, define('select total from orders'));
  const changed = await runInMemory(['generate', '--check'], { cwd });
  drivers.areMissing = false;
  expect(changed.exitCode).toBe(1);
  expect(changed.error).toContain('error sql-driver: ');
});

test('a statement that no database has checked is an error', async () => {
  const cwd = makeFolder(define('select id from orders', { database: 'maxConnections: 1' }));
  const { exitCode, error } = await runInMemory(['generate'], { cwd });
  expect(exitCode).toBe(1);
  expect(error).toContain('error sql-unchecked: No database has checked the SQL of `t` since it changed.');
});

test('a tool that writes cannot be declared read-only', async () => {
  const cwd = makeFolder(define('delete from orders', { hints: 'annotations: { readOnlyHint: true },' }));
  const { exitCode, error } = await runInMemory(['generate'], { cwd });
  expect(exitCode).toBe(1);
  expect(error).toContain('error sql-read-only: `readOnlyHint` is true, but the statement writes.');
});
