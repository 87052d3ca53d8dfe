import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PartKey } from '../../core/model/part-key.js';
import { joinPath } from '../../core/source/references.js';
import { childOf, entriesOf, stringAt } from '../../core/source/source-node.js';
import type { FileSearch } from '../../feature-kit/load/file-search.js';
import { liesInside } from '../../feature-kit/load/read-file.js';

/** File paths of a skill, or the reason why there are none. */
export type SkillListing =
  | {
      readonly status: 'read';
      /** File paths relative to the skill folder, sorted. */
      readonly files: readonly string[];
      /** Paths of symbolic links to folders, which are not followed, relative to the skill folder. */
      readonly links: readonly string[];
      /** Whether there are more than {@link maxSkillFiles} files. Files beyond this limit are not listed. */
      readonly hasMore: boolean;
    }
  | { readonly status: 'missing' }
  | { readonly status: 'outside' }
  | { readonly status: 'unreadable'; readonly reason: string };

/**
 * Maximum number of files in a skill that every client accepts.
 *
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#limits
 */
export const maxSkillFiles = 512;

/**
 * Maximum total size of a skill in bytes that every client accepts.
 *
 * @see https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#limits
 */
export const maxSkillSize = 16 * 1024 * 1024;

/** Maximum number of folders that are searched per skill; folders can be empty. */
const maxFolders = 2048;

/** Skill folders by path. */
export const skillFolders: FileSearch<SkillListing> = {
  part: new PartKey('skill folders'),
  list: (root, file) =>
    entriesOf(childOf(root, 'skills')).flatMap(({ value }) => {
      const folder = stringAt(value, 'folder');
      return folder === undefined ? [] : [joinPath(file, folder)];
    }),
  find: ({ root, folders }, folder) => listSkillFiles(root, folders, folder),
  contents: {
    list: (folder, found) => (found.status === 'read' ? found.files.map((file) => path.posix.join(folder, file)) : []),
    maxBytes: maxSkillSize,
  },
};

/**
 * Lists the files of a skill. Omits hidden files, editor backups, `node_modules` and `__pycache__`.
 *
 * @param root Absolute path of the project.
 * @param folders Absolute paths of the folders that can contain the skill, with symbolic links resolved.
 * @param folder Skill folder, relative to the root.
 */
async function listSkillFiles(root: string, folders: readonly string[], folder: string): Promise<SkillListing> {
  const files: string[] = [];
  const links: string[] = [];
  const waiting = [''];
  let visited = 0;
  try {
    if (!(await liesInside(root, folders, folder))) return { status: 'outside' };
    for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
      visited += 1;
      if (visited > maxFolders) return { status: 'read', files: files.toSorted(), links, hasMore: true };
      for (const entry of await readdir(path.join(root, folder, below), { withFileTypes: true })) {
        if (isLeftOut(entry.name)) continue;
        const file = path.posix.join(below, entry.name);
        if (entry.isDirectory()) waiting.push(file);
        else if (entry.isSymbolicLink() && (await isFolder(path.join(root, folder, file)))) links.push(file);
        else if (files.length < maxSkillFiles) files.push(file);
        else return { status: 'read', files: files.toSorted(), links, hasMore: true };
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { status: 'missing' };
    return { status: 'unreadable', reason: code === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${code})` };
  }
  return { status: 'read', files: files.toSorted(), links, hasMore: false };
}

function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name.endsWith('~') || ['node_modules', '__pycache__', 'Thumbs.db'].includes(name);
}

async function isFolder(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}
