import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import type { FileSystem } from '../../generator/pipeline/write/file-system.js';
import { nodeFileSystem } from '../../generator/pipeline/write/file-system.js';
import type { FilePlan } from '../../generator/pipeline/write/file-plan.js';
import { recover } from '../../generator/pipeline/write/recover.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { createPlan, projectIn, readTree } from './project-fixture.js';

const force = { check: false, force: true };

/** The process is gone: no code of it runs anymore, not even its clean-up. */
class Killed extends Error {}

type Fault = { readonly kind: 'kill' } | { readonly kind: 'error'; readonly code: string };

interface FaultyDisk {
  readonly fileSystem: FileSystem;
  hasFailed(): boolean;
}

/** Flushing says nothing here and takes time. */
const quickDisk: FileSystem = {
  ...nodeFileSystem,
  flushFolder: () => Promise.resolve(),
  writeNew: (path, text) => writeFile(path, text, { flag: 'wx' }),
};

const diskWithoutLinks: FileSystem = {
  ...quickDisk,
  link: (from) => Promise.reject(systemError('EPERM', from)),
};

/** A disk until the n-th call, which is done by half and fails; after a kill all later calls fail too. */
function createFaultyDisk(failingCall: number, fault: Fault, disk: FileSystem): FaultyDisk {
  let calls = 0;
  const fileSystem = new Proxy(disk, {
    get(target, method: keyof FileSystem) {
      return async (...args: [string, string]): Promise<unknown> => {
        calls += 1;
        if (calls === failingCall) {
          if (method === 'writeNew' && fault.kind === 'kill')
            await writeFile(args[0], args[1].slice(0, args[1].length / 2), { flag: 'wx' });
          if (method === 'removeTree') await removeHalf(args[0]);
        }
        if (fault.kind === 'kill' && calls >= failingCall) throw new Killed();
        if (fault.kind === 'error' && calls === failingCall) throw systemError(fault.code, args[0]);
        return (target[method] as (...rest: [string, string]) => Promise<unknown>)(...args);
      };
    },
  });
  return { fileSystem, hasFailed: () => calls >= failingCall };
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code, syscall: 'test', path });
}

async function removeHalf(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.slice(names.length / 2)) await rm(join(folder, name), { recursive: true });
}

const before = {
  'generated/kept.ts': 'kept\n',
  'generated/changed.ts': 'edited by hand\n',
  'generated/gone/file.ts': 'gone\n',
  'handlers/mine.ts': 'mine\n',
};

function planAfter(root: string): FilePlan {
  return createPlan(
    root,
    { 'kept.ts': 'kept\n', 'changed.ts': 'new content\n', 'added/file.ts': 'added\n' },
    { 'handlers/mine.ts': 'stub of mine\n', 'handlers/tools/fresh.ts': 'a fresh stub\n' },
  );
}

async function createProject(): Promise<string> {
  const root = makeFolder();
  const first = { 'kept.ts': 'kept\n', 'changed.ts': 'old\n', 'gone/file.ts': 'gone\n' };
  await writePlan(createPlan(root, first, { 'handlers/mine.ts': 'stub of mine\n' }), force, quickDisk);
  putFiles(root, before);
  return root;
}

/** Files of the project, without the lock and the journal of a run that was stopped. */
function withoutTraces(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !/^generated\/(\.lock|\.journal\/)/.test(path)));
}

async function treeAfterwards(): Promise<Record<string, string>> {
  const root = await createProject();
  expect((await writePlan(planAfter(root), force, quickDisk)).diagnostics).toEqual([]);
  return readTree(root);
}

describe.each([
  ['a disk with hard links', quickDisk],
  ['a disk without hard links', diskWithoutLinks],
])('on %s', (_, disk) => {
  test('a run that is killed at any call leaves the old state or, after recovery, the new one', async () => {
    const after = await treeAfterwards();
    const outcomes = new Set<string>();
    for (let call = 1; ; call++) {
      const root = await createProject();
      const old = await readTree(root);
      const faulty = createFaultyDisk(call, { kind: 'kill' }, disk);
      const run = writePlan(planAfter(root), force, faulty.fileSystem);
      if (!faulty.hasFailed()) await run.catch(() => undefined);
      if (!faulty.hasFailed()) break;
      await expect(run).rejects.toThrow(Killed);

      const stopped = await readTree(root);
      expect(stopped['handlers/mine.ts']).toBe('mine\n');
      expect([undefined, 'a fresh stub\n']).toContain(stopped['handlers/tools/fresh.ts']);

      expect(await recover(projectIn(root, disk), false)).toEqual([]);
      const recovered = await readTree(root);
      const isOld = JSON.stringify(recovered) === JSON.stringify(old);
      if (!isOld) expect(recovered).toEqual(after);
      outcomes.add(isOld ? 'old' : 'new');

      expect((await writePlan(planAfter(root), force, quickDisk)).diagnostics).toEqual([]);
      expect(await readTree(root)).toEqual(after);
    }
    expect(outcomes).toEqual(new Set(['old', 'new']));
  });

  test('a recovery that is killed at any call can be repeated', async () => {
    const after = await treeAfterwards();
    for (let call = 1; ; call++) {
      const root = await stopCommitted(disk);
      const faulty = createFaultyDisk(call, { kind: 'kill' }, disk);
      const recovery = recover(projectIn(root, faulty.fileSystem), false);
      await recovery.catch(() => undefined);
      if (!faulty.hasFailed()) break;
      expect(await recover(projectIn(root, disk), false)).toEqual([]);
      expect(await readTree(root)).toEqual(after);
    }
  });
});

/** A project whose run was killed right after its journal was complete, before any of it was carried out. */
async function stopCommitted(disk: FileSystem): Promise<string> {
  const root = await createProject();
  let isCommitted = false;
  const stopping = new Proxy(disk, {
    get:
      (target, method: keyof FileSystem) =>
      async (...args: [string, string]): Promise<unknown> => {
        if (isCommitted) throw new Killed();
        isCommitted = method === 'rename' && args[1].endsWith('journal.json');
        return (target[method] as (...rest: [string, string]) => Promise<unknown>)(...args);
      },
  });
  await expect(writePlan(planAfter(root), force, stopping)).rejects.toThrow(Killed);
  return root;
}

test.each(['ENOSPC', 'EACCES'])('an error %s at any call is reported and leaves nothing half-done', async (code) => {
  const after = await treeAfterwards();
  for (let call = 1; ; call++) {
    const root = await createProject();
    const old = await readTree(root);
    const faulty = createFaultyDisk(call, { kind: 'error', code }, quickDisk);
    const report = await writePlan(planAfter(root), force, faulty.fileSystem);
    if (!faulty.hasFailed()) break;
    const [diagnostic] = report.diagnostics;
    const tree = await readTree(root);
    if (!diagnostic) expect(withoutTraces(tree)).toEqual(after);
    else {
      expect(diagnostic).toMatchObject({ code: 'write-failed', severity: 'error' });
      expect(diagnostic.message).toContain(`(${code})`);
      const isBegun = tree['generated/.journal/journal.json'] !== undefined;
      if (isBegun) expect(diagnostic.help).toContain('the next run then writes the rest');
      else if (diagnostic.help === 'Nothing was written.') expect(tree).toEqual(old);
    }
    expect((await writePlan(planAfter(root), force, quickDisk)).diagnostics).toEqual([]);
    expect(await readTree(root)).toEqual(after);
  }
});

test('a recovery keeps what the user did in the meantime', async () => {
  const root = await stopCommitted(quickDisk);
  const own = {
    'handlers/tools/fresh.ts': 'written by hand\n',
    'generated/changed.ts': 'edited again\n',
    'generated/gone/file.ts': 'edited too\n',
  };
  putFiles(root, own);
  expect(await recover(projectIn(root), false)).toEqual([]);
  expect(await readTree(root)).toMatchObject(own);
  const report = await writePlan(planAfter(root), { check: false, force: false });
  expect(report.diagnostics[0]?.message).toBe(
    'These files have been changed since they were generated: generated/changed.ts.',
  );
});
