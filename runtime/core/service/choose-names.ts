/** Names selected by a list of names and patterns. */
export interface ChosenNames {
  /** `undefined`: all names, except excluded ones. */
  readonly included: ReadonlySet<string> | undefined;
  readonly excluded: ReadonlySet<string>;
  /** Names that the list contains literally, not by a pattern. */
  readonly literal: ReadonlySet<string>;
}

/**
 * Selects names using a list of names and patterns. In a pattern, `*` matches any characters. A leading `!` excludes
 * names, at any position in the list; a list that contains only exclusions includes all other names.
 *
 * @param kind Noun for the names in messages.
 * @param everything Item that includes all names. Default: none.
 * @throws Error for a name or pattern that matches nothing, with the nearest names.
 */
export function chooseNames(
  kind: string,
  list: readonly string[],
  available: readonly string[],
  everything?: string,
): ChosenNames {
  const names = new Set(available);
  const literal = new Set<string>();
  const included = new Set<string>();
  const excluded = new Set<string>();
  let includesAll = false;
  let isOnlyExcluding = list.length > 0;
  for (const item of list) {
    const isExcluding = item.startsWith('!') && !names.has(item);
    const pattern = isExcluding ? item.slice(1) : item;
    if (!isExcluding) isOnlyExcluding = false;
    if (pattern === everything && !isExcluding) {
      includesAll = true;
      continue;
    }
    const found = names.has(pattern) ? [pattern] : available.filter((name) => matchesGlob(name, pattern));
    if (found.length === 0) throw new Error(describeUnknown(kind, pattern, available, everything));
    if (!isExcluding && names.has(pattern)) literal.add(pattern);
    for (const name of found) (isExcluding ? excluded : included).add(name);
  }
  return { included: includesAll || isOnlyExcluding ? undefined : included, excluded, literal };
}

/** Whether a name matches a pattern in which `*` matches any characters. Takes linear time for each `*`. */
function matchesGlob(name: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let position = first.length;
  for (const part of others) {
    const found = name.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return name.length - last.length >= position && name.endsWith(last);
}

/** Maximum number of names that a message lists completely. */
const maxListed = 12;
const maxNearest = 5;

function describeUnknown(
  kind: string,
  pattern: string,
  available: readonly string[],
  everything: string | undefined,
): string {
  const problem = pattern.includes('*') ? `No ${kind} matches "${pattern}"` : `Unknown ${kind} "${pattern}"`;
  if (available.length === 0) return `${problem}; this server has none`;
  const all = [...available, ...(everything === undefined ? [] : [everything])];
  if (available.length <= maxListed) return `${problem}; available: ${all.join(', ')}`;
  const nearest = findNearest(pattern, available);
  const near = nearest.length === 0 ? '' : `; similar: ${nearest.join(', ')}`;
  return `${problem}${near}; ${available.length} are available`;
}

/** Returns the names that share the most character pairs with a word, best first; `[]` if they share too few. */
function findNearest(word: string, available: readonly string[]): readonly string[] {
  const wanted = listPairs(word);
  const scored = available.map((name) => {
    const pairs = listPairs(name);
    const shared = [...wanted].filter((pair) => pairs.has(pair)).length;
    return { name, score: (2 * shared) / (wanted.size + pairs.size || 1) };
  });
  const near = scored.filter(({ score }) => score >= 0.3).toSorted((one, other) => other.score - one.score);
  return near.slice(0, maxNearest).map(({ name }) => name);
}

/** Maximum number of characters of a name that are compared. */
const maxCompared = 128;

function listPairs(name: string): ReadonlySet<string> {
  const text = name.toLowerCase().replaceAll('*', '').slice(0, maxCompared);
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_each, index) => text.slice(index, index + 2)));
}
