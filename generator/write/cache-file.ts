import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, nodeFileSystem } from './file-system.js';
import { hashContent } from './hash-content.js';
import { resolveParents } from './project-path.js';

/** Cache folder inside the generated folder. Git ignores it, and it may be deleted at any time. */
const cacheFolder = '.cache';

/**
 * Reads a text of the cache, which stands in its file below its hash; `undefined` when there is none, or another hash.
 *
 * @param out Generated folder, relative to the root.
 */
export async function readCacheFile(root: string, out: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(root, out, cacheFolder, name), 'utf8').catch(() => '');
  const [hash] = text.split('\n', 1);
  const content = text.slice(text.indexOf('\n') + 1);
  return hashContent(content) === hash ? content : undefined;
}

/** Replaces a text of the cache in one step. When it cannot be written, it is removed: no run depends on it. */
export async function writeCacheFile(root: string, out: string, name: string, content: string): Promise<void> {
  const folder = join(root, out, cacheFolder);
  // Another run may write the same file.
  const unfinished = join(folder, `${name}.${randomUUID()}`);
  try {
    await resolveParents({ root, disk: nodeFileSystem }, [`${out}/${cacheFolder}/${name}`]);
    await createFolder(folder);
    await writeFile(join(folder, '.gitignore'), '*\n');
    await writeFile(unfinished, `${hashContent(content)}\n${content}`);
    await rename(unfinished, join(folder, name));
  } catch {
    await Promise.allSettled([unfinished, join(folder, name)].map((path) => rm(path, { force: true })));
  }
}
