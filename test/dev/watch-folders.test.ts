import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { listWatchedFolders, watchFolders, type FolderWatch } from '../../generator/tools/watch/watch-folders.js';
import { runSerially } from '../../generator/tools/watch/watch-definitions.js';

let root: string;
let watch: FolderWatch;
/** Text of each file of interest at the last call; `undefined` for one that was not there. */
let seen: ReadonlyMap<string, string | undefined>;

beforeEach(() => {
  root = makeFolder();
  mkdirSync(file('definitions/deep'), { recursive: true });
  writeFileSync(file('definitions/deep/a.mcp.yaml'), 'a');
  seen = new Map();
  watch = watchFolders(() => {
    const names = ['definitions/deep/a.mcp.yaml', 'definitions/new/below/b.mcp.yaml', 'handlers/a.ts', 'src/db.ts'];
    seen = new Map(names.map((name) => [name, read(name)]));
  });
  watch.set(listWatchedFolders(root, ['definitions', 'handlers'], ['src/db.ts', 'definitions/deep/a.mcp.yaml']));
});
afterEach(() => watch.close());

const file = (name: string): string => path.join(root, name);

function read(name: string): string | undefined {
  try {
    return readFileSync(file(name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Waits for a call that finds this text in the file. */
const expectSeen = async (name: string, text: string | undefined): Promise<void> =>
  expect.poll(() => [seen.has(name), seen.get(name)], { timeout: 5000 }).toEqual([true, text]);

/** Resolves when this process has been told that these files have changed: earlier changes have been told as well. */
async function whenNoticed(folder: string, names: readonly string[], act: () => void): Promise<void> {
  const other = watchFolders(() => {});
  other.set([{ path: file(folder), names: new Set(names) }]);
  const hasChanged = other.observe();
  act();
  await expect.poll(hasChanged, { timeout: 5000 }).toBe(true);
  other.close();
}

test('a file that is written is told', async () => {
  writeFileSync(file('definitions/deep/a.mcp.yaml'), 'b');
  await expectSeen('definitions/deep/a.mcp.yaml', 'b');
});

test('a file that an editor renames into place is told, time and again', async () => {
  for (const text of ['b', 'c', 'd']) {
    writeFileSync(file('definitions/deep/a.tmp'), text);
    renameSync(file('definitions/deep/a.tmp'), file('definitions/deep/a.mcp.yaml'));
    await expectSeen('definitions/deep/a.mcp.yaml', text);
  }
});

test('a file in a folder that is new is told', async () => {
  mkdirSync(file('definitions/new/below'), { recursive: true });
  await expectSeen('definitions/new/below/b.mcp.yaml', undefined);
  for (const text of ['b', 'c']) {
    writeFileSync(file('definitions/new/below/b.mcp.yaml'), text);
    await expectSeen('definitions/new/below/b.mcp.yaml', text);
  }
});

test('a folder that comes only later, or goes and comes again, is followed', async () => {
  mkdirSync(file('handlers'));
  await expectSeen('handlers/a.ts', undefined);
  writeFileSync(file('handlers/a.ts'), 'a');
  await expectSeen('handlers/a.ts', 'a');
  rmSync(file('definitions'), { recursive: true });
  await expectSeen('definitions/deep/a.mcp.yaml', undefined);
  mkdirSync(file('definitions/deep'), { recursive: true });
  for (const text of ['b', 'c']) {
    writeFileSync(file('definitions/deep/a.mcp.yaml'), text);
    await expectSeen('definitions/deep/a.mcp.yaml', text);
  }
});

test('a folder that is replaced at once, as git and package managers do, is followed', async () => {
  for (const text of ['b', 'c', 'd']) {
    cpSync(file('definitions/deep'), file('draft'), { recursive: true });
    renameSync(file('definitions/deep'), file(`old-${text}`));
    renameSync(file('draft'), file('definitions/deep'));
    writeFileSync(file('definitions/deep/a.mcp.yaml'), text);
    await expectSeen('definitions/deep/a.mcp.yaml', text);
    rmSync(file('definitions/deep'), { recursive: true });
    mkdirSync(file('definitions/deep'));
    writeFileSync(file('definitions/deep/a.mcp.yaml'), `new ${text}`);
    await expectSeen('definitions/deep/a.mcp.yaml', `new ${text}`);
    writeFileSync(file('definitions/deep/a.mcp.yaml'), `written ${text}`);
    await expectSeen('definitions/deep/a.mcp.yaml', `written ${text}`);
  }
});

test('of other folders only the files named are told', async () => {
  mkdirSync(file('src'));
  watch.set(listWatchedFolders(root, ['definitions'], ['src/db.ts']));
  writeFileSync(file('src/db.ts'), 'a');
  await expectSeen('src/db.ts', 'a');
  await expect.poll(async () => watch.observe()(), { timeout: 5000 }).toBe(false);
  const hasChanged = watch.observe();
  for (const name of ['src/other.ts', 'unrelated', 'definitions/.a.swp', 'definitions/a~']) {
    await whenNoticed(path.dirname(name), [path.basename(name)], () => writeFileSync(file(name), 'a'));
  }
  expect(await hasChanged()).toBe(false);
});

test('nothing is told after the end, not even of folders set later', async () => {
  watch.close();
  watch.set(listWatchedFolders(root, ['definitions'], []));
  const hasChanged = watch.observe();
  await whenNoticed('definitions', ['a.mcp.yaml'], () => writeFileSync(file('definitions/a.mcp.yaml'), 'a'));
  expect(await hasChanged()).toBe(false);
});

test('runs do not overlap, and what is asked for meanwhile is one more run', async () => {
  let running = 0;
  let count = 0;
  const ends: (() => void)[] = [];
  const runs = runSerially(async () => {
    running += 1;
    count += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  });
  runs.request();
  runs.request();
  runs.request();
  expect({ running, count }).toEqual({ running: 1, count: 1 });
  ends[0]?.();
  await expect.poll(() => ({ running, count })).toEqual({ running: 1, count: 2 });
  ends[1]?.();
  await runs.whenIdle();
  expect({ running, count }).toEqual({ running: 0, count: 2 });
});

test('a change can be seen before it is told, and afterwards by who looked before', async () => {
  const hasChanged = watch.observe();
  expect(await hasChanged()).toBe(false);
  writeFileSync(file('definitions/deep/a.mcp.yaml'), 'b');
  expect(await hasChanged()).toBe(true);
  expect(seen.size).toBe(0);
  expect(await watch.observe()()).toBe(true);
  await expectSeen('definitions/deep/a.mcp.yaml', 'b');
  expect(await hasChanged()).toBe(true);
  await expect.poll(async () => watch.observe()(), { timeout: 5000 }).toBe(false);
});
