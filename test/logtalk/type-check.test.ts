import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { createProject, type Project } from '../kit/build-server.js';
import { strictestOptions } from '../kit/type-check.js';
import { listFixtures, readFixture } from './serve-fixture.js';

const modules = path.resolve(import.meta.dirname, '../../node_modules');

/** Laid over `tools`; no project of its own. */
const overlay = 'strict';

/** Messages of the compiler about some projects, with the flags of a scaffolded project. */
async function typeCheck(folders: readonly string[]): Promise<string> {
  const folder = makeFolder();
  const config = {
    compilerOptions: { ...strictestOptions, skipLibCheck: true, typeRoots: [path.join(modules, '@types')] },
    include: folders.map((project) => `${project}/**/*.ts`),
    exclude: folders.map((project) => `${project}/node_modules`),
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '-p', folder], (error, stdout, stderr) =>
      resolve(error ? stdout + stderr || String(error) : stdout),
    );
  });
  return output;
}

const checked =
  'all birds content custom dispatch failing lifecycle link names prompt resource result rows static structured ' +
  'tools tools-and-prompts';

/** Fixtures with one file replaced. */
const variants = {
  'a handler that misuses its input': {
    fixture: 'custom',
    file: 'handlers/tools/double.ts',
    text:
      "import type { Double } from '../../generated/handlers.ts';\n" +
      'export const double: Double = ({ N }) => N.toUpperCase();\n',
  },
  'a bound function with a parameter of another type': {
    fixture: 'all',
    file: 'definitions/math.ts',
    text: 'export const add = (x: number, y: string): number => x + y.length;\n',
  },
  'a bound function with an output of another type': {
    fixture: 'all',
    file: 'definitions/math.ts',
    text: 'export const add = (x: number, y: number): string => `${x + y}`;\n',
  },
  'a bound function that may fail': {
    fixture: 'all',
    file: 'definitions/math.ts',
    text: 'export const add = (x: number, y: number): number | undefined => (x > y ? x + y : undefined);\n',
  },
};

const projects = new Map<string, Project>();
let output = '';

beforeAll(async () => {
  for (const name of await listFixtures()) {
    if (name !== overlay) projects.set(name, await createProject(await readFixture(name)));
  }
  for (const [name, { fixture, file, text }] of Object.entries(variants)) {
    projects.set(name, await createProject({ ...(await readFixture(fixture)), [file]: text }));
  }
  output = await typeCheck([...projects.values()].map(({ folder }) => folder));
});

/** Messages of the compiler about one project; `undefined` if there is no such project. */
function errorsIn(name: string): readonly string[] | undefined {
  const folder = projects.get(name)?.folder;
  if (folder === undefined) return undefined;
  return output.split('\n').filter((line) => line.includes(`${path.basename(folder)}/`) && line.includes('error TS'));
}

test.each(checked.split(' '))('the fixture "%s" type-checks with the strict flags', (name) => {
  expect(errorsIn(name)).toEqual([]);
});

test('no fixture was left out', async () => {
  const names = await listFixtures();
  expect(names.filter((name) => name !== overlay).toSorted()).toEqual(checked.split(' ').toSorted());
});

test.each([
  ['a handler that misuses its input', /handlers\/tools\/double\.ts\(2,\d+\): error TS2339: .*'toUpperCase'/u],
  [
    'a bound function with a parameter of another type',
    /generated\/handlers\.ts\(\d+,\d+\): error TS2345: .*'string'/u,
  ],
  ['a bound function with an output of another type', /generated\/handlers\.ts\(\d+,\d+\): error TS2322: /u],
])('%s does not', (name, error) => {
  expect(errorsIn(name)).toEqual([expect.stringMatching(error)]);
});

test('D3 a bound function may be typed to fail: `undefined` is an answer where outputs are declared', () => {
  expect(errorsIn('a bound function that may fail')).toEqual([]);
});
