import { constants, lstatSync, readFileSync, type Stats } from 'node:fs';
import { access, copyFile, link, open, opendir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { createFolder } from './create-folder.js';
import type { FileSystem } from './file-system.js';
import { isSystemError, nameError } from './system-error.js';

/** The real disk. What is asked of every file is asked at once: to wait for the answer costs more than to get it. */
export const nodeFileSystem: FileSystem = {
  async readText(path) {
    try {
      return unlessMissing(() => readFileSync(path, 'utf8'));
    } catch (error) {
      throw nameError(error, path, 'read');
    }
  },
  async kindOf(path) {
    const stats = statOf(path);
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) return 'link';
    return stats.isDirectory() ? 'folder' : 'file';
  },
  realPath: (path) => realpath(path),
  async checkWritable(folder) {
    await (await opendir(folder)).close();
    await access(folder, constants.W_OK);
  },
  async ageOf(path) {
    const stats = statOf(path);
    return stats && Date.now() - stats.mtimeMs;
  },
  createFolder,
  async writeNew(path, text) {
    const handle = await open(path, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } catch (error) {
      await rm(path);
      throw nameError(error, path, 'write');
    } finally {
      await handle.close();
    }
  },
  rename: (from, to) => rename(from, to),
  link: (from, to) => link(from, to),
  copy: (from, to) => copyFile(from, to),
  removeFile: (path) => rm(path, { force: true }),
  async removeEmptyFolder(path) {
    try {
      await rmdir(path);
      return true;
    } catch (error) {
      if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    }
  },
  removeTree: (path) => rm(path, { recursive: true, force: true, maxRetries: 3 }),
};

function statOf(path: string): Stats | undefined {
  return unlessMissing(() => lstatSync(path, { throwIfNoEntry: false }));
}

function unlessMissing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
