import type { FoundOperation } from '../../core/api/definition.js';

/** Found operations on the same resource: the best one, and others that differ in scope or verb. */
export interface FoundEntry {
  readonly first: FoundOperation;
  /** Best first. */
  readonly siblings: readonly FoundOperation[];
}

/** Number of operations per entry, on average. */
const perEntry = 2;
/** Minimum number of operations on a page for siblings to give way to operations on other resources. */
const minMixed = 10;
/** Maximum number of siblings of an entry on a page. */
const maxSiblings = 4;

/**
 * Groups found operations by resource and returns one page: the best operations of different resources, and their best
 * siblings.
 *
 * @param found Best first.
 * @param limit Maximum number of operations on a page.
 * @param offset Number of operations on earlier pages of the same limit.
 */
export function groupFound(found: readonly FoundOperation[], limit: number, offset = 0): readonly FoundEntry[] {
  let rest = found;
  let skipped = 0;
  while (rest.length > 0) {
    const entries = choosePage(rest, limit);
    const chosen = new Set(entries.flatMap(({ first, siblings }) => [first, ...siblings]));
    if (skipped + chosen.size > offset) return dropFirst(entries, offset - skipped);
    skipped += chosen.size;
    rest = rest.filter((each) => !chosen.has(each));
  }
  return [];
}

function choosePage(found: readonly FoundOperation[], limit: number): readonly FoundEntry[] {
  if (limit < minMixed) return group(found.slice(0, limit));
  const entries = new Map<string, { readonly first: FoundOperation; readonly siblings: FoundOperation[] }>();
  const maxEntries = Math.ceil(limit / perEntry);
  for (const each of found) {
    if (entries.size >= maxEntries) break;
    if (!entries.has(each.subject)) entries.set(each.subject, { first: each, siblings: [] });
  }
  let count = entries.size;
  for (const each of found) {
    if (count >= limit) break;
    const entry = entries.get(each.subject);
    if (entry === undefined || entry.first === each || entry.siblings.length >= maxSiblings) continue;
    entry.siblings.push(each);
    count += 1;
  }
  return fill([...entries.values()], found, limit - count);
}

function group(found: readonly FoundOperation[]): readonly FoundEntry[] {
  const entries = new Map<string, { readonly first: FoundOperation; readonly siblings: FoundOperation[] }>();
  for (const each of found) {
    const entry = entries.get(each.subject);
    if (entry) entry.siblings.push(each);
    else entries.set(each.subject, { first: each, siblings: [] });
  }
  return [...entries.values()];
}

/** Adds the best other operations to a page of few resources. */
function fill(entries: readonly FoundEntry[], found: readonly FoundOperation[], room: number): readonly FoundEntry[] {
  if (room <= 0) return entries;
  const all = entries.flatMap(({ first, siblings }) => [first, ...siblings]);
  const chosen = new Set(all);
  return group([...all, ...found.filter((each) => !chosen.has(each)).slice(0, room)]);
}

/** Removes the first operations of a page. */
function dropFirst(entries: readonly FoundEntry[], count: number): readonly FoundEntry[] {
  let skipped = 0;
  return entries.flatMap(({ first, siblings }) => {
    const all = [first, ...siblings];
    const [next, ...others] = all.slice(Math.max(0, count - skipped));
    skipped += all.length;
    return next === undefined ? [] : [{ first: next, siblings: others }];
  });
}
