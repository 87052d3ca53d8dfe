import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';

/**
 * Replaces a text in one step: a crash leaves the old one or the new one. A link stays one, and rights stay as they are.
 *
 * @param path absolute
 * @param isNew Nothing may be there yet.
 * @throws {SystemError} when it cannot be written; everything is as it was then
 */
export async function replaceText(path: string, text: string, isNew: boolean): Promise<void> {
  if (isNew) return writeFile(path, text, { flag: 'wx' });
  const target = await realpath(path);
  const { mode } = await stat(target);
  const staged = `${target}.${Date.now()}.tmp`;
  try {
    await writeFile(staged, text, { flag: 'wx', flush: true });
    await chmod(staged, mode);
    await rename(staged, target);
  } catch (error) {
    await rm(staged, { force: true });
    throw error;
  }
}
