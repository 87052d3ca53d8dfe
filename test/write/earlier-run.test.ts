import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { readEarlierRun } from '../../generator/pipeline/write/earlier-run.js';
import { nodeFileSystem } from '../../generator/pipeline/write/file-system.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { createPlan } from './project-fixture.js';

function optionsOf(root = makeFolder()) {
  return { root, out: 'generated', handlers: 'handlers', check: false, force: false };
}

test('a first run has none', async () => {
  expect(await readEarlierRun(optionsOf())).toEqual({
    names: new Map(),
    profiles: [],
    diagnostics: [],
  });
});

test('the names that were given are known', async () => {
  const root = makeFolder();
  await writePlan(createPlan(root, { 'a.ts': 'a' }), { check: false, force: false });
  expect(await readEarlierRun(optionsOf(root))).toEqual({
    names: new Map([['tool:a', 'a']]),
    profiles: [],
    generatorVersion: '0.1.0',
    deprecatedNames: true,
    diagnostics: [],
  });
});

test('a mistake of ours is not taken for one of the surroundings', async () => {
  const fileSystem = { ...nodeFileSystem, readText: () => Promise.reject(new TypeError('ours')) };
  await expect(readEarlierRun(optionsOf(), fileSystem)).rejects.toThrow('ours');
});
