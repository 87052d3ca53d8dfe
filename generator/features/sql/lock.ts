import { createHash } from 'node:crypto';
import type { PreparedStatement } from './engines/engine.js';

/** What databases said about the statements of a project, in `sql.lock.json` of the generated folder. */
export interface SqlLock {
  readonly version: typeof lockVersion;
  readonly databases: { readonly [name: string]: LockedDatabase };
  readonly tools: { readonly [name: string]: LockedTool };
}

export interface LockedDatabase {
  /** Hash of the schema files; absent without any. */
  readonly schema?: string;
}

export interface LockedTool {
  readonly database: string;
  /** Hash of everything in the definition that the statements depend on. */
  readonly digest: string;
  /** Product and version that prepared the statements. */
  readonly engine: string;
  readonly steps: readonly PreparedVariants[];
}

/** Statements by the values of the choices, joined with a space. */
export interface PreparedVariants {
  readonly statements: { readonly [key: string]: PreparedStatement };
  /** Statements of the pages after the first. Absent without pages. */
  readonly next?: { readonly [key: string]: PreparedStatement };
}

/** Name of the lock file in the generated folder. */
export const lockFile = 'sql.lock.json';

/** Changes when the same statement would be prepared differently. */
const lockVersion = 1;

/** Parses a lock file. Returns an empty lock for a file of another version, or one that is not a lock. */
export function parseLock(text: string | undefined): SqlLock {
  const empty: SqlLock = { version: lockVersion, databases: {}, tools: {} };
  if (text === undefined) return empty;
  try {
    const lock = JSON.parse(text) as Partial<SqlLock> | null;
    const isLock = lock?.version === lockVersion && isRecord(lock.databases) && isRecord(lock.tools);
    return isLock ? { ...empty, ...lock } : empty;
  } catch {
    return empty;
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Prints a lock with sorted names, so that changes of different tools merge. */
export function printLock(lock: Omit<SqlLock, 'version'>): string {
  const sorted = <Value>(record: { readonly [name: string]: Value }) =>
    Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const { databases, tools } = lock;
  const value = { version: lockVersion, databases: sorted(databases), tools: sorted(tools) };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Returns a hash of JSON values. */
export function digestOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
