import { openPackageCache } from '../../../../core/package/package-cache.js';
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
 * are kept for the next ones.
 *
 * @param root Absolute path of the project.
 */
export async function createDatabase(factory: DatabaseFactory, root: string, extensions: object): Promise<Database> {
  const cache = await openPackageCache(root, driverName);
  const kept = await cache?.read();
  if (kept !== undefined) {
    // A file that PGlite cannot read is replaced.
    const database = await factory.create({ extensions, loadDataDir: new Blob([kept]) }).catch(() => undefined);
    if (database !== undefined) return database;
  }
  const database = await factory.create({ extensions });
  const files = await database.dumpDataDir('none');
  await cache?.write(new Uint8Array(await files.arrayBuffer()));
  return database;
}
