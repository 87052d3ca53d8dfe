import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findInstalled } from './import-installed.js';

/** File of data that takes long to compute with an installed package. It can be deleted at any time. */
export interface PackageCache {
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Writes the file atomically. Does nothing if the folder cannot be written. */
  write(content: Uint8Array): Promise<void>;
}

/**
 * Opens the cache file for the installed version of a package, in the `.cache` folder of its `node_modules`. Returns
 * `undefined` if the package is not installed.
 *
 * @param root Absolute path of the project.
 */
export async function openPackageCache(root: string, name: string): Promise<PackageCache | undefined> {
  const installed = findInstalled(root, name);
  const end = installed?.lastIndexOf(`${path.sep}node_modules${path.sep}`) ?? -1;
  if (installed === undefined || end < 0) return undefined;
  const modules = path.join(installed.slice(0, end), 'node_modules');
  const manifest = await readFile(path.join(modules, name, 'package.json'), 'utf8').catch(() => '{}');
  const { version = '' } = JSON.parse(manifest) as { readonly version?: string };
  const file = path.join(modules, '.cache', 'create-mcp-from-schema', `${name.replaceAll('/', '-')}-${version}`);
  return { read: () => readFile(file).catch(() => undefined), write: (content) => write(file, content) };
}

async function write(file: string, content: Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(unfinished, content, { flag: 'wx' });
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}
