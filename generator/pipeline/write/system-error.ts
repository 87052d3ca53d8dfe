import { isAbsolute, relative } from 'node:path';

/** Error of the operating system in Node. */
interface SystemError extends Error {
  readonly code: string;
  /** Name of the call that failed, such as `rename`. */
  readonly syscall: string;
  path?: string;
  readonly dest?: string;
  /** Purpose of the call. Default: `write`. */
  task?: 'read' | 'write';
}

/** Whether an error comes from the operating system, with one of the codes (`'ENOENT'`), if any are given. */
export function isSystemError(error: unknown, ...codes: readonly string[]): error is SystemError {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}

/**
 * Adds path and purpose to an error of the operating system: errors of calls with a file handle have no path, and those of opening a file
 * no purpose. Other errors are unchanged.
 *
 * @returns The same error.
 */
export function nameError(error: unknown, path: string, task: 'read' | 'write'): unknown {
  if (isSystemError(error)) {
    error.path ??= path;
    error.task = task;
  }
  return error;
}

/** Describes an error of the operating system in a sentence: operation, path and reason. */
export function describeSystemError(error: SystemError, root: string): string {
  const path = error.dest ?? error.path;
  const what = `Cannot ${error.task ?? 'write'}${path === undefined ? '' : ` ${showPath(root, path)}`}`;
  const reason = isHeld(error) ? heldReason : (reasons.get(error.code) ?? error.message);
  return `${what}: ${reason} (${error.code}).`;
}

/** Error codes of Windows for moving a file that another program has open. */
const heldCodes = ['EBUSY', 'EPERM', 'EACCES'];

const heldReason = 'another program has it open, such as an editor or a virus scanner, or permission is denied';

/** Whether a file could not be moved because another program may have it open. */
export function isHeld(error: unknown): boolean {
  return isSystemError(error, ...heldCodes) && error.syscall === 'rename';
}

/** Formats an absolute path for messages: relative to the root if below it, else in full, with forward slashes. */
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
