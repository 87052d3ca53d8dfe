import { lstat, rename } from 'node:fs/promises';
import type { MoveFile } from '../../generated/handlers.ts';
import { content } from '../content.ts';
import { listDirectories, resolvePath } from '../directories.ts';

export const moveFile: MoveFile = async ({ source, destination }, context) => {
  const directories = await listDirectories(context);
  const from = await resolvePath(source, directories);
  const to = await resolvePath(destination, directories);
  const isTaken = await lstat(to).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new Error(`Destination already exists: ${to}`);
  await rename(from, to);
  return content(`Successfully moved ${source} to ${destination}`);
};
