import { dirname, isAbsolute, join, relative } from 'node:path';
import type { FileSystem } from './file-system.js';
import { isSystemError } from './system-error.js';

/** A project on disk. */
export interface ProjectFolder {
  /** Absolute path. */
  readonly root: string;
  /** Generated folder, relative to the root. */
  readonly out: string;
  readonly disk: FileSystem;
}

/** Thrown when a path to be written leads out of the project. */
export class OutsideRootError extends Error {
  override readonly name = 'OutsideRootError';
  /** The path, relative to the root. */
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/** Whether a relative path stays below its folder: forward slashes, no `..`, no drive, not empty. */
export function isProjectPath(path: string): boolean {
  if (/^[A-Za-z]:|[\\\0]/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/**
 * Checks that writing to these paths stays inside the project, links followed. Call it before anything is written.
 *
 * @param paths relative to the root
 * @returns absolute paths of the existing folders that receive them
 * @throws {OutsideRootError} for a path that leads out of the project, also through a dangling link
 */
export async function resolveParents(
  { root, disk }: Omit<ProjectFolder, 'out'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const siblings = new Map<string, string>();
  for (const path of paths) {
    if (!isProjectPath(path)) throw new OutsideRootError(path);
    siblings.set(dirname(path), path);
  }
  const parents = new Set<string>();
  for (const path of siblings.values()) {
    const parent = await findExistingParent(join(root, path), disk);
    if (!(await isInside(root, parent, disk))) throw new OutsideRootError(path);
    parents.add(parent);
  }
  return parents;
}

async function findExistingParent(path: string, disk: FileSystem): Promise<string> {
  const parent = dirname(path);
  if (parent === path || (await disk.kindOf(parent)) !== undefined) return parent;
  return findExistingParent(parent, disk);
}

async function isInside(root: string, parent: string, disk: FileSystem): Promise<boolean> {
  // A project folder that does not exist yet has no links in it.
  if (!isBelow(root, parent)) return true;
  try {
    return isBelow(await disk.realPath(root), await disk.realPath(parent));
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ELOOP')) return false;
    throw error;
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}
