import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import type { GenerateReport } from '../../generator/generate.js';
import { regenerate } from '../../generator/tools/runs/regenerate.js';
import { isGitAtWork } from '../../generator/tools/watch/git-at-work.js';
import { generatePatiently, watchDefinitions } from '../../generator/tools/watch/watch-definitions.js';
import { listWatchedFolders, watchFolders } from '../../generator/tools/watch/watch-folders.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';

let stop: () => unknown = () => {};
afterEach(() => stop());

const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
const definition = 'server: { name: x, version: 1.0.0 }\ntools:\n  greet: { description: Greets. }\n';

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const own = { GIT_CONFIG_GLOBAL: path.join(cwd, 'none'), GIT_CONFIG_NOSYSTEM: '1' };
  const as = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
  return (await promisify(execFile)('git', [...as, ...args], { cwd, env: { ...process.env, ...own } })).stdout;
}

/** A repository with a tool on `main`, another one on `feature`, and a file that git writes when the test lets it. */
async function createRepository() {
  const root = makeFolder({
    'definitions/x.mcp.yaml': definition,
    '.gitattributes': 'a-slow-file filter=slow\n',
    'a-slow-file': 'main',
  });
  const options = { root, ...folders, check: false, force: false, strict: false };
  const commit = async (name: string): Promise<void> => {
    expect((await regenerate(options)).ok).toBe(true);
    await git(root, 'add', '-A');
    await git(root, 'commit', '-qm', name);
  };
  await git(root, 'init', '-q', '-b', 'main');
  // Reading a pipe waits until something is written to it.
  await git(root, 'config', 'filter.slow.smudge', 'cat .git/gate >&2; cat');
  await promisify(execFile)('mkfifo', [path.join(root, '.git/gate')]);
  await commit('main');
  await git(root, 'checkout', '-qb', 'feature');
  appendFileSync(path.join(root, 'definitions/x.mcp.yaml'), '  extra: { description: Extra. }\n');
  writeFileSync(path.join(root, 'a-slow-file'), 'feature');
  await commit('feature');
  return options;
}

test('a checkout during --watch leaves no stub of the other branch', async () => {
  const options = await createRepository();
  const { root } = options;
  const reports: GenerateReport[] = [];
  const end = watchDefinitions(options, (report) => reports.push(report));
  // What would tell changes at once.
  let told = 0;
  const impatient = watchFolders(() => (told += 1));
  impatient.set(listWatchedFolders(root, ['handlers', 'definitions'], ['a-slow-file']));
  stop = () => Promise.all([end(), impatient.close()]);
  await expect.poll(() => reports.length, { timeout: 20_000 }).toBe(1);
  for (const branch of ['main', 'feature', 'main']) {
    const before = { told, reports: reports.length };
    // Git removes the stub and the slow file, writes the slow file, and only then the definitions.
    const checkout = git(root, 'checkout', '-q', branch);
    await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(before.told);
    expect(reports.length).toBe(before.reports);
    await writeFile(path.join(root, '.git/gate'), '');
    await checkout;
    await expect.poll(() => reports.length, { timeout: 20_000 }).toBeGreaterThan(before.reports);
    expect(await git(root, 'status', '--porcelain')).toBe('');
  }
  await stop();
  expect(await git(root, 'status', '--porcelain')).toBe('');
  expect(reports.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  expect(reports.flatMap(({ write }) => write?.created ?? [])).toEqual([]);
  expect(reports.at(-1)?.summary.tools).toBe(1);
});

test('a run during --watch whose definition goes while it is made leaves no stub', async () => {
  const root = makeFolder({ 'definitions/x.mcp.yaml': definition });
  const options = { root, ...folders, check: false, force: false, strict: false };
  expect((await regenerate(options)).ok).toBe(true);
  const watch = watchFolders(() => {});
  stop = () => watch.close();
  watch.set(listWatchedFolders(root, ['definitions'], []));
  appendFileSync(path.join(root, 'definitions/x.mcp.yaml'), '  gone: { description: Gone. }\n');
  let looks = 0;
  const report = await generatePatiently(options, {
    observe() {
      const hasChanged = watch.observe();
      return () => {
        looks += 1;
        // All is made and nothing written.
        if (looks === 1) writeFileSync(path.join(root, 'definitions/x.mcp.yaml'), definition);
        return hasChanged();
      };
    },
  });
  expect(looks).toBe(1);
  expect(existsSync(path.join(root, 'handlers/tools/gone.ts'))).toBe(false);
  expect(report.diagnostics).toEqual([]);
  expect(report.write?.created).toEqual([]);
});

test('git is at work while it holds its lock, also in another working tree, but not after it was killed', () => {
  const root = makeFolder({ 'main/.git/HEAD': '', 'main/services/a/file': '', 'other/a/file': '' });
  const places = ['main/services/a', 'other/a'].map((place) => path.join(root, place));
  const states = (): readonly boolean[] => places.map((place) => isGitAtWork(place));
  putFiles(root, { 'other/.git': 'gitdir: ../main/.git/worktrees/other\n' });
  expect(states()).toEqual([false, false]);
  const lock = path.join(root, 'main/.git/index.lock');
  putFiles(root, { 'main/.git/index.lock': '' });
  expect(states()).toEqual([true, false]);
  putFiles(root, { 'main/.git/worktrees/other/index.lock': '' });
  expect(states()).toEqual([true, true]);
  const before = Date.now() / 1000 - 61;
  utimesSync(lock, before, before);
  expect(states()).toEqual([false, true]);
  expect(isGitAtWork(path.join(root, 'missing'))).toBe(false);
});
