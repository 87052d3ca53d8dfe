import { readFile } from 'node:fs/promises';
import type { ReadTextFile } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { findPath } from '../directories.ts';
import { readHead, readTail } from '../lines.ts';

export const readTextFile: ReadTextFile = async ({ path, head, tail }, context) => {
  const file = await findPath(context, path);
  if (head && tail) throw new Error('Cannot specify both head and tail parameters simultaneously');
  if (tail) return content(await readTail(file, tail));
  return content(head ? await readHead(file, head) : await readFile(file, 'utf8'));
};
