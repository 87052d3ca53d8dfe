import type { StoreKind } from './model.js';

/** Facts about a server that decide which packages it needs. */
export interface PackageNeeds {
  /** Where its processes keep what they share; `undefined`: the definitions do not say. */
  readonly stores?: StoreKind | undefined;
  /** A tool has durable tasks. */
  readonly hasDurableTasks?: boolean | undefined;
  /** A tool has a view. */
  readonly hasViews?: boolean | undefined;
}

/** The oldest Node with SQLite. */
const sqliteNode = [22, 13] as const;

/**
 * Names of the packages that the store and the queue of a server need, besides those that its handlers import.
 *
 * @param node Version of Node, such as `20.19.0`: older ones have no SQLite. Default: a later one.
 */
export function neededPackages(
  { stores, hasDurableTasks = false }: PackageNeeds,
  node = sqliteNode.join('.'),
): readonly string[] {
  if (stores === 'redis') return hasDurableTasks ? ['redis', 'bullmq'] : ['redis'];
  return stores === 'sqlite' && isBefore(node, sqliteNode) ? ['better-sqlite3'] : [];
}

function isBefore(version: string, [wantedMajor, wantedMinor]: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}
