import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, nodeFileSystem } from './file-system.js';
import { resolveParents } from './project-path.js';

/** Cache folder inside the generated folder. Git ignores it, and it may be deleted at any time. */
const cacheFolder = '.cache';

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

/** Replaces all files of the cache. When one cannot be written, the cache is removed: no run depends on it. */
export async function writeCacheFiles(root: string, out: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const folder = join(root, out, cacheFolder);
  try {
    await resolveParents(root, [`${out}/${cacheFolder}/.gitignore`], nodeFileSystem);
    await createFolder(folder);
    const leftBehind = (await readdir(folder)).filter((name) => !files.has(name));
    for (const name of leftBehind) await rm(join(folder, name), { recursive: true, force: true });
    await writeFile(join(folder, '.gitignore'), '*\n');
    for (const [name, content] of files) await writeCacheFile(join(folder, name), content);
  } catch {
    await Promise.allSettled([...files.keys()].map((name) => rm(join(folder, name), { force: true })));
  }
}

const digestLength = 32;

function digest(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

async function writeCacheFile(path: string, content: Buffer): Promise<void> {
  // Two runs at once must not write into the same file.
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, [digest(content), content]);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
