import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { minimatch } from 'minimatch';
import type { SearchFiles } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { listDirectories, resolvePath } from '../directories.ts';

export const searchFiles: SearchFiles = async ({ path, pattern, excludePatterns }, context) => {
  const directories = await listDirectories(context);
  const root = await resolvePath(path, directories);
  const matches = (file: string, glob: string): boolean => minimatch(relative(root, file), glob, { dot: true });
  const search = async (directory: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      const file = join(directory, entry.name);
      const isAllowed = await resolvePath(file, directories).then(
        () => true,
        () => false,
      );
      if (!isAllowed || excludePatterns.some((glob) => matches(file, glob))) continue;
      if (matches(file, pattern)) found.push(file);
      if (entry.isDirectory()) found.push(...(await search(file).catch(() => [])));
    }
    return found;
  };
  return content((await search(root)).join('\n') || 'No matches found');
};
