import {
  closeSync,
  constants,
  fsync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { access, copyFile, link, opendir, realpath, rm, rmdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createFolder } from './create-folder.js';
import type { FileSystem } from './file-system.js';
import { isSystemError, nameError } from './system-error.js';

const synchronize = promisify(fsync);

/**
 * The real disk. What is asked of every file is asked at once: to wait for the answer costs more than to get it. Only for the
 * disk itself everybody waits together: files that are created and synchronized by several threads at the same time get
 * in each other's way, and take up to four times as long.
 */
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
    const file = openSync(path, 'wx');
    try {
      writeFileSync(file, text);
      await synchronize(file);
    } catch (error) {
      await rm(path);
      throw nameError(error, path, 'write');
    } finally {
      closeSync(file);
    }
  },
  async rename(from, to) {
    renameSync(from, to);
  },
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
