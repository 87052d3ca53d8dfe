import type { FoundOperation } from '../../core/api/definition.js';

/** Found operations on the same resource: the best one, and others that differ in scope or verb. */
export interface FoundEntry {
  readonly first: FoundOperation;
  /** Best first. */
  readonly siblings: readonly FoundOperation[];
}

/**
 * Groups found operations by resource. Ten operations make up about six entries.
 *
 * @param found Best first.
 */
export function groupFound(found: readonly FoundOperation[]): readonly FoundEntry[] {
  const entries = new Map<string, { readonly first: FoundOperation; readonly siblings: FoundOperation[] }>();
  for (const each of found) {
    const entry = entries.get(each.subject);
    if (entry) entry.siblings.push(each);
    else entries.set(each.subject, { first: each, siblings: [] });
  }
  return [...entries.values()];
}
