import { readFile } from 'node:fs/promises';
import type { ReadMultipleFiles } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { listDirectories, resolvePath } from '../directories.ts';

export const readMultipleFiles: ReadMultipleFiles = async ({ paths }, context) => {
  const directories = await listDirectories(context);
  const texts = paths.map(async (path) => {
    try {
      return `${path}:\n${await readFile(await resolvePath(path, directories), 'utf8')}\n`;
    } catch (error) {
      return `${path}: Error - ${(error as Error).message}`;
    }
  });
  return content((await Promise.all(texts)).join('\n---\n'));
};
