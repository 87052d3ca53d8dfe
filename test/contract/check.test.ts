import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';

const definition = `
server: { name: shop, version: 1.0.0, instructions: Be brief. }
tools:
  find_books:
    title: Find books
    description: Finds books that contain all of the words. The order of the words does not matter.
    inputSchema: { type: object, properties: { query: { type: string }, limit: { type: integer } } }
    outputSchema: { type: array, items: { type: string } }
  sell:
    description: Sells a book.
    inputSchema: { type: object }
prompts:
  recommend: { description: Recommends books., messages: [{ role: user, content: Recommend. }] }
resources:
  shop://hours: { name: hours, title: "It's open\\t\\u202e", text: Always open }
resourceTemplates:
  shop://books/{isbn}: { name: book }
`;

let folder = '';

beforeEach(async () => {
  ({ folder } = await createProject({ 'definitions/shop.mcp.yaml': definition }));
});

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path.join(folder, file), 'utf8');
  expect(change(text)).not.toBe(text);
  await writeFile(path.join(folder, file), change(text));
}

const define = (before: string, after: string) =>
  rewrite('definitions/shop.mcp.yaml', (text) => text.replace(before, after));

/** What `generate --check` says of the contract. */
async function check(): Promise<readonly string[]> {
  const { error } = await runInMemory(['generate', '--check'], { cwd: folder });
  return error.split('\n').flatMap((line) => /contract-changed: (.*)$/u.exec(line)?.[1] ?? []);
}

describe('generate --check', () => {
  test('says nothing of a contract that is up to date', async () => {
    expect(await check()).toEqual([]);
  });

  test('shows one changed word of a description', async () => {
    await define('all of the words', 'any of the words');
    expect(await check()).toEqual([
      'Contract: tool find_books changed: description "…that contain all of the words. The…" → "…that contain any of the words. The…".',
    ]);
  });

  test.each([
    [
      'an argument',
      'limit: { type: integer }',
      'limit: { type: number }',
      'tool find_books changed: input limit: number instead of integer.',
    ],
    [
      'an output',
      'items: { type: string }',
      'items: { type: integer }',
      'tool find_books changed (2025-06-18 and later): output []: integer instead of string.',
    ],
    [
      'a title',
      'title: Find books',
      'title: Find a book',
      'tool find_books changed (2025-06-18 and later): title "Find books" → "Find a book".',
    ],
    [
      'annotations',
      'description: Sells a book.',
      'description: Sells a book.\n    annotations: { destructiveHint: true }',
      'tool sell changed (2025-03-26 and later): annotations changed.',
    ],
    [
      'a new tool',
      'prompts:',
      '  buy: { description: Buys., inputSchema: { type: object } }\nprompts:',
      'tool buy is new.',
    ],
    ['a removed template', /resourceTemplates:\n.*\n/u, '', 'resource template shop://books/{isbn} was removed.'],
    ['instructions', 'Be brief.', 'Be verbose.', 'the instructions changed.'],
    [
      'a prompt',
      'Recommends',
      'Recalls',
      'prompt recommend changed: description "Recommends books." → "Recalls books.".',
    ],
    [
      'hidden text',
      'u202e',
      'u202d',
      String.raw`resource shop://hours changed (2025-06-18 and later): title "It's open \u202e" → "It's open \u202d".`,
    ],
  ])('explains %s', async (_, before, after, told) => {
    await define(before as string, after);
    expect(await check()).toEqual([`Contract: ${told}`]);
  });

  test('treats an edited contract as any other edited file', async () => {
    await rewrite('generated/contract.json', (text) => text.replace(/sha256-./u, 'sha256-0'));
    const { exitCode, error } = await runInMemory(['generate', '--check'], { cwd: folder });
    expect(exitCode).toBe(1);
    expect(error).toContain(
      'hand-edited: These files have been changed since they were generated: generated/contract.json.',
    );
    expect(error).not.toContain('contract-changed');
  });

  test('names entries whose old descriptors cannot be read', async () => {
    await define('all of the words', 'any of the words');
    await rewrite('generated/descriptors.ts', (text) => text.replaceAll('      fields: {', '      fields:{'));
    const { error } = await runInMemory(['generate', '--check', '--force'], { cwd: folder });
    expect(error).toContain('contract-changed: Contract: tool find_books changed.');
  });
});

test('diff names the entries that clients refuse', async () => {
  const old = await createProject({ 'definitions/shop.mcp.yaml': definition });
  await define('all of the words', 'any of the words');
  await define('prompts:', '  buy: { description: Buys., inputSchema: { type: object } }\nprompts:');
  const { out } = await runInMemory(['diff', old.folder, folder]);
  expect(out).toContain('\nContract: clients that have pinned the old contract.json refuse find_books.\n');
  const { out: json } = await runInMemory(['diff', old.folder, folder, '--json']);
  const protocolVersions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
  expect((JSON.parse(json) as { readonly contract: unknown }).contract).toEqual([
    { change: 'changed', list: 'tools', key: 'find_books', protocolVersions },
    { change: 'new', list: 'tools', key: 'buy', protocolVersions },
  ]);
});
