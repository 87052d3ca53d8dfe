import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SourceNode } from '../../core/source/source-node.js';

/** Result of loading a file: the file, or the reason why it is not available. */
export type LoadedFile = ReadFile | { readonly status: 'missing' | 'outside' } | UnreadableFile;

/** Content of a file. `root` is its tree; formats other than YAML and JSON are translated to a definition. */
export interface ReadFile {
  readonly status: 'read';
  readonly bytes: Buffer;
  /** Content without a byte order mark. */
  readonly text: string;
  readonly root?: SourceNode;
  /** Source code of a script's tools, by tool name. */
  readonly bodies?: ReadonlyMap<string, string>;
}

export interface UnreadableFile {
  /** `unfetched`: a URL that could not be fetched. */
  readonly status: 'unreadable' | 'unfetched';
  /** Predicate of a sentence about the file, such as `is larger than 16 MiB`. For `unfetched`, the cause. */
  readonly reason: string;
}

/** Maximum size of files in bytes. Larger files are not read. */
const maxFileSize = 16 * 1024 * 1024;

/**
 * Reads a file that a definition refers to, if its real path is in an allowed folder.
 * @param root Absolute path of the project.
 * @param folders Absolute paths of allowed folders.
 * @param file Path relative to the root.
 */
export async function readFileInside(root: string, folders: readonly string[], file: string): Promise<LoadedFile> {
  const absolute = path.join(root, file);
  try {
    if (!(await liesInside(root, folders, file))) return { status: 'outside' };
    const stats = await stat(absolute);
    // Reading a pipe or device might never end; reading a folder fails.
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

/** Whether the real path of a file is in one of the folders. Throws if the file does not exist. */
export async function liesInside(root: string, folders: readonly string[], file: string): Promise<boolean> {
  const real = await realpath(path.join(root, file));
  // A folder that does not exist has no files.
  const inside = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return inside.some((folder) => folder !== undefined && isInside(real, folder));
}

/** Decodes the content of a file. */
export function readText(bytes: Buffer): ReadFile {
  return { status: 'read', bytes, text: bytes.toString('utf8').replace(/^\ufeff/u, '') };
}

/** Lists the files that do not exist. Paths are relative to the root. */
export function findMissing(root: string, files: readonly { readonly path: string }[]): ReadonlySet<string> {
  return new Set(files.map((file) => file.path).filter((file) => !existsSync(path.join(root, file))));
}

/** Whether a path is a file or a symbolic link to a file. */
export async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ?? false;
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
