import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findDriver } from '../../load-driver.js';
import type { ServerError } from './session.js';

export const driverName = '@electric-sql/pglite';

/** Database of the package `@electric-sql/pglite`, as far as it is used. */
export interface Database {
  execProtocol(bytes: Uint8Array, options: object): Promise<{ readonly messages: readonly ServerMessage[] }>;
  dumpDataDir(compression: 'none'): Promise<Blob>;
  close(): Promise<void>;
}

/** Message of the protocol. Which members it has depends on its name. */
export interface ServerMessage extends ServerError {
  readonly name: string;
  readonly dataTypeIDs?: readonly number[];
  readonly fields?: readonly unknown[];
}

/** Creates databases. */
export interface DatabaseFactory {
  create(options: object): Promise<Database>;
}

/**
 * Creates an empty database in memory. PGlite needs seconds to initialize its files, so the files of the first database
 * are kept next to the package, in `node_modules/.cache`.
 *
 * @param root Absolute path of the project.
 */
export async function createDatabase(factory: DatabaseFactory, root: string, extensions: object): Promise<Database> {
  const file = await findCacheFile(root);
  const kept = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (kept !== undefined) {
    // A file that PGlite cannot read is replaced.
    const database = await factory.create({ extensions, loadDataDir: new Blob([kept]) }).catch(() => undefined);
    if (database !== undefined) return database;
  }
  const database = await factory.create({ extensions });
  if (file !== undefined) await keep(file, await database.dumpDataDir('none'));
  return database;
}

/** Returns the path of the cache file, which depends on the version of the package. */
async function findCacheFile(root: string): Promise<string | undefined> {
  const driver = findDriver(root, driverName);
  const end = driver?.lastIndexOf(`${path.sep}node_modules${path.sep}`) ?? -1;
  if (driver === undefined || end < 0) return undefined;
  const modules = path.join(driver.slice(0, end), 'node_modules');
  const manifest = await readFile(path.join(modules, driverName, 'package.json'), 'utf8').catch(() => '{}');
  const { version } = JSON.parse(manifest) as { readonly version?: string };
  return version && path.join(modules, '.cache', 'create-mcp-from-schema', `pglite-${version}.tar`);
}

/** Writes a file atomically. Does nothing if the folder cannot be written. */
async function keep(file: string, content: Blob): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(unfinished, Buffer.from(await content.arrayBuffer()), { flag: 'wx' });
    await rename(unfinished, file);
  } catch {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}
