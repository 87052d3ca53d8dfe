import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, nodeFileSystem } from './file-system.js';
import { hashContent } from './hash-content.js';
import { refuseLinks } from './project-path.js';
import { isSystemError } from './system-error.js';

/** Cache folder inside the generated folder. Git ignores it, and it may be deleted at any time. */
const cacheFolder = '.cache';

/**
 * Reads a text of the cache, which stands in its file below its hash; `undefined` when there is none, or another hash.
 *
 * @param out Generated folder, relative to the root.
 */
export async function readCacheFile(root: string, out: string, name: string): Promise<string | undefined> {
  const folder = await findCache(root, out);
  if (folder === undefined) return undefined;
  const text = (await nodeFileSystem.readText(join(folder, name)).catch(() => undefined)) ?? '';
  const [hash] = text.split('\n', 1);
  const content = text.slice(text.indexOf('\n') + 1);
  return hashContent(content) === hash ? content : undefined;
}

/**
 * Replaces a text of the cache in one step. When it cannot be written, it is removed: no run depends on it. Does nothing
 * when the cache is behind a link.
 */
export async function writeCacheFile(root: string, out: string, name: string, content: string): Promise<void> {
  const folder = await findCache(root, out);
  if (folder === undefined) return;
  // Another run may write the same file.
  const unfinished = join(folder, `${name}.${randomUUID()}`);
  try {
    await createFolder(folder);
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting);
    await writeFile(unfinished, `${hashContent(content)}\n${content}`, { flag: 'wx' });
    await rename(unfinished, join(folder, name));
  } catch {
    await Promise.allSettled([unfinished, join(folder, name)].map((path) => rm(path, { force: true })));
  }
}

/** Absolute path of the cache folder, which need not exist; `undefined` when a link leads to it. */
async function findCache(root: string, out: string): Promise<string | undefined> {
  const isSafe = await refuseLinks({ root, disk: nodeFileSystem }, [`${out}/${cacheFolder}`]).then(
    () => true,
    () => false,
  );
  return isSafe ? join(root, out, cacheFolder) : undefined;
}

function ignoreExisting(error: unknown): void {
  if (!isSystemError(error, 'EEXIST')) throw error;
}
