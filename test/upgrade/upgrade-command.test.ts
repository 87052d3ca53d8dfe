import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runInMemory, type CliOutcome } from '../cli/run-in-memory.js';
import { bundleProject } from '../kit/build-server.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { edit } from '../regenerate/story.js';
import { readTree } from '../write/project-fixture.js';
import { play } from './play.js';

const golden = path.join(import.meta.dirname, 'golden');

const manifest = 'generated/manifest.json';

let folder: string;

/** Copies a project as an earlier version left it. */
async function copyProject(version: string): Promise<void> {
  folder = makeFolder();
  await cp(path.join(golden, version), folder, { recursive: true });
  linkPackages(folder);
}

const upgrade = (more: readonly string[] = [], answers?: readonly string[]): Promise<CliOutcome> =>
  runInMemory(['upgrade', ...more], { cwd: folder, ...(answers && { answers }) });

/** All files but those of packages and caches. */
async function readProject(): Promise<Record<string, string>> {
  const all = Object.entries(await readTree(folder));
  return Object.fromEntries(all.filter(([file]) => !/^node_modules\/|\/\.cache\/|\/\.lock$/u.test(file)));
}

const readOwn = async (): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await readProject()).filter(([file]) => !file.startsWith('generated/')));

/** Generated files but the manifest, which has hashes of the stubs as they were created. */
async function readGenerated(): Promise<Record<string, string>> {
  const all = Object.entries(await readProject());
  return Object.fromEntries(all.filter(([file]) => file !== manifest && file.startsWith('generated/')));
}

/** What the generator writes for these files without the generated ones of an earlier version. */
async function generateAnew(): Promise<Record<string, string>> {
  const upgraded = folder;
  folder = makeFolder(await readOwn());
  linkPackages(folder);
  expect(await runInMemory(['generate'], { cwd: folder })).toMatchObject({ exitCode: 0, error: '' });
  const generated = await readGenerated();
  folder = upgraded;
  return generated;
}

describe('a project of version 0.3', { timeout: 60_000 }, () => {
  beforeEach(() => copyProject('0.3'));

  test('has the present names afterwards, fits their types, and answers the same bytes', async () => {
    const { exitCode, out, error } = await upgrade(['--yes']);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toContain('\nNext: review the changes (git diff), then run npm run build and npm test.\n');
    expect(await readOwn()).toEqual(await readExpected());
    expect(await readGenerated()).toEqual(await generateAnew());
    expect((await readProject())['generated/handlers.ts']).not.toContain('@deprecated');
    expect(await typeCheck(folder, ['generated', 'handlers', 'test'])).toBe('');
    const recorded = await readFile(path.join(golden, '0.3/conversation.jsonl'), 'utf8');
    expect(await play(await bundleProject(folder))).toEqual(recorded.trimEnd().split('\n'));
  });

  test('is not changed by a second upgrade', async () => {
    await upgrade(['--yes']);
    const before = await readProject();
    expect((await upgrade(['--check'])).exitCode).toBe(0);
    const { exitCode, out } = await upgrade(['--yes']);
    expect(exitCode).toBe(0);
    expect(out).toContain('Nothing to upgrade: the project contains no deprecated names.\n');
    expect(await readProject()).toEqual(before);
  });

  test.each([
    ['--check', ['--check'], undefined],
    ['nobody at the terminal', [], undefined],
    ['an answer other than yes', [], ['n']],
    ['an empty answer', [], ['']],
  ])('is shown, and not changed, with %s', async (_what, more, answers) => {
    const before = await readProject();
    const { exitCode, out, error, questions } = await upgrade(more, answers);
    expect(exitCode).toBe(1);
    expect(out).toMatch(/\n-  page: true\n-  mode: direct\n\+  docsPage: true\n/u);
    expect(out).toContain('--- a/handlers/tools/lend-book.ts\n+++ b/handlers/tools/lend-book.ts\n');
    if (answers) expect(questions).toEqual([expect.stringMatching(/^Apply these changes to \d+ files\? \(y\/N\)/u)]);
    else if (more.length === 0) expect(error).toContain('create-mcp-from-schema upgrade --yes');
    expect(await readProject()).toEqual(before);
  });

  test('is changed when the user agrees', async () => {
    const { exitCode } = await upgrade([], ['y']);
    expect(exitCode).toBe(0);
    expect((await readOwn())['definitions/shelf.mcp.yaml']).toContain('docsPage: true');
  });

  test('is not changed while its definitions have errors', async () => {
    await edit(folder, {
      'definitions/shelf.mcp.yaml': (text) => text.replace('description: Lends', 'descripton: Lends'),
    });
    const before = await readProject();
    const { exitCode, error } = await upgrade(['--yes']);
    expect(exitCode).toBe(1);
    expect(error).toContain('Nothing was changed. Fix these errors, then run upgrade again.');
    expect(await readProject()).toEqual(before);
  });

  test('is not changed where its packages are not installed', async () => {
    const bare = makeFolder();
    await cp(path.join(golden, '0.3'), bare, { recursive: true });
    folder = bare;
    const before = await readProject();
    const { exitCode, error } = await upgrade(['--yes']);
    expect({ exitCode, error }).toEqual({
      exitCode: 1,
      error:
        'error: The project needs create-mcp-from-schema 0.4.0 (installed: none): run `npm install --save-dev create-mcp-from-schema@0.4.0`, then upgrade again.\n',
    });
    expect(await readProject()).toEqual(before);
  });

  test('is upgraded in its documentation and scripts, too, and keeps its history', async () => {
    const line = (option: string): string => `npx create-mcp-from-schema generate --${option} generated\n`;
    const changed = ['docs/use.md', 'scripts/all.sh', 'deploy/compose.yaml', 'tools/package.json'];
    const files = [...changed, 'CHANGELOG.md', 'notes.txt'];
    await edit(folder, Object.fromEntries(files.map((file) => [file, line('out')])));
    await upgrade(['--yes']);
    const own = await readOwn();
    for (const file of files) expect(own[file], file).toBe(line(changed.includes(file) ? 'generated' : 'out'));
  });

  test('lists what only the user can change, with its place', async () => {
    await edit(folder, {
      'test/kit.ts': "export { definition, toolDescriptors } from '../generated/descriptors.ts';\n",
    });
    const { exitCode, out } = await upgrade(['--yes']);
    expect(exitCode).toBe(1);
    expect(out).toContain(
      "\nTo be changed by hand:\n  test/kit.ts:1:45 Import `definition` from '../generated/definition.ts' instead of '../generated/descriptors.ts'.\n",
    );
  });
});

describe('a project of version 0.2, which had a copy of the runtime', { timeout: 60_000 }, () => {
  beforeEach(async () => {
    folder = makeFolder();
    await cp(path.join(golden, '../../regenerate/projects/0.2-last'), folder, { recursive: true });
    linkPackages(folder);
  });

  test('imports the package afterwards, fits its types, and answers the same bytes', async () => {
    const { exitCode, out, error } = await upgrade(['--yes']);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toBe(await readFile(path.join(golden, '0.2.output.txt'), 'utf8'));
    const own = await readOwn();
    expect(own['handlers/server.ts']).toContain("from 'create-mcp-from-schema/runtime/node';");
    expect(own['handlers/tools/lend-book.ts']).toBe(`import { error } from 'create-mcp-from-schema/runtime';
import type { LendBook } from '../../generated/handlers.ts';

export const lendBook: LendBook = async ({ isbn }, { elicitations }) => {
  if (isbn === '') return error('Which book?');
  const answer = await elicitations.confirm({ isbn });
  return answer.action === 'accept' ? \`Yours for \${answer.content.weeks} weeks.\` : 'Not lent.';
};
`);
    expect(Object.keys(await readProject())).not.toContain('generated/runtime/index.js');
    expect(await typeCheck(folder)).toBe('');
    const recorded = await readFile(path.join(golden, '0.2.conversation.jsonl'), 'utf8');
    // The server has no prompts and resources, the methods of which the last two requests call.
    expect(await play(await bundleProject(folder), 6)).toEqual(recorded.trimEnd().split('\n'));
  });
});

/** The files outside of `generated/` that a project of version 0.3 has afterwards. */
async function readExpected(): Promise<Record<string, string>> {
  const before = await readTree(path.join(golden, '0.3'));
  const unchanged = Object.entries(before).filter(([file]) => !file.startsWith('generated/'));
  return { ...Object.fromEntries(unchanged), ...(await readTree(path.join(golden, '0.3.upgraded'))) };
}
