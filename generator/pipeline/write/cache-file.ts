import { createHmac, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFolder, nodeFileSystem } from './file-system.js';
import { moveFile } from './move-file.js';
import { refuseLinks } from './project-path.js';
import { createStateFolder, findStateFolder } from './state-folder.js';
import { isSystemError } from './system-error.js';

/** Cache folder in the generated folder. Git ignores it, and it can be deleted at any time. */
const cacheFolder = '.cache';

/** Name of the file in the user's state folder that contains the HMAC key. A cloned project cannot contain it. */
const keyFile = 'cache-key';
const keyLength = 36;

/**
 * Reads the content of a cache file, which comes after the file's seal. Returns `undefined` if there is no file, or if this user
 * did not write it in this folder on this machine, because a cloned project may contain a forged cache.
 * @param out Generated folder, relative to the root.
 */
export async function readCacheFile(root: string, out: string, name: string): Promise<string | undefined> {
  const folder = await findCache(root, out);
  if (folder === undefined) return undefined;
  const text = await nodeFileSystem.readText(join(folder, name)).catch(() => undefined);
  if (text === undefined) return undefined;
  const [seal] = text.split('\n', 1);
  const content = text.slice(text.indexOf('\n') + 1);
  const key = await readKey(root).catch(() => undefined);
  return key !== undefined && (await sealContent(key, join(folder, name), content)) === seal ? content : undefined;
}

/**
 * Replaces a cache file atomically. If it cannot be written, removes it, because no run depends on it. Does nothing if
 * the path of the cache folder contains a symbolic link.
 */
export async function writeCacheFile(root: string, out: string, name: string, content: string): Promise<void> {
  const folder = await findCache(root, out);
  if (folder === undefined) return;
  // Another run may be writing the same file.
  const unfinished = join(folder, `${name}.${randomUUID()}`);
  try {
    await createFolder(folder);
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting);
    const seal = await sealContent(await makeKey(root), join(folder, name), content);
    await writeFile(unfinished, `${seal}\n${content}`, { flag: 'wx' });
    await moveFile(unfinished, join(folder, name));
  } catch {
    await Promise.allSettled([unfinished, join(folder, name)].map((path) => rm(path, { force: true })));
  }
}

/** Returns the absolute path of the cache folder, whether or not it exists; `undefined` if the path contains a symbolic link. */
async function findCache(root: string, out: string): Promise<string | undefined> {
  const isSafe = await refuseLinks({ root, disk: nodeFileSystem }, [`${out}/${cacheFolder}`]).then(
    () => true,
    () => false,
  );
  return isSafe ? join(root, out, cacheFolder) : undefined;
}

/** Computes an HMAC over path and content, so that copied projects do not reuse the cache. */
async function sealContent(key: string, file: string, content: string): Promise<string> {
  const place = join(await nodeFileSystem.realPath(dirname(file)), basename(file));
  return createHmac('sha256', key).update(`${place}\n${content}`).digest('hex');
}

/** Reads the HMAC key; `undefined` if there is no valid key. */
async function readKey(root: string): Promise<string | undefined> {
  const folder = await findStateFolder({ root, disk: nodeFileSystem });
  const key = folder === undefined ? undefined : await nodeFileSystem.readText(join(folder, keyFile));
  return key?.length === keyLength ? key : undefined;
}

/**
 * Reads the HMAC key, or creates it atomically, because another run may do the same. Throws if there is no usable state
 * folder.
 */
async function makeKey(root: string): Promise<string> {
  const folder = await createStateFolder({ root, disk: nodeFileSystem });
  if (folder === undefined) throw new Error('The state folder is inside the project.');
  const existing = await readKey(root);
  if (existing !== undefined) return existing;
  const key = randomUUID();
  const unfinished = join(folder, `${keyFile}.${randomUUID()}`);
  await writeFile(unfinished, key, { flag: 'wx', mode: 0o600 });
  await moveFile(unfinished, join(folder, keyFile));
  return key;
}

function ignoreExisting(error: unknown): void {
  if (!isSystemError(error, 'EEXIST')) throw error;
}
