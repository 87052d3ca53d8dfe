import { existsSync } from 'node:fs';
import { stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { createFolder, isFolder } from '../../generator/pipeline/write/file-system.js';

test('a folder is created with its parents, and may be there already', async () => {
  const path = join(makeFolder(), 'a', 'b', 'c');
  await createFolder(path);
  expect((await stat(path)).isDirectory()).toBe(true);
  await createFolder(path);
});

test('several at a time may create the same folder', async () => {
  const path = join(makeFolder(), 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 8 }, () => createFolder(path)));
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('a link to a folder is one', async () => {
  const root = makeFolder();
  await createFolder(join(root, 'real'));
  await symlink('real', join(root, 'link'), 'dir');
  await createFolder(join(root, 'link', 'a'));
  expect((await stat(join(root, 'real', 'a'))).isDirectory()).toBe(true);
});

test('a file or a link to nothing is in the way', async () => {
  const root = makeFolder();
  putFiles(root, { file: '' });
  await symlink('missing', join(root, 'link'), 'dir');
  for (const name of ['file', 'link']) {
    await expect(createFolder(join(root, name))).rejects.toMatchObject({ code: 'EEXIST', path: join(root, name) });
    await expect(createFolder(join(root, name, 'a'))).rejects.toMatchObject({ path: join(root, name) });
    expect(isFolder(join(root, name))).toBe(false);
  }
});

test.runIf(existsSync('/proc/self'))('a folder that the system will not create is an error, not a wait', async () => {
  await expect(createFolder('/proc/x/y')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/x' });
});
