import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { createDatabase } from './sqlite-shop.js';

vi.mock('../../generator/tools/scaffold/pack-generator.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  packGenerator: async () => {},
}));

test('a project from a database is generated against it, later without it, and type-checks', async () => {
  await linkSqlite();
  const cwd = makeFolder({});
  await createDatabase(path.join(cwd, 'shop.db'));
  const created = await runInMemory(['shop', '--from', 'shop.db', '--writes', '--yes'], { cwd });
  expect(created.error).toMatch(/^note: Set DATABASE_URL to the path of the file, .*\n$/u);
  expect(created.out).toMatch(/Generated \d+ tools \(\d+ with `sql`\)/u);
  expect(created.exitCode).toBe(0);
  const project = path.join(cwd, 'shop');
  linkPackages(project);
  const checked = await runInMemory(['generate', '--check'], { cwd: project });
  expect(checked).toMatchObject({ exitCode: 0, out: expect.stringContaining('Up to date') });
  expect(await typeCheck(project, ['generated', 'handlers'])).toBe('');
});
