import { randomUUID } from 'node:crypto';
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';

/** Writes a file beside and renames it, so that a link is never followed, and keeps the permissions of the old file. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const old = await stat(file).catch(() => undefined);
  if (old === undefined) return writeFile(file, text, { flag: 'wx' });
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await chmod(draft, old.mode & 0o777);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
