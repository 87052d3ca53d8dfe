import type { SourceNode } from '../../../core/source/source-node.js';

/** Size of a tree. */
interface TreeSize {
  /** Number of values; a shared value counts once for each place. */
  readonly values: number;
  /** Levels of nesting. */
  readonly depth: number;
}

const sizes = new WeakMap<SourceNode, TreeSize>();

/** Measures a tree. Parts that were already measured or are shared take no time to measure. */
export function measureTree(node: SourceNode): TreeSize {
  if (node.kind === 'scalar') return { values: 1, depth: 0 };
  const cached = sizes.get(node);
  if (cached) return cached;
  let values = 1;
  let depth = 0;
  for (const child of node.kind === 'map' ? node.entries.map(({ value }) => value) : node.items) {
    const inside = measureTree(child);
    values += inside.values;
    depth = Math.max(depth, inside.depth + 1);
  }
  const size = { values, depth };
  sizes.set(node, size);
  return size;
}
