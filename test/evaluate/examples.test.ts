import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';

const root = path.resolve(import.meta.dirname, '../..');

/** A project with the definitions of an example server. */
function copyExample(name: string): string {
  const folder = makeFolder();
  cpSync(path.join(root, 'definitions', name), path.join(folder, 'definitions'), { recursive: true });
  cpSync(path.join(root, 'generated', name), path.join(folder, 'generated'), { recursive: true });
  return folder;
}

test.each(['bookshop', 'library', 'shop'])('the example %s meets its minimums', async (name) => {
  const { exitCode, out, error } = await runInMemory(['evaluate'], { cwd: copyExample(name) });
  expect(error).toBe('');
  expect(out).not.toContain('error:');
  expect(exitCode).toBe(0);
});

test.each([
  ['bookshop', 'Searches the catalog by title, author or subject.', 'do you have anything by Ursula Le Guin?'],
  ['bookshop', 'Orders one copy of a book for collection in the shop.', 'please reserve Dune for me'],
  [
    'library',
    'Borrows one copy of a book for the current reader, for three weeks.',
    'I want to take a copy of Dune home',
  ],
  ['library', 'Returns a book that the reader has borrowed.', 'I have finished the book that I borrowed'],
  ['library', 'Lists the books that the current reader has borrowed, with their due dates.', 'what have I borrowed?'],
  ['shop', 'Finds products whose name contains a text, with their price and how many are in stock.', 'find a teapot'],
  ['shop', 'Finds a customer by email address.', 'who is ana@example.com?'],
  ['shop', 'Lists orders with their totals, newest first.', 'show the newest orders'],
])('the example %s fails if it no longer says "%s"', async (name, description, question) => {
  const cwd = copyExample(name);
  const file = `definitions/${name}.mcp.yaml`;
  const text = readFileSync(path.join(cwd, file), 'utf8');
  expect(text).toContain(description);
  putFiles(cwd, { [file]: text.replace(description, 'Handles the request of the client.') });
  const { exitCode, out } = await runInMemory(['evaluate'], { cwd });
  expect(exitCode).toBe(1);
  expect(out.slice(out.indexOf('error:'))).toContain(question);
});
