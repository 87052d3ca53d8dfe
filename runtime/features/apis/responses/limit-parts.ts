import { truncateText } from './truncate-text.js';
import { mapJson, type Path } from './map-json.js';
import { summarizeDeep } from './summarize-object.js';

/** Limits of the parts of a value. Absent: no limit. */
export interface PartLimits {
  /** Maximum number of characters of a string. */
  readonly text: number;
  /** Level from which large objects are reduced to the members that identify them. */
  readonly level?: number;
  /** Maximum number of items of a list, except the longest one. */
  readonly items?: number;
}

/** Maximum number of paths that a sentence names. */
const maxPaths = 5;

/**
 * Applies limits to all parts of a value.
 *
 * @param listKeys Keys that lead to the list that keeps all items.
 * @returns The value, and sentences about omitted parts.
 */
export function limitParts(
  value: unknown,
  { text, level, items }: PartLimits,
  listKeys: readonly string[] | undefined,
): readonly [value: unknown, losses: readonly string[]] {
  const objects = new Set<Path>();
  const texts = new Set<Path>();
  const lists = new Set<Path>();
  const summarized = level === undefined ? value : summarizeDeep(value, level, (path) => objects.add(path));
  const limited = mapJson(summarized, {
    scalar: (part, path, key) => {
      if (typeof part !== 'string' || part.length <= text) return part;
      texts.add(key === undefined ? path : path.below(key));
      return truncateText(part, text);
    },
    items: (all: readonly unknown[], path: Path) => {
      if (items === undefined || all.length <= items || (listKeys !== undefined && path.isAt(listKeys))) return all;
      lists.add(path);
      return all.slice(0, items);
    },
  });
  return [
    limited,
    [
      ...describe(objects, 'Only the main members are included for'),
      ...describe(lists, `Only the first ${items} items are included for`),
      ...describe(texts, `Text is truncated to ${text} characters in`),
    ],
  ];
}

function describe(paths: ReadonlySet<Path>, loss: string): readonly string[] {
  if (paths.size === 0) return [];
  const named = [...paths].filter((path) => !path.isAt([]) && !path.isAt(['']));
  if (named.length === 0) return [`${loss} the response.`];
  const more = named.length > maxPaths ? ` and ${named.length - maxPaths} more` : '';
  const shown = named.slice(0, maxPaths).map((path) => path.show().slice(0, maxPath));
  return [`${loss} ${shown.join(', ')}${more}.`];
}

/** Maximum number of characters of a path in a sentence. */
const maxPath = 80;
