import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { readCacheFile, writeCacheFile } from '../../generator/pipeline/write/cache-file.js';
import { nodeFileSystem } from '../../generator/pipeline/write/file-system.js';
import { hashContent } from '../../generator/pipeline/write/hash-content.js';
import { recover } from '../../generator/pipeline/write/recover.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { createPlan, projectIn, readTree } from './project-fixture.js';

const normal = { check: false, force: false };

async function createLinkedProject(link: string, target: string): Promise<{ parent: string; root: string }> {
  const parent = makeFolder();
  const root = join(parent, 'project');
  await mkdir(root);
  await mkdir(join(parent, 'elsewhere'));
  await symlink(target, join(root, link), 'dir');
  return { parent, root };
}

describe.each(['../elsewhere', '../missing'])('a link to %s', (target) => {
  test.each(['generated', 'handlers'])('in place of %s is refused', async (link) => {
    const { parent, root } = await createLinkedProject(link, target);
    const report = await writePlan(createPlan(root, { 'a.ts': 'a' }, { 'handlers/tools/a.ts': 'a' }), normal);
    expect(report).toMatchObject({
      written: [],
      created: [],
      diagnostics: [{ code: 'outside-root', severity: 'error' }],
    });
    expect(await readTree(join(parent, 'elsewhere'))).toEqual({});
  });
});

test('a link that stays in the project is refused, too', async () => {
  const root = makeFolder();
  await mkdir(join(root, 'src'));
  await symlink('src', join(root, 'handlers'), 'dir');
  expect((await writePlan(createPlan(root, {}, { 'handlers/a.ts': 'a' }), normal)).diagnostics).toEqual([
    {
      code: 'outside-root',
      severity: 'error',
      message: 'handlers is a symbolic link, which may point outside the project folder.',
      help: 'Nothing was written. Replace the symbolic link with a folder, or choose another path.',
    },
  ]);
  expect(await readTree(root)).toEqual({ 'src/': '' });
});

test('a project that is reached through a link works', async () => {
  const parent = makeFolder();
  await mkdir(join(parent, 'real'));
  await symlink('real', join(parent, 'project'), 'dir');
  const report = await writePlan(createPlan(join(parent, 'project'), { 'a.ts': 'a' }), normal);
  expect(report.diagnostics).toEqual([]);
  expect((await readTree(parent))['real/generated/a.ts']).toBe('a');
});

test('a dangling link instead of a stub is the affair of the user', async () => {
  const root = makeFolder();
  putFiles(root, { 'handlers/b.ts': 'b' });
  await symlink('../../missing.ts', join(root, 'handlers/a.ts'));
  expect(await writePlan(createPlan(root, {}, { 'handlers/a.ts': 'a' }), normal)).toMatchObject({
    created: [],
    diagnostics: [],
  });
});

test.each(['../a.ts', '/a.ts', 'x/../../a.ts', 'C:/a.ts', 'x\\a.ts', '', './a.ts'])(
  'a planned path %j is refused',
  async (path) => {
    const root = join(makeFolder(), 'project');
    expect((await writePlan(createPlan(root, {}, { [path]: 'a' }), normal)).diagnostics[0]?.code).toBe('outside-root');
    expect(await readTree(join(root, '..'))).toEqual({});
  },
);

test.each(['..', '.', '../elsewhere', ''])('a generated folder %j is refused', async (out) => {
  const root = join(makeFolder(), 'project');
  const report = await writePlan({ ...createPlan(root, { 'a.ts': 'a' }), out }, normal);
  expect(report.diagnostics[0]?.code).toBe('outside-root');
  expect(await readTree(join(root, '..'))).toEqual({});
});

test('a recovery does not work through a link that leads out', async () => {
  const { parent, root } = await createLinkedProject('generated', '../elsewhere');
  putFiles(parent, { 'elsewhere/.journal/0': 'x' });
  expect(await recover(projectIn(root), false)).toMatchObject([{ code: 'outside-root' }]);
  expect(await readTree(join(parent, 'elsewhere'))).toEqual({ '.journal/0': 'x' });
});

/** Files of the user and of git that a cloned repository must not reach through a link. */
const precious = {
  'handlers/last-run': 'mine\n',
  'handlers/journal.json': 'mine\n',
  'handlers/0': 'mine\n',
  'handlers/tools/a.ts': 'mine\n',
  'handlers/mine.ts': 'mine\n',
};

describe.each(['.cache', '.journal', '.lock', 'validators'])('generated/%s as a link to the handlers', (name) => {
  test('writes and removes nothing there', async () => {
    const root = makeFolder(precious);
    await mkdir(join(root, 'generated'));
    await symlink('../handlers', join(root, 'generated', name));
    // The manifest of the clone says that the generator wrote the file behind the link.
    const outputs = { 'validators/mine.ts': hashContent('mine\n') };
    const manifest = { version: 1, generatorVersion: '0.1.0', inputs: {}, names: {}, stubs: {}, outputs };
    putFiles(root, { 'generated/manifest.json': JSON.stringify(manifest) });
    const report = await writePlan(createPlan(root, { 'a.ts': 'a', 'validators/0.ts': 'v' }), normal);
    await writeCacheFile(root, 'generated', 'last-run', 'text');
    const tree = await readTree(root);
    expect(Object.fromEntries(Object.entries(tree).filter(([path]) => path.startsWith('handlers/')))).toEqual(precious);
    if (name === '.cache') expect(report.diagnostics).toEqual([]);
    else {
      expect(report).toMatchObject({
        written: [],
        removed: [],
        diagnostics: [
          {
            code: 'outside-root',
            message: `generated/${name} is a symbolic link, which may point outside the project folder.`,
          },
        ],
      });
    }
  });
});

test('the cache does without its folder when it is a link, and leaves files in it that are links', async () => {
  const root = makeFolder({ 'handlers/mine.ts': 'mine\n', 'generated/server.ts': '' });
  await symlink('../handlers', join(root, 'generated/.cache'));
  await writeCacheFile(root, 'generated', 'last-run', 'text');
  putFiles(root, { 'handlers/last-run': `${hashContent('text')}\ntext` });
  expect(await readCacheFile(root, 'generated', 'last-run')).toBeUndefined();
  await rm(join(root, 'generated/.cache'));

  await mkdir(join(root, 'generated/.cache'));
  await symlink('../../handlers/mine.ts', join(root, 'generated/.cache/.gitignore'));
  await symlink('../../handlers/mine.ts', join(root, 'generated/.cache/last-run'));
  await writeCacheFile(root, 'generated', 'last-run', 'text');
  expect(await readCacheFile(root, 'generated', 'last-run')).toBe('text');
  expect((await readTree(root))['handlers/mine.ts']).toBe('mine\n');
});

test('a copy on the way to a handler does not follow a link, where the disk has no hard links', async () => {
  const root = makeFolder({ 'precious.ts': 'mine\n', 'handlers/b.ts.new': 'mine\n' });
  await symlink('../precious.ts', join(root, 'handlers/a.ts.new'));
  const refused = Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'link' });
  const disk = { ...nodeFileSystem, link: () => Promise.reject(refused) };
  const plan = createPlan(root, {}, { 'handlers/a.ts': 'a', 'handlers/b.ts': 'b' });
  expect((await writePlan(plan, normal, disk)).created).toEqual(['handlers/a.ts', 'handlers/b.ts']);
  expect(await readTree(root)).toMatchObject({
    'precious.ts': 'mine\n',
    'handlers/a.ts': 'a',
    'handlers/b.ts': 'b',
    'handlers/b.ts.new': 'mine\n',
  });
});

test.runIf(existsSync('/dev/zero'))('a generated file that is a link to a device is not read', async () => {
  const root = makeFolder({ 'generated/b.ts': '' });
  await symlink('/dev/zero', join(root, 'generated/a.ts'));
  expect((await writePlan(createPlan(root, { 'a.ts': 'a' }), normal)).diagnostics).toEqual([
    {
      code: 'unreadable-file',
      severity: 'error',
      message: 'Cannot read generated/a.ts: it is not a regular file (EFTYPE).',
      help: 'Nothing was written.',
    },
  ]);
});
