import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { recover } from '../../generator/write/recover.js';
import { writePlan } from '../../generator/write/write-plan.js';
import { createPlan, readTree } from './project-fixture.js';

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

test('a link that stays in the project is followed', async () => {
  const root = makeFolder();
  await mkdir(join(root, 'src'));
  await symlink('src', join(root, 'handlers'), 'dir');
  expect((await writePlan(createPlan(root, {}, { 'handlers/a.ts': 'a' }), normal)).created).toEqual(['handlers/a.ts']);
  expect((await readTree(root))['src/a.ts']).toBe('a');
});

test('a project that is reached through a link works', async () => {
  const parent = makeFolder();
  await mkdir(join(parent, 'real'));
  await symlink('real', join(parent, 'project'), 'dir');
  const report = await writePlan(createPlan(join(parent, 'project'), { 'a.ts': 'a' }), normal);
  expect(report.diagnostics).toEqual([]);
  expect((await readTree(parent))['real/generated/a.ts']).toBe('a');
});

test('a dangling link in place of a stub is the affair of the user', async () => {
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
  expect(await recover(root, 'generated')).toMatchObject([{ code: 'outside-root' }]);
  expect(await readTree(join(parent, 'elsewhere'))).toEqual({ '.journal/0': 'x' });
});
