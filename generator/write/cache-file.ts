import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, nodeFileSystem } from './file-system.js';
import { resolveParents } from './project-path.js';

/** Cache folder inside the generated folder. Git ignores it, and it may be deleted at any time. */
const cacheFolder = '.cache';

const digestLength = 32;

/**
 * Reads a file of the cache; `undefined` when there is none, or when its checksum is wrong.
 *
 * @param out Generated folder, relative to the root.
 */
export async function readCacheFile(root: string, out: string, name: string): Promise<Buffer | undefined> {
  try {
    const bytes = await readFile(join(root, out, cacheFolder, name));
    const content = bytes.subarray(digestLength);
    return digest(content).equals(bytes.subarray(0, digestLength)) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces a file of the cache in one step. When it cannot be written, it is removed: no run depends on it. */
export async function writeCacheFile(root: string, out: string, name: string, content: Buffer): Promise<void> {
  const folder = join(root, out, cacheFolder);
  // Another run may write the same file.
  const unfinished = join(folder, `${name}.${randomUUID()}`);
  try {
    await resolveParents({ root, disk: nodeFileSystem }, [`${out}/${cacheFolder}/${name}`]);
    await createFolder(folder);
    await writeFile(join(folder, '.gitignore'), '*\n');
    await writeFile(unfinished, [digest(content), content]);
    await rename(unfinished, join(folder, name));
  } catch {
    await Promise.allSettled([unfinished, join(folder, name)].map((path) => rm(path, { force: true })));
  }
}

function digest(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
