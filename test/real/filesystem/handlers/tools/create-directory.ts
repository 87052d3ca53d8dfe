import { mkdir } from 'node:fs/promises';
import type { CreateDirectory } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { findPath } from '../directories.ts';

export const createDirectory: CreateDirectory = async ({ path }, context) => {
  await mkdir(await findPath(context, path), { recursive: true });
  return content(`Successfully created directory ${path}`);
};
