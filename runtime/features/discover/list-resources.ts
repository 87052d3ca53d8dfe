import type { OperationDefinition, OperationResource } from '../../core/api/definition.js';
import { splitWords } from './split-words.js';

/** Maximum length of the list of resources in characters: about 700 tokens. */
const maxCharacters = 2_600;
/** Maximum length of the list with the parts of large resources, without what the resources contain. */
const maxSplit = 2_000;
/** Maximum number of resources. */
const maxResources = 90;
/** Maximum number of operations of a resource that is not split, if there is room for its parts. */
const maxOperations = 50;
/** Minimum number of operations of a part. */
const minPart = 5;
/** Share of the operations that begin with the same segment, such as `api`, for it to be no resource. */
const prefixShare = 0.6;
/** Minimum number of resources whose paths begin with the same segment, for it to be a scope, such as `orgs`. */
const minScope = 3;
/** Maximum length of what a resource contains, in characters. */
const maxAbout = 60;
/** Name of the resource of operations that belong to no other. */
const others = 'other';

/** A resource, before it is described. */
interface Draft {
  readonly name: string;
  readonly operations: readonly OperationDefinition[];
}

/**
 * Lists the resources of an API: its table of contents. They are the tags of operations, or the first segments of paths
 * without tags. Large ones are split by the segments of their paths while the list has room. Every operation is in one
 * resource.
 */
export function listResources(operations: readonly OperationDefinition[]): readonly OperationResource[] {
  const paths = readPaths(operations);
  const drafts = limitDrafts(splitLarge(groupBy(operations, nameBy(operations, paths)), paths));
  const length = drafts.reduce((sum, draft) => sum + lengthOf(draft), 0);
  const room = Math.min(maxAbout, Math.floor((maxCharacters - length) / (drafts.length || 1)) - 2);
  return drafts.map((draft) => ({ ...draft, about: describe(draft, paths, room) }));
}

/** Prints a resource as a line: its name, the number of operations, and what it contains. */
export function printResource({ name, operations, about }: OperationResource): string {
  return `${name} (${operations.length})${about === '' ? '' : `: ${about}`}`;
}

/** Finds a resource by its name, in any case, with or without the text after it in the list. */
export function findResource(resources: readonly OperationResource[], name: string): OperationResource | undefined {
  const wanted = name.trim().toLowerCase();
  return (
    resources.find((resource) => resource.name.toLowerCase() === wanted) ??
    resources.find((resource) => wanted.startsWith(`${resource.name.toLowerCase()} (`))
  );
}

/** Segments of paths, without parameters and without the segments that almost all paths begin with. */
type Paths = ReadonlyMap<OperationDefinition, readonly string[]>;

function readPaths(operations: readonly OperationDefinition[]): Paths {
  let paths = operations.map(({ request }) =>
    request
      .slice(request.indexOf(' ') + 1)
      .split(/[/#]/u)
      .filter((segment) => segment !== '' && !segment.includes('{')),
  );
  for (;;) {
    const starts = countEach(paths.flatMap(([first]) => (first === undefined ? [] : [first])));
    const [first, count] = [...starts].toSorted(([, left], [, right]) => right - left)[0] ?? ['', 0];
    // A segment that nothing follows is a resource.
    const continued = paths.filter((path) => path[0] === first && path.length > 1).length;
    if (count <= prefixShare * paths.length || continued < count * 0.9) break;
    paths = paths.map((path) => (path[0] === first ? path.slice(1) : path));
  }
  return new Map(operations.map((operation, position) => [operation, paths[position] ?? []]));
}

/** Chooses what names the resources: the API and the tag of an operation, or the first segment of its path. */
function nameBy(operations: readonly OperationDefinition[], paths: Paths): (operation: OperationDefinition) => string {
  const counts = countEach(operations.flatMap(({ tags }) => tags.slice(0, 1)));
  const isTagged = counts.size > 1;
  return (operation) => {
    const [first = others] = paths.get(operation) ?? [];
    const [tag] = operation.tags;
    const name =
      isTagged && tag !== undefined && tag.trim() !== '' ? tag : operation.request === '' ? (tag ?? others) : first;
    return name.replaceAll(/\s+/gu, ' ').trim().slice(0, maxAbout);
  };
}

/**
 * Splits the largest resources by the first segment of their paths that is neither a scope nor their name. The largest
 * parts become resources of their own, while there is room.
 */
function splitLarge(drafts: readonly Draft[], paths: Paths): readonly Draft[] {
  const starts = drafts.flatMap(({ operations }) => [
    ...new Set(operations.flatMap((operation) => paths.get(operation)?.slice(0, 1) ?? [])),
  ]);
  const scopes = new Set([...countEach(starts)].filter(([, count]) => count >= minScope).map(([start]) => start));
  let count = drafts.length;
  let length = drafts.reduce((sum, draft) => sum + lengthOf(draft), 0);
  const split = new Map<Draft, readonly Draft[]>();
  for (const large of bySize(drafts)) {
    if (large.operations.length <= maxOperations) break;
    const kept = new Set<Draft>();
    const parts = listParts(large, paths, scopes);
    for (const part of bySize(parts)) {
      if (part.operations.length < minPart || part.name === large.name) continue;
      if (count >= maxResources || length + lengthOf(part) > maxSplit) break;
      kept.add(part);
      count += 1;
      length += lengthOf(part);
    }
    const rest = parts.filter((part) => !kept.has(part)).flatMap(({ operations }) => operations);
    split.set(large, [...(rest.length === 0 ? [] : [{ name: large.name, operations: rest }]), ...kept]);
  }
  return drafts.flatMap((draft) => split.get(draft) ?? [draft]);
}

/** Splits a resource by its paths. The part of operations without a further segment has the name of the resource. */
function listParts({ name, operations }: Draft, paths: Paths, scopes: ReadonlySet<string>): readonly Draft[] {
  const own = simplify(name);
  const uses = countEach(operations.flatMap((operation) => [...new Set(paths.get(operation))]));
  const isPart = (segment: string): boolean =>
    !scopes.has(segment) && simplify(segment) !== own && (uses.get(segment) ?? 0) <= prefixShare * operations.length;
  return groupBy(operations, (operation) => {
    const segment = paths.get(operation)?.find(isPart);
    return segment === undefined ? name : `${name}/${segment}`;
  });
}

function bySize(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.toSorted((left, right) => right.operations.length - left.operations.length);
}

/** Returns about how many characters a resource takes, without what it contains. */
function lengthOf({ name }: Draft): number {
  return name.length + 9;
}

/** Joins the smallest resources if there are too many. */
function limitDrafts(drafts: readonly Draft[]): readonly Draft[] {
  const kept = new Set<Draft>();
  let length = 0;
  for (const draft of bySize(drafts)) {
    length += lengthOf(draft);
    if (kept.size < maxResources && length <= maxCharacters) kept.add(draft);
  }
  if (kept.size === drafts.length) return drafts;
  const rest = drafts.filter((draft) => !kept.has(draft)).flatMap(({ operations }) => operations);
  return [...drafts.filter((draft) => kept.has(draft)), { name: others, operations: rest }];
}

/** Names what the operations of a resource are about: the most frequent ends of their paths, or the operations. */
function describe({ name, operations }: Draft, paths: Paths, room: number): string {
  const own = new Set(splitWords(name).map(singular));
  const ends = operations.map((operation) => {
    const end = paths.get(operation)?.at(-1) ?? operation.name;
    return end.startsWith(`${name}.`) ? end.slice(name.length + 1) : end;
  });
  const isNew = (end: string): boolean => splitWords(end).some((word) => !own.has(singular(word)));
  const counts = [...countEach(ends.filter(isNew))].toSorted(([, left], [, right]) => right - left);
  let about = '';
  for (const [end] of counts) {
    const longer = about === '' ? end : `${about}, ${end}`;
    if (longer.length > room) break;
    about = longer;
  }
  return about;
}

function groupBy(
  operations: readonly OperationDefinition[],
  nameOf: (operation: OperationDefinition) => string,
): readonly Draft[] {
  const groups = new Map<string, OperationDefinition[]>();
  for (const operation of operations) {
    const name = nameOf(operation);
    const group = groups.get(name);
    if (group) group.push(operation);
    else groups.set(name, [operation]);
  }
  return [...groups].map(([name, members]) => ({ name, operations: members }));
}

function countEach(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function simplify(name: string): string {
  return splitWords(name).map(singular).join(' ');
}

function singular(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
