import type { ListAllowedDirectories } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { listDirectories } from '../directories.ts';

export const listAllowedDirectories: ListAllowedDirectories = async (_input, context) =>
  content(`Allowed directories:\n${(await listDirectories(context)).join('\n')}`);
