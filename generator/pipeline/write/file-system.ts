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

/** The file system calls of the writer. A test may let any of them fail. */
export type FileSystem = typeof nodeFileSystem;

const synchronize = promisify(fsync);

/** The real disk. Paths are absolute. */
export const nodeFileSystem = {
  /** Reads a UTF-8 file; `undefined` when nothing is there. Rejects with `EFTYPE` for pipes, sockets and devices. */
  async readText(path: string): Promise<string | undefined> {
    try {
      return unlessMissing(() => readFileSync(refuseSpecial(path), 'utf8'));
    } catch (error) {
      throw nameError(error, path, 'read');
    }
  },
  /** Tells what is at a path, without following a link; `undefined` when nothing is there. */
  async kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'special' | undefined> {
    const stats = statOf(path);
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? 'file' : 'special';
  },
  /** Whether anyone may execute a file; `false` when nothing is there. */
  async isExecutable(path: string): Promise<boolean> {
    return ((statOf(path)?.mode ?? 0) & 0o111) !== 0;
  },
  /** Resolves all links of a path; rejects when nothing is there. */
  realPath: (path: string): Promise<string> => realpath(path),
  /** Rejects unless this is a folder in which the current user may create and remove entries. */
  async checkWritable(folder: string): Promise<void> {
    await (await opendir(folder)).close();
    await access(folder, constants.W_OK);
  },
  /** Milliseconds since a file was last written; `undefined` when nothing is there. */
  async ageOf(path: string): Promise<number | undefined> {
    const stats = statOf(path);
    return stats && Date.now() - stats.mtimeMs;
  },
  createFolder,
  /** Writes a new file and flushes it to the disk, or leaves none behind; rejects with `EEXIST` when something is there. */
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
  /** Gives a file a second name; rejects with `EEXIST` when something is there. */
  async link(from: string, to: string): Promise<void> {
    linkSync(from, to);
  },
  /** Removes a file; does nothing when nothing is there. */
  async removeFile(path: string): Promise<void> {
    unlessMissing(() => unlinkSync(path));
  },
  /** Removes a folder if it is empty; returns whether it did. */
  async removeEmptyFolder(path: string): Promise<boolean> {
    try {
      await rmdir(path);
      return true;
    } catch (error) {
      if (isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    }
  },
  /** Removes a folder with all it contains; does nothing when nothing is there. */
  removeTree: (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  flushFolder,
};

/** Flushes the names in a folder to the disk; does nothing where there is no folder, or the platform cannot. */
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

/** Error codes for a folder that is missing, that may not be read, or that the system cannot flush. */
const unflushable = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP', 'EOPNOTSUPP'];

/**
 * Creates a folder and its parents; does nothing when the folder, or a link to one, exists. The `recursive` option of
 * Node's `mkdir` is not used: it never returns where the system says `ENOENT` for a folder that cannot be created
 * (`/proc/x`).
 *
 * @param path absolute
 * @throws {SystemError} of the one folder that could not be created
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

/** Whether there is a folder at a path, links followed. `false` also where the user may not look. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/**
 * Replaces the text of a file in one step: after a crash the file has the old text or the new one. A link stays a link,
 * and permissions stay as they are.
 *
 * @param path absolute
 * @param isNew The file must not exist yet.
 * @throws {SystemError} when the file cannot be written; nothing has changed then
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
 * Copies a file, with its permissions.
 *
 * @throws {SystemError} `EEXIST` when something is at the place of the copy
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

/** @throws an error `EFTYPE` when there is a pipe, a socket or a device: reading it may never end */
function refuseSpecial(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isFile() || stats.isDirectory()) return path;
  throw Object.assign(new Error('no regular file'), { code: 'EFTYPE', syscall: 'open', path });
}
