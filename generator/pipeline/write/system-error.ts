import { isAbsolute, relative } from 'node:path';

/** Operating system error in Node. */
interface SystemError extends Error {
  readonly code: string;
  /** Name of the call that failed, such as `rename`. */
  readonly syscall: string;
  path?: string;
  readonly dest?: string;
  /** Purpose of the call. Default: `write`. */
  task?: 'read' | 'write';
}

/**
 * Whether an error comes from the operating system. If codes such as `'ENOENT'` are given, the error must have one of them.
 */
export function isSystemError(error: unknown, ...codes: readonly string[]): error is SystemError {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}

/**
 * Adds path and purpose to a system error: errors from calls with a file handle have no path, and errors from opening a
 * file have no purpose. Other errors are unchanged.
 * @returns The same error.
 */
export function nameError(error: unknown, path: string, task: 'read' | 'write'): unknown {
  if (isSystemError(error)) {
    error.path ??= path;
    error.task = task;
  }
  return error;
}

/** Describes a system error in one sentence: operation, path and reason. */
export function describeSystemError(error: SystemError, root: string): string {
  const path = error.dest ?? error.path;
  const what = `Cannot ${error.task ?? 'write'}${path === undefined ? '' : ` ${showPath(root, path)}`}`;
  const reason = isHeld(error) ? heldReason : (reasons.get(error.code) ?? error.message);
  return `${what}: ${reason} (${error.code}).`;
}

/** Windows error codes for moving a file that another program has open. */
const heldCodes = ['EBUSY', 'EPERM', 'EACCES'];

const heldReason = 'another program, such as an editor or a virus scanner, has it open, or permission is denied';

/** Whether a file could not be moved because another program may have it open. */
export function isHeld(error: unknown): boolean {
  return isSystemError(error, ...heldCodes) && error.syscall === 'rename';
}

/**
 * Formats an absolute path for messages, with forward slashes: relative to the root if it is inside the root, or else in full.
 */
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
  ['EDQUOT', 'the disk quota is exceeded'],
  ['EBUSY', 'another program is using it'],
  ['EISDIR', 'a folder with this name exists'],
  ['ENOTDIR', 'a file exists where a folder should be'],
  ['EEXIST', 'a file or folder with this name exists'],
  ['ENOENT', 'its folder does not exist, or nothing can be created there'],
  ['EFTYPE', 'it is not a regular file'],
  ['EMFILE', 'too many open files'],
]);
