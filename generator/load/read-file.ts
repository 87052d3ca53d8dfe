import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SourceNode } from './source-node.js';

/** A file, or why there is none. */
export type LoadedFile = ReadFile | { readonly status: 'missing' | 'outside' } | UnreadableFile;

/** A file as it was read; `root` is its tree if it is YAML or JSON and was read as such. */
export interface ReadFile {
  readonly status: 'read';
  readonly bytes: Buffer;
  /** Without a byte order mark. */
  readonly text: string;
  readonly root?: SourceNode;
}

interface UnreadableFile {
  readonly status: 'unreadable';
  /** What goes on a sentence that begins with the file. */
  readonly reason: string;
}

/** Files larger than this, in bytes, are not read. */
const maximalFileSize = 16 * 1024 * 1024;

/**
 * Reads a file that a definition names, if it lies in the folder that references must stay in, links followed.
 *
 * @param root Absolute path of the project.
 * @param folder That folder, relative to the root.
 * @param file Path relative to the root.
 */
export async function readFileInside(root: string, folder: string, file: string): Promise<LoadedFile> {
  const absolute = path.join(root, file);
  try {
    const inside = await realpath(path.join(root, folder));
    if (!isInside(await realpath(absolute), inside)) return { status: 'outside' };
    const { size } = await stat(absolute);
    if (size > maximalFileSize) return { status: 'unreadable', reason: 'is larger than 16 MiB' };
    const bytes = await readFile(absolute);
    return { status: 'read', bytes, text: bytes.toString('utf8').replace(/^\ufeff/u, '') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return { status: 'unreadable', reason: `cannot be read (${code})` };
    return { status: isInside(absolute, path.join(root, folder)) ? 'missing' : 'outside' };
  }
}

/** Whether there is a file at a path, links followed. */
export async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ?? false;
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
