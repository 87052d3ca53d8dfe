import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import path from 'node:path';
import type { OutsidePackage } from '../build/outside-packages.js';
import { isSystemError } from '../../pipeline/write/system-error.js';
import type { InstalledPackages } from './target.js';

/** Maximum size in bytes and number of files of all packages together. */
const maxBytes = 200_000_000;
const maxFiles = 20_000;

/** Matches source and intermediate files of native code and development tools, which no server loads. */
const unneededFile = /\.(?:c|cc|cpp|cxx|h|hpp|o|a|obj|lib|pdb|gyp|gypi|mk|tsbuildinfo)$|^(?:Makefile|binding\.gyp)$/iu;
const unneededFolder = /^(?:\.bin|\.cache|\.git|\.github|obj\.target|\.deps)$/u;

/** Matches native code. */
const nativeFile = /\.(?:node|so|dylib|dll)$/iu;

interface Found {
  readonly files: Map<string, Uint8Array>;
  readonly obstacles: string[];
  bytes: number;
}

/**
 * Reads the external packages and their dependencies from the project's `node_modules`, as they would be installed next
 * to the bundle. Follows symbolic links to packages, but not symbolic links inside packages.
 */
export async function readInstalled(root: string, outside: readonly OutsidePackage[]): Promise<InstalledPackages> {
  const found: Found = { files: new Map(), obstacles: [], bytes: 0 };
  const placed = new Map<string, string>();
  for (const { name } of outside) {
    const folder = await findPackage(root, name);
    if (folder === undefined) found.obstacles.push(`the package ${name} is not in node_modules`);
    else await addPackage(name, folder, `node_modules/${name}`, placed, found);
  }
  const isNative = [...found.files.keys()].some((file) => nativeFile.test(file));
  const files = [...found.files].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { files: new Map(files), obstacles: found.obstacles, ...(isNative && { platform: platform() }) };
}

/** Adds a package, followed by its dependencies: each at the top level if its name is free there, otherwise below the package. */
async function addPackage(
  name: string,
  folder: string,
  place: string,
  placed: Map<string, string>,
  found: Found,
): Promise<void> {
  if (placed.has(place) || found.obstacles.length > 0) return;
  placed.set(place, folder);
  await addFolder(folder, place, found);
  for (const { dependency, isOptional } of await listNeeds(folder)) {
    const needed = await findPackage(folder, dependency);
    if (needed === undefined) {
      if (!isOptional) found.obstacles.push(`${name} needs the package ${dependency}, which is not in node_modules`);
      continue;
    }
    // A package inside its parent's folder was copied with the parent.
    if (needed.startsWith(`${folder}${path.sep}`)) continue;
    const top = `node_modules/${dependency}`;
    const free = placed.get(top) === undefined || placed.get(top) === needed;
    await addPackage(dependency, needed, free ? top : `${place}/node_modules/${dependency}`, placed, found);
  }
}

async function addFolder(folder: string, place: string, found: Found): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && !unneededFolder.test(entry.name)) await addFolder(file, `${place}/${entry.name}`, found);
    if (!entry.isFile() || unneededFile.test(entry.name)) continue;
    const { size } = await stat(file);
    found.bytes += size;
    if (found.bytes > maxBytes || found.files.size >= maxFiles) {
      if (found.obstacles.length === 0) found.obstacles.push('the packages exceed 200 MB or 20,000 files');
      return;
    }
    found.files.set(`${place}/${entry.name}`, await readFile(file));
  }
}

async function listNeeds(
  folder: string,
): Promise<readonly { readonly dependency: string; readonly isOptional: boolean }[]> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: object;
    readonly optionalDependencies?: object;
  };
  const optional = new Set(Object.keys(manifest.optionalDependencies ?? {}));
  const all = new Set([...Object.keys(manifest.dependencies ?? {}), ...optional]);
  return [...all].toSorted().map((dependency) => ({ dependency, isOptional: optional.has(dependency) }));
}

/**
 * Returns the folder of a package as resolved from a folder, with symbolic links resolved; `undefined` if it is not installed.
 */
async function findPackage(from: string, name: string): Promise<string | undefined> {
  for (let folder = from; ; folder = path.dirname(folder)) {
    try {
      const found = await realpath(path.join(folder, 'node_modules', name));
      if ((await stat(path.join(found, 'package.json'))).isFile()) return found;
    } catch (error) {
      if (!isSystemError(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
    if (path.dirname(folder) === folder) return undefined;
  }
}
