import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase, type Database } from '../../generator/features/sql/engines/postgres/create-database.js';
import { makeFolder } from '../kit/make-folder.js';

/** A project with a driver that takes files only if they are those that it has made; `asked` is what it was asked to make. */
function makeProject() {
  const root = makeFolder();
  const modules = path.join(root, 'node_modules');
  const folder = path.join(modules, '@electric-sql', 'pglite');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "version": "1.2.3", "main": "index.js" }');
  writeFileSync(path.join(folder, 'index.js'), '');
  const asked: string[] = [];
  const dumpDataDir = async (): Promise<Blob> => new Blob(['files']);
  const create = async ({ loadDataDir }: { readonly loadDataDir?: Blob }): Promise<Database> => {
    const given = await loadDataDir?.text();
    asked.push(given ?? 'new');
    if (given !== undefined && given !== 'files') throw new Error('broken');
    return { dumpDataDir, execProtocol: async () => ({ messages: [] }), close: async () => {} };
  };
  const open = async (): Promise<void> => void (await createDatabase({ create }, root, {}));
  return { asked, cache: path.join(modules, '.cache', 'create-mcp-from-schema'), open };
}

test('the files of the first database are kept for the next one', async () => {
  const { asked, cache, open } = makeProject();
  await open();
  await open();
  expect(asked).toEqual(['new', 'files']);
  expect(readdirSync(cache)).toEqual(['@electric-sql-pglite-1.2.3']);
});

test('kept files that cannot be read are replaced', async () => {
  const { asked, cache, open } = makeProject();
  await open();
  writeFileSync(path.join(cache, '@electric-sql-pglite-1.2.3'), 'cut off');
  await open();
  await open();
  expect(asked).toEqual(['new', 'cut off', 'new', 'files']);
});

test('files that cannot be kept are made again', async () => {
  const { asked, cache, open } = makeProject();
  writeFileSync(path.dirname(cache), '');
  await open();
  await open();
  expect(asked).toEqual(['new', 'new']);
});
