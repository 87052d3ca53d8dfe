import {
  closeSync,
  constants,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { access, chmod, copyFile, mkdir, opendir, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { moveFile } from './move-file.js';
import { isSystemError, nameError } from './system-error.js';

/** File system calls of the writer. Tests can make any of them fail. */
export type FileSystem = typeof nodeFileSystem;

const synchronize = promisify(fsync);

/** File system of the machine. Paths are absolute. */
export const nodeFileSystem = {
  /** Reads a UTF-8 file; `undefined` if it does not exist. Rejects with `EFTYPE` for pipes, sockets and devices. */
  async readText(path: string): Promise<string | undefined> {
    try {
      return unlessMissing(() => readFileSync(refuseSpecial(path), 'utf8'));
    } catch (error) {
      throw nameError(error, path, 'read');
    }
  },
  /** Returns the kind of a path without following a symbolic link; `undefined` if the path does not exist. */
  async kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'special' | undefined> {
    const stats = statOf(path);
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? 'file' : 'special';
  },
  /** Whether any user is allowed to execute a file; `false` if the file does not exist. */
  async isExecutable(path: string): Promise<boolean> {
    return ((statOf(path)?.mode ?? 0) & 0o111) !== 0;
  },
  /** Resolves all symbolic links in a path. Rejects if the path does not exist. */
  realPath: (path: string): Promise<string> => realpath(path),
  /** Rejects unless the current user is allowed to create and remove entries in the folder. */
  async checkWritable(folder: string): Promise<void> {
    await (await opendir(folder)).close();
    await access(folder, constants.W_OK);
  },
  /** Returns the time since a file was last written, in milliseconds; `undefined` if the file does not exist. */
  async ageOf(path: string): Promise<number | undefined> {
    const stats = statOf(path);
    return stats && Date.now() - stats.mtimeMs;
  },
  createFolder,
  /** Writes and flushes a new file, and removes it on failure. Rejects with `EEXIST` if the path exists. */
  async writeNew(path: string, text: string): Promise<void> {
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
  rename: moveFile,
  /** Creates a hard link. Rejects with `EEXIST` if the path exists. */
  async link(from: string, to: string): Promise<void> {
    linkSync(from, to);
  },
  /** Removes a file if it exists. */
  async removeFile(path: string): Promise<void> {
    unlessMissing(() => unlinkSync(path));
  },
  /** Removes a folder if it is empty. Returns whether it was removed. */
  async removeEmptyFolder(path: string): Promise<boolean> {
    try {
      await rmdir(path);
      return true;
    } catch (error) {
      if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    }
  },
  /** Removes a folder and its content if it exists. */
  removeTree: (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  flushFolder,
};

/** Flushes the entries of a folder if it exists and the platform supports this. */
async function flushFolder(path: string): Promise<void> {
  try {
    const folder = openSync(path, 'r');
    try {
      await synchronize(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!isSystemError(error, ...unflushable)) throw error;
  }
}

/** Error codes for a folder that does not exist, cannot be read, or cannot be flushed. */
const unflushable = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Creates a folder and its parents. Does nothing if the folder, or a symbolic link to a folder, exists. Does not use the
 * `recursive` option of Node's `mkdir`, which never returns if the system reports `ENOENT` for a folder that cannot be
 * created (`/proc/x`).
 * @param path Absolute path.
 * @throws {SystemError} if a folder cannot be created.
 */
export async function createFolder(path: string): Promise<void> {
  if (isFolder(path)) return;
  if (dirname(path) !== path) await createFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another run may have created it in the meantime.
    if (!isFolder(path)) throw error;
  }
}

/** Whether a path is a folder or a symbolic link to a folder; `false` if the user is not allowed to access it. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/**
 * Replaces the content of a file atomically: even after a crash, the file has either the old or the new content. Keeps
 * symbolic links and permissions.
 * @param path Absolute path.
 * @param isNew Whether the file must not exist yet.
 * @throws {SystemError} if the file cannot be written. In this case, it is unchanged.
 */
export async function replaceText(path: string, text: string, isNew: boolean): Promise<void> {
  if (isNew) return nodeFileSystem.writeNew(path, text);
  const target = await realpath(path);
  const { mode } = await stat(target);
  const staged = `${target}.${Date.now()}.tmp`;
  try {
    await writeFile(staged, text, { flag: 'wx', flush: true });
    await chmod(staged, mode);
    await moveFile(staged, target);
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
}

/**
 * Copies a file with its permissions.
 * @throws {SystemError} `EEXIST` if the destination path exists.
 */
export async function keepCopy(path: string, copy: string): Promise<void> {
  await copyFile(path, copy, constants.COPYFILE_EXCL);
}

function statOf(path: string) {
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

/** @throws an error with code `EFTYPE` for a pipe, socket or device, because reading it might never end. */
function refuseSpecial(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isFile() || stats.isDirectory()) return path;
  throw Object.assign(new Error('not a regular file'), { code: 'EFTYPE', syscall: 'open', path });
}
