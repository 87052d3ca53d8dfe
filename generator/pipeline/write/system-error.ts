import { isAbsolute, relative } from 'node:path';

/** An error of the operating system, as Node reports it. */
interface SystemError extends Error {
  readonly code: string;
  /** Name of the call that failed, such as `rename`. */
  readonly syscall: string;
  path?: string;
  readonly dest?: string;
  /** Purpose of the call. Default: `write`. */
  task?: 'read' | 'write';
}

/** Whether an error comes from the operating system, with one of the codes if some are given (`'ENOENT'`). */
export function isSystemError(error: unknown, ...codes: readonly string[]): error is SystemError {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}

/**
 * Adds path and purpose to an error of the operating system: calls through a file handle fail without a path, and
 * opening a file does not tell its purpose. Other errors stay as they are.
 *
 * @returns the same error, to be thrown
 */
export function nameError(error: unknown, path: string, task: 'read' | 'write'): unknown {
  if (isSystemError(error)) {
    error.path ??= path;
    error.task = task;
  }
  return error;
}

/** Describes in a sentence which call the operating system refused, for which path and why. */
export function describeSystemError(error: SystemError, root: string): string {
  const path = error.dest ?? error.path;
  const what = `Cannot ${error.task ?? 'write'}${path === undefined ? '' : ` ${showPath(root, path)}`}`;
  const reason = isHeld(error) ? heldReason : (reasons.get(error.code) ?? error.message);
  return `${what}: ${reason} (${error.code}).`;
}

/** Codes with which Windows refuses to move a file that another program has open. */
const heldCodes = ['EBUSY', 'EPERM', 'EACCES'];

const heldReason = 'another program has it open, such as an editor or a virus scanner, or permission is denied';

/** Whether a file could not be moved because another program may have it open. */
export function isHeld(error: unknown): boolean {
  return isSystemError(error, ...heldCodes) && error.syscall === 'rename';
}

/** Shows an absolute path to people: relative to the root when below it, else in full; forward slashes. */
export function showPath(root: string, path: string): string {
  const below = relative(root, path);
  const isBelow = below !== '' && below.split(/[\\/]/u)[0] !== '..' && !isAbsolute(below);
  return (isBelow ? below : path).replaceAll('\\', '/');
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EBUSY', 'another program uses it'],
  ['EISDIR', 'there is a folder with this name'],
  ['ENOTDIR', 'a file is where a folder should be'],
  ['EEXIST', 'there is a file or folder with this name'],
  ['ENOENT', 'its folder is missing, or nothing can be created there'],
  ['EFTYPE', 'it is not a regular file'],
  ['EMFILE', 'too many open files'],
]);
