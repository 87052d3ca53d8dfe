import type { WriteFile } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { findPath } from '../directories.ts';
import { replaceFile } from '../replace-file.ts';

export const writeFile: WriteFile = async ({ path, content: text }, context) => {
  await replaceFile(await findPath(context, path), text);
  return content(`Successfully wrote to ${path}`);
};
