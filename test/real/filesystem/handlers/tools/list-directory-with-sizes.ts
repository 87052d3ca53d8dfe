import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListDirectoryWithSizes } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { findPath } from '../directories.ts';
import { formatSize } from '../format-size.ts';

export const listDirectoryWithSizes: ListDirectoryWithSizes = async ({ path, sortBy }, context) => {
  const directory = await findPath(context, path);
  const entries = await Promise.all(
    (await readdir(directory, { withFileTypes: true })).map(async (entry) => {
      const { size } = await stat(join(directory, entry.name)).catch(() => ({ size: 0 }));
      return { name: entry.name, isDirectory: entry.isDirectory(), size };
    }),
  );
  const sorted = entries.toSorted((one, other) =>
    sortBy === 'size' ? other.size - one.size : one.name.localeCompare(other.name),
  );
  const lines = sorted.map(({ name, isDirectory, size }) => {
    return `${isDirectory ? '[DIR]' : '[FILE]'} ${name.padEnd(30)} ${isDirectory ? '' : formatSize(size).padStart(10)}`;
  });
  const files = entries.filter(({ isDirectory }) => !isDirectory);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const counts = `Total: ${files.length} files, ${entries.length - files.length} directories`;
  return content([...lines, '', counts, `Combined size: ${formatSize(total)}`].join('\n'));
};
