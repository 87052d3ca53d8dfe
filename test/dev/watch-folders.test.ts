import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { listWatchedFolders } from '../../generator/tools/watch/watch-folders.js';
import { runSerially } from '../../generator/tools/watch/watch-definitions.js';
import { watchFolders, type FolderWatch } from '../../generator/tools/watch/watch-folders.js';

let root: string;
let watch: FolderWatch;
let changes: number;

beforeEach(async () => {
  root = makeFolder();
  await mkdir(path.join(root, 'definitions/deep'), { recursive: true });
  await writeFile(path.join(root, 'definitions/deep/a.mcp.yaml'), 'a');
  changes = 0;
  watch = watchFolders(() => (changes += 1));
  watch.set(listWatchedFolders(root, ['definitions', 'handlers'], ['src/db.ts', 'definitions/deep/a.mcp.yaml']));
});
afterEach(() => watch.close());

/** Waits until what has been done is told, and all that might still be told is. */
async function expectChange(act: () => Promise<unknown>): Promise<void> {
  const before = changes;
  await act();
  await expect.poll(() => changes, { timeout: 5000 }).toBeGreaterThan(before);
  await wait(150);
}

const file = (name: string): string => path.join(root, name);

test('a file that is written is told', async () => {
  await expectChange(() => writeFile(file('definitions/deep/a.mcp.yaml'), 'b'));
});

test('a file that an editor renames into place is told, time and again', async () => {
  for (const text of ['b', 'c', 'd']) {
    await expectChange(async () => {
      await writeFile(file('definitions/deep/a.tmp'), text);
      await rename(file('definitions/deep/a.tmp'), file('definitions/deep/a.mcp.yaml'));
    });
  }
});

test('a file in a folder that is new is told', async () => {
  await expectChange(() => mkdir(file('definitions/new/below'), { recursive: true }));
  await expectChange(() => writeFile(file('definitions/new/below/b.mcp.yaml'), 'b'));
});

test('a folder that comes only later, or goes and comes again, is followed', async () => {
  await expectChange(() => mkdir(file('handlers')));
  await expectChange(() => writeFile(file('handlers/a.ts'), 'a'));
  await expectChange(() => rm(file('definitions'), { recursive: true }));
  await expectChange(() => mkdir(file('definitions')));
  await expectChange(() => writeFile(file('definitions/c.mcp.yaml'), 'c'));
});

test('of other folders only the files named are told', async () => {
  await mkdir(file('src'));
  watch.set(listWatchedFolders(root, ['definitions'], ['src/db.ts']));
  await expectChange(() => writeFile(file('src/db.ts'), 'a'));
  const before = changes;
  await writeFile(file('src/other.ts'), 'a');
  await writeFile(file('unrelated'), 'a');
  await writeFile(file('definitions/.a.swp'), 'a');
  await wait(300);
  expect(changes).toBe(before);
});

test('nothing is told after the end, not even of folders set later', async () => {
  watch.close();
  watch.set(listWatchedFolders(root, ['definitions'], []));
  await writeFile(file('definitions/a.mcp.yaml'), 'a');
  await wait(300);
  expect(changes).toBe(0);
});

test('runs do not overlap, and what is asked for meanwhile is one more run', async () => {
  let running = 0;
  let most = 0;
  let count = 0;
  const runs = runSerially(async () => {
    running += 1;
    most = Math.max(most, running);
    await wait(20);
    running -= 1;
    count += 1;
  });
  runs.request();
  runs.request();
  runs.request();
  await runs.whenIdle();
  expect({ most, count }).toEqual({ most: 1, count: 2 });
});

test('a change can be seen before it is told, and afterwards by who looked before', async () => {
  const hasChanged = watch.observe();
  expect(await hasChanged()).toBe(false);
  await writeFile(file('definitions/deep/a.mcp.yaml'), 'b');
  expect(await hasChanged()).toBe(true);
  expect(await watch.observe()()).toBe(true);
  await expect.poll(() => changes, { timeout: 5000 }).toBe(1);
  await wait(150);
  expect(await hasChanged()).toBe(true);
  expect(await watch.observe()()).toBe(false);
});
