import { dirname, isAbsolute, join, posix, relative } from 'node:path';
import type { FileSystem } from './file-system.js';

/** Project on disk. */
export interface ProjectFolder {
  /** Absolute path. */
  readonly root: string;
  /** Generated folder, relative to the root. */
  readonly out: string;
  /** Handlers folder, relative to the root. */
  readonly handlers: string;
  readonly disk: FileSystem;
  /** Command that writes the folder, for messages. Default: `generate`. */
  readonly command?: string;
}

/** Thrown for a path that must not be written. */
class PathError extends Error {
  /** Path relative to the root. */
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/** Thrown if a path to write is outside the project. */
export class OutsideRootError extends PathError {
  override readonly name = 'OutsideRootError';
}

/** Thrown if a path to write contains a symbolic link. `path` is the path of the symbolic link. */
export class LinkError extends PathError {
  override readonly name = 'LinkError';
}

/**
 * Whether a relative path stays inside its folder: it uses forward slashes, contains no `..` or drive, and is not empty.
 */
export function isProjectPath(path: string): boolean {
  if (/^[A-Za-z]:|[\\\0]/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/**
 * Checks that files can be written, moved or removed without following a symbolic link inside the project. The
 * project's own path can contain symbolic links. Must be called before anything is written.
 * @param paths Files, relative to the root.
 * @returns Absolute paths of the existing folders that receive the files.
 * @throws {OutsideRootError} if a path is outside the project.
 * @throws {LinkError} if a path contains a symbolic link instead of a folder.
 */
export async function findParents(
  project: Pick<ProjectFolder, 'root' | 'disk'>,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  for (const path of paths) if (!isProjectPath(path)) throw new OutsideRootError(path);
  const parents = new Set<string>();
  for (const folder of new Set(paths.map((path) => posix.dirname(path)))) {
    parents.add(await findExisting(project, folder));
  }
  return parents;
}

/**
 * Checks that no part of the paths is a symbolic link.
 * @param paths Paths relative to the root, whether or not they exist.
 * @throws {OutsideRootError} if a path is outside the project.
 * @throws {LinkError} if a path is a symbolic link, or contains one instead of a folder.
 * @see docs/decisions/0022-writing-does-not-follow-links.md
 */
export async function refuseLinks(
  project: Pick<ProjectFolder, 'root' | 'disk'>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    if (!isProjectPath(path)) throw new OutsideRootError(path);
    await findExisting(project, path);
  }
}

/** Finds the longest existing part of a path, as an absolute path. */
async function findExisting({ root, disk }: Pick<ProjectFolder, 'root' | 'disk'>, path: string): Promise<string> {
  let existing = root;
  while ((await disk.kindOf(existing)) === undefined && dirname(existing) !== existing) existing = dirname(existing);
  if (existing !== root || path === '.') return existing;
  for (const segment of path.split('/')) {
    const next = join(existing, segment);
    const kind = await disk.kindOf(next);
    if (kind === 'link') throw new LinkError(relative(root, next).replaceAll('\\', '/'));
    if (kind === undefined) break;
    existing = next;
  }
  return existing;
}

/** Whether a path is a folder or inside it. Both paths are absolute. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}
