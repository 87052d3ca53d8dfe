import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SourceNode } from '../../core/source/source-node.js';

/** A file, or why there is none. */
export type LoadedFile = ReadFile | { readonly status: 'missing' | 'outside' } | UnreadableFile;

/** Content of a file. `root` is its tree: of YAML or JSON as it stands, of another format as the definition it is translated to. */
export interface ReadFile {
  readonly status: 'read';
  readonly bytes: Buffer;
  /** Without a byte order mark. */
  readonly text: string;
  readonly root?: SourceNode;
  /** Code of each tool of a script, as text, by the name of the tool. */
  readonly bodies?: ReadonlyMap<string, string>;
}

export interface UnreadableFile {
  /** `unfetched`: on another machine. */
  readonly status: 'unreadable' | 'unfetched';
  /** Predicate of a sentence that begins with the file; of `unfetched` the cause alone. */
  readonly reason: string;
}

/** Files larger than this, in bytes, are not read. */
const maxFileSize = 16 * 1024 * 1024;

/**
 * Reads a file that a definition names, if it lies in one of the folders that references must stay in, links followed.
 *
 * @param root Absolute path of the project.
 * @param folders Absolute paths of these folders.
 * @param file Path relative to the root.
 */
export async function readFileInside(root: string, folders: readonly string[], file: string): Promise<LoadedFile> {
  const absolute = path.join(root, file);
  try {
    if (!(await liesInside(root, folders, file))) return { status: 'outside' };
    const stats = await stat(absolute);
    // Reading a pipe or a device may never end; reading a folder fails.
    if (!stats.isFile() && !stats.isDirectory()) return { status: 'unreadable', reason: 'is not a regular file' };
    const { size } = stats;
    if (size > maxFileSize) return { status: 'unreadable', reason: 'is larger than 16 MiB' };
    return readText(await readFile(absolute));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return { status: 'unreadable', reason: `cannot be read (${code})` };
    return { status: folders.some((folder) => isInside(absolute, folder)) ? 'missing' : 'outside' };
  }
}

/** Returns whether a path relative to the root lies in one of the folders, links followed. Throws when there is nothing. */
export async function liesInside(root: string, folders: readonly string[], file: string): Promise<boolean> {
  const real = await realpath(path.join(root, file));
  const inside = await Promise.all(folders.map((folder) => realpath(folder)));
  return inside.some((folder) => isInside(real, folder));
}

/** A file of these bytes. */
export function readText(bytes: Buffer): ReadFile {
  return { status: 'read', bytes, text: bytes.toString('utf8').replace(/^\ufeff/u, '') };
}

/** Lists the files (paths relative to the root) that are not on disk. */
export function findMissing(root: string, files: readonly { readonly path: string }[]): ReadonlySet<string> {
  return new Set(files.map((file) => file.path).filter((file) => !existsSync(path.join(root, file))));
}

/** Returns whether there is a file at a path, links followed. */
export async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ?? false;
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
