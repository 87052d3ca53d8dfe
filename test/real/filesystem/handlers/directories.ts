import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HandlerContext } from 'create-mcp-from-schema/runtime';

let fromArguments: readonly string[] = [];

/** Allows the directories of the command line. */
export async function allowDirectories(names: readonly string[]): Promise<void> {
  fromArguments = (await Promise.all(names.map(openDirectory))).flat();
  if (names.length > 0 && fromArguments.length === 0) throw new Error('None of the directories are accessible');
}

/** Allowed directories: those that the client works in, or else those of the command line. */
export async function listDirectories(context: HandlerContext): Promise<readonly string[]> {
  if (context.clientCapabilities['roots'] === undefined) return fromArguments;
  const roots = await context.roots();
  const names = roots.map(({ uri }) => (uri.startsWith('file://') ? fileURLToPath(uri) : uri));
  const found = (await Promise.all(names.map(openDirectory))).flat();
  return found.length > 0 ? found : fromArguments;
}

/** Path without links of a file that a request names. The file may not exist yet. */
export async function findPath(context: HandlerContext, requested: string): Promise<string> {
  return resolvePath(requested, await listDirectories(context));
}

/** @throws Error for a path outside of the directories. */
export async function resolvePath(requested: string, directories: readonly string[]): Promise<string> {
  const expanded = expandHome(requested);
  if (process.platform !== 'win32' && /^[a-z]:(?:[\\/]|$)/iu.test(expanded)) {
    throw new Error(`Access denied - Windows-style path received on a POSIX host: ${requested}`);
  }
  const candidates = directories.map((directory) => path.resolve(directory, expanded));
  const absolute = candidates.find((file) => isInside(file, directories)) ?? candidates[0] ?? path.resolve(expanded);
  if (!isInside(absolute, directories)) {
    throw new Error(`Access denied - path outside allowed directories: ${absolute} not in ${directories.join(', ')}`);
  }
  return followLinks(absolute, directories);
}

async function followLinks(file: string, directories: readonly string[]): Promise<string> {
  const real = await realpath(file).catch(ignoreMissing);
  if (real === undefined) return findByName(file, directories);
  if (isInside(real, directories)) return real;
  throw new Error(
    `Access denied - symlink target outside allowed directories: ${real} not in ${directories.join(', ')}`,
  );
}

/** Finds a file whose name is written with other code points of the same characters, or returns where to create it. */
async function findByName(file: string, directories: readonly string[]): Promise<string> {
  const parent = await followLinks(path.dirname(file), directories);
  const name = path.basename(file);
  const entries = (await readdir(parent).catch(ignoreMissing)) ?? [];
  if (entries.includes(name)) throw new Error(`Parent directory does not exist: ${path.dirname(file)}`);
  const [same, ...others] = entries.filter((entry) => entry.normalize() === name.normalize());
  if (others.length > 0) throw new Error(`Ambiguous Unicode path component: ${name}`);
  return same === undefined ? path.join(parent, name) : followLinks(path.join(parent, same), directories);
}

function isInside(file: string, directories: readonly string[]): boolean {
  return directories.some((directory) => !/^\.\.(?:[\\/]|$)|^[a-z]:/iu.test(path.relative(directory, file)));
}

/** A directory, and the directory that it is a link to. */
async function openDirectory(name: string): Promise<readonly string[]> {
  const directory = path.resolve(expandHome(name));
  const real = await realpath(directory).catch(ignoreMissing);
  if (real !== undefined && (await stat(real)).isDirectory()) return [...new Set([directory, real])];
  console.warn(`Not an accessible directory, skipped: ${name}`);
  return [];
}

function expandHome(name: string): string {
  return name.replace(/^~(?=\/|$)/u, homedir());
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
