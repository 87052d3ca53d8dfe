import { chmod, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder } from '../kit/make-folder.js';
import { readEarlierRun } from '../../generator/pipeline/write/earlier-run.js';
import { nodeFileSystem, type FileSystem } from '../../generator/pipeline/write/file-system.js';
import { recover } from '../../generator/pipeline/write/recover.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { createPlan, projectIn, readTree } from './project-fixture.js';

const normal = { check: false, force: false };

let state: string;
beforeEach(() => (env['XDG_STATE_HOME'] = state = makeFolder()));
const before = env['XDG_STATE_HOME'];
afterEach(() => (env['XDG_STATE_HOME'] = before));

/** A project with a complete journal that a run of this machine has written and not carried out. */
async function stopRun(): Promise<string> {
  const root = makeFolder();
  let isStopped = false;
  const disk: FileSystem = {
    ...nodeFileSystem,
    rename: async (from, to) => {
      if (isStopped) throw new Error('killed');
      isStopped = to.endsWith('journal.json');
      await nodeFileSystem.rename(from, to);
    },
    link: () => Promise.reject(new Error('killed')),
  };
  const plan = createPlan(root, { 'a.ts': 'a\n' }, { 'handlers/tools/a.ts': 'stub\n' });
  await expect(writePlan(plan, normal, disk)).rejects.toThrow();
  return root;
}

/** Changes the entries of a journal, and keeps its nonce. */
async function changeEntries(root: string, change: (entry: object, index: number) => object): Promise<void> {
  const file = join(root, 'generated/.journal/journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: object[] };
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.map(change) }));
}

const refusal = {
  code: 'write-failed',
  severity: 'error',
  message:
    'generated/.journal records an interrupted run that was not started by this version in this folder on this machine. ' +
    'The recorded changes were not made.',
  help: 'Delete generated/.journal and generate again.',
};

const printed = `error write-failed: ${refusal.message}\n  help: ${refusal.help}\n\n1 error\n`;

/** The attack: a cloned repository with a journal that plants a hook of git. */
function cloneHostile(nonce?: string): string {
  const entries = [{ kind: 'create', path: '.git/hooks/post-commit', staged: 0 }];
  return makeFolder({
    'generated/.journal/journal.json': JSON.stringify({ version: nonce === undefined ? 1 : 2, nonce, entries }),
    'generated/.journal/0': '#!/bin/sh\necho planted\n',
    '.git/HEAD': 'ref: refs/heads/main\n',
    'definitions/a.mcp.yaml': 'server: { name: a, version: 1.0.0 }\ntools: { greet: { description: Greets. } }\n',
  });
}

describe('a journal that a cloned repository brings along', () => {
  test.each([undefined, '', '00000000-0000-4000-8000-000000000000'])(
    'plants no executable, with the nonce %j',
    async (nonce) => {
      for (const check of [false, true]) {
        const root = cloneHostile(nonce);
        await chmod(join(root, 'generated/.journal/0'), 0o755);
        const tree = await readTree(root);
        expect(await recover(projectIn(root), check)).toEqual([refusal]);
        expect((await readEarlierRun({ ...projectIn(root), check, force: true })).diagnostics).toEqual([refusal]);
        const report = await writePlan(createPlan(root, { 'a.ts': 'a' }), { check, force: true });
        expect(report.diagnostics).toEqual([refusal]);
        expect(await readTree(root)).toEqual(tree);
      }
    },
  );

  test.each([
    ['generate', '--check'],
    ['generate', '--dry-run'],
    ['doctor'],
    ['inspect'],
    ['generate'],
    ['generate', '--force'],
    ['generate', '--stub', 'greet'],
  ])('is left as it is by `%s %s`', async (...argv) => {
    const root = cloneHostile();
    const tree = await readTree(root);
    const { exitCode, error } = await runInMemory(argv, { cwd: root });
    if (argv[0] !== 'inspect') expect({ exitCode, error }).toEqual({ exitCode: 1, error: printed });
    expect(await readTree(root)).toEqual(tree);
  });

  test('is refused as well when it was copied from a project whose run was stopped', async () => {
    const copy = makeFolder(await readTree(await stopRun()));
    const tree = await readTree(copy);
    expect(await recover(projectIn(copy), false)).toEqual([refusal]);
    expect(await readTree(copy)).toEqual(tree);
  });

  test('gives way when it is deleted, as the message says', async () => {
    const root = cloneHostile();
    await rm(join(root, 'generated/.journal'), { recursive: true });
    const report = await writePlan(createPlan(root, { 'a.ts': 'a' }), normal);
    expect(report).toMatchObject({ written: ['generated/a.ts', 'generated/manifest.json'], diagnostics: [] });
  });
});

describe('a journal of our own', () => {
  test('is carried out by the next run, and its nonce is removed', async () => {
    const root = await stopRun();
    expect(await readdir(join(state, 'create-mcp-from-schema'))).toHaveLength(1);
    expect(await recover(projectIn(root), false)).toEqual([]);
    expect(await readTree(root)).toMatchObject({ 'generated/a.ts': 'a\n', 'handlers/tools/a.ts': 'stub\n' });
    expect(await readdir(join(state, 'create-mcp-from-schema'))).toEqual([]);
  });

  test('is only reported where nothing may be written', async () => {
    const root = await stopRun();
    const tree = await readTree(root);
    const unfinished = {
      code: 'unfinished-run',
      severity: 'error',
      message: 'An earlier run was interrupted before all of its files were written.',
      help: 'Run `create-mcp-from-schema generate`, which finishes the earlier run first.',
    };
    expect((await readEarlierRun({ ...projectIn(root), check: true, force: false })).diagnostics).toEqual([unfinished]);
    const report = await writePlan(createPlan(root, { 'a.ts': 'a\n' }), { check: true, force: false });
    expect(report.diagnostics).toEqual([unfinished]);
    expect(await readTree(root)).toEqual(tree);
  });

  test.each([
    ['a hook of git', { kind: 'create', path: '.git/hooks/post-commit' }],
    ['a hidden file among the handlers', { kind: 'create', path: 'handlers/.hidden/a.ts' }],
    ['a handler that is no TypeScript', { kind: 'create', path: 'handlers/tools/run.sh' }],
    ['a file beside the handlers', { kind: 'create', path: 'handlers-other/a.ts' }],
    ['a file in place of a handler', { kind: 'replace', path: 'handlers/tools/a.ts', before: null }],
    ['nothing in place of a handler', { kind: 'remove', path: 'handlers/tools/a.ts', before: null }],
    ['a file beside the project', { kind: 'create', path: '../outside.ts' }],
    ['a file beside the project by way of the handlers', { kind: 'create', path: 'handlers/../../outside.ts' }],
    ['a file by its absolute path', { kind: 'create', path: '/etc/outside.ts' }],
    ['a file of another disk of Windows', { kind: 'create', path: 'C:/outside.ts' }],
  ])('that was changed to write %s is refused', async (_, change) => {
    const root = await stopRun();
    await changeEntries(root, (entry) => ({ ...entry, ...change }));
    const tree = await readTree(root);
    expect(await recover(projectIn(root), false)).toEqual([refusal]);
    expect(await readTree(root)).toEqual(tree);
  });

  test('with a staged file that is executable, or a link, is refused', async () => {
    const executable = await stopRun();
    await chmod(join(executable, 'generated/.journal/1'), 0o755);
    expect(await recover(projectIn(executable), false)).toEqual([refusal]);
    const linked = await stopRun();
    await rm(join(linked, 'generated/.journal/1'));
    await symlink('/etc/passwd', join(linked, 'generated/.journal/1'));
    expect(await recover(projectIn(linked), false)).toEqual([refusal]);
    expect(Object.keys(await readTree(linked))).not.toContain('handlers/tools/a.ts');
  });
});

describe('a state folder that cannot be used', () => {
  test.each([
    ['is a file', (root: string) => join(root, '../file')],
    ['is inside the project, where a clone could bring it along', (root: string) => root],
    ['is a relative path', () => 'state'],
  ])('because it %s does not stop a run', async (_, place) => {
    const root = join(makeFolder({ file: '' }), 'project');
    env['XDG_STATE_HOME'] = place(root);
    // A relative path is ignored, as the XDG specification says.
    const home = env['HOME'];
    env['HOME'] = state;
    try {
      expect((await writePlan(createPlan(root, { 'a.ts': 'a' }), normal)).diagnostics).toEqual([]);
      expect(Object.keys(await readTree(root))).toEqual(['generated/a.ts', 'generated/manifest.json']);
    } finally {
      if (home === undefined) delete env['HOME'];
      else env['HOME'] = home;
    }
  });

  test('leaves the journal of a stopped run to the user', async () => {
    env['XDG_STATE_HOME'] = join(makeFolder({ file: '' }), 'file');
    const root = await stopRun();
    expect(await recover(projectIn(root), false)).toEqual([refusal]);
    await rm(join(root, 'generated/.journal'), { recursive: true });
    expect((await writePlan(createPlan(root, { 'a.ts': 'a' }), normal)).diagnostics).toEqual([]);
  });
});
