import { expect, test } from 'vitest';
import { readEarlierRun } from '../../generator/write/earlier-run.js';
import { nodeFileSystem } from '../../generator/write/file-system.js';
import { writePlan } from '../../generator/write/write-plan.js';
import { createPlan, createTestFolder } from './project-fixture.js';

async function optionsOf(root?: string) {
  return { root: root ?? (await createTestFolder()), out: 'generated', force: false };
}

test('a first run has none', async () => {
  expect(await readEarlierRun(await optionsOf())).toEqual({
    names: new Map(),
    profiles: [],
    diagnostics: [],
  });
});

test('the names that were given are known', async () => {
  const root = await createTestFolder();
  await writePlan(createPlan(root, { 'a.ts': 'a' }), { check: false, force: false });
  expect(await readEarlierRun(await optionsOf(root))).toEqual({
    names: new Map([['tool:a', 'a']]),
    profiles: [],
    generatorVersion: '0.1.0',
    diagnostics: [],
  });
});

test('a mistake of ours is not taken for one of the surroundings', async () => {
  const fileSystem = { ...nodeFileSystem, readText: () => Promise.reject(new TypeError('ours')) };
  await expect(readEarlierRun(await optionsOf(), fileSystem)).rejects.toThrow('ours');
});
