import { constants } from 'node:fs';
import { access, copyFile, link, lstat, open, opendir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { createFolder } from './create-folder.js';
import type { FileSystem } from './file-system.js';
import { isSystemError, nameError } from './system-error.js';

/** The real disk. */
export const nodeFileSystem: FileSystem = {
  async readText(path) {
    try {
      return await unlessMissing(readFile(path, 'utf8'));
    } catch (error) {
      throw nameError(error, path, 'read');
    }
  },
  async kindOf(path) {
    const stats = await unlessMissing(lstat(path));
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
    const stats = await unlessMissing(lstat(path));
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

async function unlessMissing<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
