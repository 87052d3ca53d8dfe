import { readdir } from 'node:fs/promises';
import type { ListDirectory } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { findPath } from '../directories.ts';

export const listDirectory: ListDirectory = async ({ path }, context) => {
  const entries = await readdir(await findPath(context, path), { withFileTypes: true });
  return content(entries.map((entry) => `${entry.isDirectory() ? '[DIR]' : '[FILE]'} ${entry.name}`).join('\n'));
};
