import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareRounds } from '../drive/compare-rounds.mjs';
import { runWhole } from '../drive/start-once.mjs';
import { buildOurs } from '../servers/build-ours.mjs';
import { cacheFolder } from '../servers/cache-folder.mjs';
import { nameSize } from './growth.mjs';
import { limitTools } from './list-subjects.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const sizes = [2, 100, 1000];

/** Type check of projects with their default settings, compared with a project that has one empty file. */
export const typeCheckScenarios = [
  {
    name: 'type-check',
    title: 'type check of a project',
    run: async (context) => {
      const projects = new Map([
        ['empty project', makeEmptyProject()],
        ...sizes.map((size) => [`ours, ${nameSize(size)}`, findProject(limitTools(size, context))]),
      ]);
      const ways = [...projects].map(([name, project]) => [name, () => checkTypes(project)]);
      return compareRounds(new Map(ways), context.isShort ? 1 : 7);
    },
  },
];

function makeEmptyProject() {
  const project = path.join(cacheFolder, 'empty');
  mkdirSync(path.join(project, 'generated'), { recursive: true });
  writeFileSync(path.join(project, 'generated', 'empty.ts'), 'export {};\n');
  return configure(project);
}

function findProject(tools) {
  return configure(path.dirname(path.dirname(buildOurs(tools))));
}

function configure(project) {
  cpSync(path.join(root, 'templates', 'project', 'tsconfig.json.hbs'), path.join(project, 'tsconfig.json'));
  return project;
}

const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');

function checkTypes(project) {
  const { wall, whole } = runWhole([process.execPath, compiler, '-p', project], false);
  return { wall, spent: whole };
}
