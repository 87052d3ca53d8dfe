import { readStatus } from './status.ts';

const protectedBranches = new Set(['main', 'master', 'production', 'prod', 'develop', 'dev']);

/** Throws when an operation on a protected branch, by default the current one, is not confirmed. */
export async function checkProtected(path: string, operation: string, confirmed: boolean, branch?: string) {
  const name = branch ?? (await readStatus(path, false)).currentBranch ?? '';
  if (confirmed || !protectedBranches.has(name.toLowerCase())) return;
  throw new Error(`Cannot perform '${operation}' on protected branch '${name}' without explicit confirmation.`);
}
