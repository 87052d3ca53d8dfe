import { createHash } from 'node:crypto';
import { sqlDiagnostics } from './diagnostics.js';
import type { BindKind, ColumnKind, PreparedStatement } from './engines/engine.js';

/** Descriptions of all statements of a project by their databases: `sql.lock.json` in the generated folder. */
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
    if (lock?.version !== lockVersion || !isRecord(lock.databases) || !isRecord(lock.tools)) return empty;
    // A tool that another program has written is prepared again.
    const tools = Object.entries(lock.tools).filter(([, tool]) => isLockedTool(tool));
    const databases = Object.entries(lock.databases).filter(([, database]) => isRecord(database));
    return { version: lockVersion, databases: Object.fromEntries(databases), tools: Object.fromEntries(tools) };
  } catch {
    return empty;
  }
}

function isLockedTool(tool: unknown): boolean {
  if (!isRecord(tool)) return false;
  const { database, digest, engine, steps } = tool;
  const isVariants = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isPrepared);
  return (
    [database, digest, engine].every(isText) &&
    isListOf(steps, (step) => isRecord(step) && isVariants(step['statements']) && isVariants(step['next'] ?? {}))
  );
}

function isPrepared(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { text, parameters, columns, limit, effect, uses, warnings } = value;
  return (
    isText(text) &&
    isListOf(parameters, (one) => isRecord(one) && isText(one['name']) && bindKinds.has(one['bind'])) &&
    isListOf(columns, isColumn) &&
    (limit === 'appended' || limit === 'own') &&
    isRecord(effect) &&
    ['reads', 'isDestructive', 'isIdempotent'].every((name) => typeof effect[name] === 'boolean') &&
    isListOf(uses, isText) &&
    isListOf(warnings, (one) => isRecord(one) && isText(one['message']) && String(one['code']) in sqlDiagnostics)
  );
}

function isColumn(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name, type, kind, isNullable, comment = '', origin = '', enum: labels = [] } = value;
  const areTexts = [name, type, comment, origin].every(isText) && isListOf(labels, isText);
  return areTexts && columnKinds.has(kind) && typeof isNullable === 'boolean';
}

const bindKinds: ReadonlySet<unknown> = new Set<BindKind>([
  'text',
  'integer',
  'number',
  'boolean',
  'json',
  'bytes',
  'array',
]);

const columnKinds: ReadonlySet<unknown> = new Set<ColumnKind>([
  ...(['integer', 'number', 'decimal', 'boolean', 'text', 'uuid', 'date', 'time'] as const),
  ...(['date-time', 'local-date-time', 'duration', 'json', 'bytes', 'any'] as const),
]);

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
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
