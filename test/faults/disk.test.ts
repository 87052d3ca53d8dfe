import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { FileSystem } from '../../generator/pipeline/write/file-system.js';
import { nodeFileSystem, replaceText } from '../../generator/pipeline/write/file-system.js';
import { withLock } from '../../generator/pipeline/write/lock.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { createPlan, readTree } from '../write/project-fixture.js';
import { until } from '../wire/http-kit.js';
import { makeGate } from '../wire/task-client.js';
import { changes, countTries, makeDisk, quickDisk, systemError } from './inject/disk.js';

const force = { check: false, force: true };
const stubs = { 'handlers/tools/fresh.ts': 'stub\n' };

/** A project that was generated once, with a handler of the user. */
async function makeProject(): Promise<string> {
  const root = makeFolder();
  await writePlan(
    createPlan(root, { 'kept.ts': 'kept\n', 'changed.ts': 'old\n', 'gone.ts': 'gone\n' }),
    force,
    quickDisk,
  );
  putFiles(root, { 'handlers/mine.ts': 'mine\n' });
  return root;
}

const planOf = (root: string) =>
  createPlan(root, { 'kept.ts': 'kept\n', 'changed.ts': 'new\n', 'new.ts': 'new\n' }, stubs);

/** Writes the second plan on a disk. */
const generate = (root: string, disk: FileSystem) => writePlan(planOf(root), force, disk);

async function treeAfterwards(): Promise<Record<string, string>> {
  const root = await makeProject();
  await generate(root, quickDisk);
  return readTree(root);
}

/** The files of the project, without those of a run that was stopped: its lock, its journal, a copy on the way. */
const filesOf = (tree: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(tree).filter(([path]) => !/^generated\/\.(?:journal|lock)|\.[\da-f-]{36}$|\/$/u.test(path)),
  );

describe.each([
  ['EROFS', 'the file system is read-only'],
  ['EDQUOT', 'the disk quota is exceeded'],
  ['EBUSY', 'another program is using it'],
  ['EPERM', 'no permission'],
  ['EIO', 'injected'],
  ['EMFILE', 'too many open files'],
])('a disk that answers %s', (code, reason) => {
  test('to every change is reported, and nothing changes', async () => {
    const root = await makeProject();
    const old = await readTree(root);
    const report = await generate(
      root,
      makeDisk(code, (method) => changes.has(method)),
    );
    expect(report.diagnostics).toMatchObject([{ code: 'write-failed', help: 'Nothing was written.' }]);
    expect(report.diagnostics[0]?.message).toContain(`${reason} (${code})`);
    expect(await readTree(root)).toEqual(old);
  });

  test('to one file in the middle leaves every file old or new, and the next run writes the rest', async () => {
    const [before, after] = [await readTree(await makeProject()), await treeAfterwards()];
    for (const name of ['changed.ts', 'new.ts', 'gone.ts', 'fresh.ts', 'manifest.json']) {
      const root = await makeProject();
      const isFaulty = (method: string, path: string): boolean => changes.has(method as never) && path.endsWith(name);
      const failing = new Proxy(makeDisk(code, isFaulty), {
        get: (disk, method: keyof FileSystem) =>
          method === 'rename' || method === 'link'
            ? async (from: string, to: string) => {
                if (to.endsWith(name)) throw systemError(code, to);
                return disk[method](from, to);
              }
            : disk[method],
      });
      await generate(root, failing);
      for (const [path, content] of Object.entries(filesOf(await readTree(root)))) {
        expect([before[path], after[path]], path).toContain(content);
      }
      expect((await generate(root, quickDisk)).diagnostics).toEqual([]);
      expect(await readTree(root)).toEqual(after);
    }
  });
});

test('a generated file that the disk tore is named, and written again with --force', async () => {
  const root = await makeProject();
  truncateSync(join(root, 'generated', 'kept.ts'), 2);
  const careful = { check: false, force: false };
  const report = await writePlan(planOf(root), careful, quickDisk);
  expect(report.diagnostics[0]?.message).toBe(
    'These files have been changed since they were generated: generated/kept.ts.',
  );
  expect((await generate(root, quickDisk)).diagnostics).toEqual([]);
  expect(readFileSync(join(root, 'generated', 'kept.ts'), 'utf8')).toBe('kept\n');
});

test.each(['manifest.json', '.lock'])('a %s that the disk tore is no reason to crash', async (name) => {
  const root = await makeProject();
  putFiles(root, { [`generated/${name}`]: '{"version":1,"fi' });
  const report = await generate(root, quickDisk);
  for (const { severity, message } of report.diagnostics)
    expect([severity, message]).toEqual(['error', expect.any(String)]);
  expect((await readTree(root))['handlers/mine.ts']).toBe('mine\n');
});

test('a new definition that --stub cannot write whole is not left behind in part', async () => {
  const file = join(makeFolder(), 'shop.mcp.yaml');
  // `writeNew` leaves nothing behind; a plain `writeFile` would leave a part.
  const tear = vi.spyOn(nodeFileSystem, 'writeNew').mockRejectedValue(systemError('ENOSPC', file));
  await expect(replaceText(file, 'whole', true)).rejects.toMatchObject({ code: 'ENOSPC' });
  tear.mockRestore();
  expect(existsSync(file)).toBe(false);
  await replaceText(file, 'whole', true);
  await expect(replaceText(file, 'other', true)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(file, 'utf8')).toBe('whole');
});

test('a run that waits for one that wrote nothing finds its folder again', async () => {
  const { project, tries } = countTries(makeFolder());
  const [begun, ended] = [makeGate(), makeGate()];
  const held = withLock(project, () => {
    begun.open();
    return ended.opened;
  });
  await begun.opened;
  const waiting = withLock(project, async () => 'done');
  await until(() => tries() === 3);
  ended.open();
  await held;
  expect(await waiting).toBe('done');
});
