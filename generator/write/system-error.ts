import { relative } from 'node:path';

/** An error of the operating system, as Node reports it. */
export interface SystemError extends Error {
  readonly code: string;
  path?: string;
  readonly dest?: string;
}

/** Whether an error comes from the operating system, with one of the codes if some are given (`'ENOENT'`). */
export function isSystemError(error: unknown, ...codes: readonly string[]): error is SystemError {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}

/** Says in plain words what the operating system refused, and where. */
export function describeSystemError(error: SystemError, root: string): string {
  const path = error.dest ?? error.path;
  const reason = `${reasons.get(error.code) ?? error.message} (${error.code})`;
  return path === undefined ? `Cannot write: ${reason}.` : `Cannot write ${showPath(root, path)}: ${reason}.`;
}

/** An absolute path as it is shown to people: relative to the root, forward slashes. */
export function showPath(root: string, path: string): string {
  return relative(root, path).replaceAll('\\', '/') || '.';
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EBUSY', 'another program uses it'],
  ['EISDIR', 'a folder is in the way'],
  ['ENOTDIR', 'a file is where a folder should be'],
  ['EMFILE', 'too many open files'],
]);
