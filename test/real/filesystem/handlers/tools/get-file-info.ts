import { stat } from 'node:fs/promises';
import type { GetFileInfo } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { findPath } from '../directories.ts';

export const getFileInfo: GetFileInfo = async ({ path }, context) => {
  const stats = await stat(await findPath(context, path));
  const lines = [
    `size: ${stats.size}`,
    `created: ${stats.birthtime}`,
    `modified: ${stats.mtime}`,
    `accessed: ${stats.atime}`,
    `isDirectory: ${stats.isDirectory()}`,
    `isFile: ${stats.isFile()}`,
    `permissions: ${stats.mode.toString(8).slice(-3)}`,
  ];
  return content(lines.join('\n'));
};
