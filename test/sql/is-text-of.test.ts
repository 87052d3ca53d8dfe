import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { definition, schema } from './sqlite-shop.js';

await linkSqlite();

test.each([
  [
    'another statement',
    'select id, name, email from customers where',
    'select id, email as name, email from customers where',
  ],
  ['another condition', 'from customers where id = :p1', 'from customers where id = :p1 or 1 = 1'],
  ['another argument', '"name": "customer"', '"name": "status"'],
])('a lock file with %s is not what runs', async (_, written, forged) => {
  const cwd = makeFolder({ 'definitions/shop.mcp.yaml': definition, 'definitions/schema.sql': schema });
  await runInMemory(['generate'], { cwd });
  const file = path.join(cwd, 'generated', 'sql.lock.json');
  const lock = readFileSync(file, 'utf8');
  expect(lock).toContain(written);
  putFiles(cwd, { 'generated/sql.lock.json': lock.replaceAll(written, forged) });
  const { exitCode } = await runInMemory(['generate', '--check'], { cwd });
  expect(exitCode).toBe(1);
  await runInMemory(['generate', '--force'], { cwd });
  const tools = readFileSync(path.join(cwd, 'generated', 'sql-tools.ts'), 'utf8');
  expect(tools).not.toContain('or 1 = 1');
  expect(tools).not.toContain('email as name');
  expect(tools).toContain("parameters: [{ name: 'customer', bind: 'integer' }");
});

test.each([
  ['no JSON', () => '{'],
  ['other shapes', (text: string) => text.replaceAll(/"(?:parameters|columns|uses)": \[/gu, '"x": [')],
  ['unknown kinds', (text: string) => text.replaceAll('"kind": "integer"', '"kind": "evil"')],
  ['no steps', (text: string) => text.replaceAll('"steps": [', '"steps": null, "x": [')],
  ['no databases', (text: string) => text.replace('"databases": {', '"databases": null, "x": {')],
])('a lock file with %s is made again', async (_, change) => {
  const cwd = makeFolder({ 'definitions/shop.mcp.yaml': definition, 'definitions/schema.sql': schema });
  await runInMemory(['generate'], { cwd });
  const lock = readFileSync(path.join(cwd, 'generated', 'sql.lock.json'), 'utf8');
  putFiles(cwd, { 'generated/sql.lock.json': change(lock) });
  expect(await runInMemory(['generate', '--force'], { cwd })).toMatchObject({ exitCode: 0, error: '' });
  expect(readFileSync(path.join(cwd, 'generated', 'sql.lock.json'), 'utf8')).toBe(lock);
});
