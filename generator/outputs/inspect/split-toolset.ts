/** Operation in a toolset that is too large. */
interface SplitOperation {
  /** Path template. */
  readonly path: string;
  readonly toolsets: readonly string[];
}

/** Toolset proposed as a part of a larger one. */
export interface ToolsetPart {
  readonly name: string;
  /** Filters for the API's `toolsets`. */
  readonly filters: readonly string[];
  readonly tools: number;
}

/** Maximum number of operations per part, as far as their paths allow. */
const maxTools = 60;

/** Minimum number of operations per part. Smaller groups are combined. */
const minTools = 8;

/** Maximum number of path segments to compare. */
const maxDepth = 12;

/** Operations whose paths have a common prefix. */
interface PathGroup {
  /** Path segments that all paths begin with. Parameters are replaced with `*`. */
  readonly prefix: readonly string[];
  readonly operations: readonly SplitOperation[];
}

/**
 * Splits a toolset by the paths of its operations. Returns `[]` if the paths do not differ.
 * @param all All operations of the API.
 */
export function splitToolset(toolset: string, all: readonly SplitOperation[]): readonly ToolsetPart[] {
  const toolsetOperations = all.filter(({ toolsets }) => toolsets.includes(toolset));
  const groups = splitGroup({ prefix: [], operations: toolsetOperations }).toSorted(
    (one, other) => other.operations.length - one.operations.length,
  );
  const large = groups.filter(({ operations }) => operations.length >= minTools);
  const shared = packGroups(groups.filter(({ operations }) => operations.length < minTools));
  const parts = [...large.map((group) => [group]), ...shared];
  if (parts.length < 2) return [];
  const names = new Set<string>();
  return parts.map((part) => {
    const [first] = part;
    const word = part.length === 1 ? nameOf(first?.prefix ?? []) : 'other';
    const name = findFree(`${toolset}-${word}`, names);
    const tools = part.reduce((sum, { operations }) => sum + operations.length, 0);
    return { name, tools, filters: part.flatMap((group) => listFilters(group, toolset, all)) };
  });
}

function splitGroup({ prefix, operations }: PathGroup): readonly PathGroup[] {
  const isSmall = prefix.length > 0 && operations.length <= maxTools;
  if (isSmall || prefix.length >= maxDepth) return [{ prefix, operations }];
  const byNext = new Map<string, SplitOperation[]>();
  for (const operation of operations) {
    const next = segmentsOf(operation.path)[prefix.length] ?? '';
    byNext.set(next, [...(byNext.get(next) ?? []), operation]);
  }
  return [...byNext].flatMap(([next, members]) => {
    // Paths that end here cannot be split further.
    return next === ''
      ? [{ prefix, operations: members }]
      : splitGroup({ prefix: [...prefix, next], operations: members });
  });
}

function packGroups(groups: readonly PathGroup[]): readonly (readonly PathGroup[])[] {
  const packs: { size: number; readonly groups: PathGroup[] }[] = [];
  for (const group of groups) {
    const pack = packs.find(({ size }) => size + group.operations.length <= maxTools);
    if (pack) {
      pack.groups.push(group);
      pack.size += group.operations.length;
    } else {
      packs.push({ size: group.operations.length, groups: [group] });
    }
  }
  return packs.map((pack) => pack.groups);
}

function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => segment.replace(/\{[^{}]*\}/gu, '*'));
}

/**
 * Lists filters for the operations of a group. The filters include the tag if operations outside the toolset have paths
 * with the same prefix.
 */
function listFilters({ prefix, operations }: PathGroup, toolset: string, all: readonly SplitOperation[]) {
  const path = `/${prefix.join('/')}`;
  const depthOf = (operation: SplitOperation) => segmentsOf(operation.path).length;
  const isBelow = operations.some((operation) => depthOf(operation) > prefix.length);
  const isHere = operations.some((operation) => depthOf(operation) === prefix.length);
  const isElsewhere = all.some(
    (operation) =>
      !operation.toolsets.includes(toolset) &&
      prefix.every((segment, depth) => segmentsOf(operation.path)[depth] === segment),
  );
  // In toolset names, `_` replaces characters that are not allowed.
  const tag = isElsewhere ? `tag:${toolset.replaceAll('_', '*')} & ` : '';
  return [...(isHere ? [`${tag}path:${path}`] : []), ...(isBelow ? [`${tag}path:${path === '/' ? '' : path}/**`] : [])];
}

function nameOf(prefix: readonly string[]): string {
  const last = prefix.findLast((segment) => segment !== '*') ?? 'root';
  return last.replace(/[^A-Za-z0-9_.-]+/gu, '_').slice(0, 24);
}

function findFree(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  taken.add(free);
  return free;
}
