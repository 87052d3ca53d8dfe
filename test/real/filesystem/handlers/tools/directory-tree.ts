import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { minimatch } from 'minimatch';
import type { DirectoryTree } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { listDirectories, resolvePath } from '../directories.ts';

interface Entry {
  readonly name: string;
  readonly type: 'directory' | 'file';
  readonly children?: readonly Entry[];
}

export const directoryTree: DirectoryTree = async ({ path: root, excludePatterns }, context) => {
  const directories = await listDirectories(context);
  const patterns = excludePatterns.flatMap((each) =>
    each.includes('*') ? each : [each, `**/${each}`, `**/${each}/**`],
  );
  const listEntries = async (directory: string): Promise<readonly Entry[]> => {
    const entries = await readdir(await resolvePath(directory, directories), { withFileTypes: true });
    const tree: Entry[] = [];
    for (const entry of entries) {
      const { name } = entry;
      const path = join(directory, name);
      if (patterns.some((pattern) => minimatch(relative(root, path), pattern, { dot: true }))) continue;
      if (entry.isDirectory()) tree.push({ name, type: 'directory', children: await listEntries(path) });
      else tree.push({ name, type: 'file' });
    }
    return tree;
  };
  return content(JSON.stringify(await listEntries(root), null, 2));
};
