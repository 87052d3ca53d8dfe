import { mapNode, sequenceNode } from '../../../core/source/make-node.js';
import type { MapEntry, MapNode, SourceNode } from '../../../core/source/source-node.js';
import type { WorkBudget } from './work-budget.js';

/** A value of an update that does not fit the value that it is merged with. */
export interface MergeConflict {
  readonly update: SourceNode;
  readonly target: SourceNode;
  /** Keys from the target of the action to the value. */
  readonly path: readonly string[];
}

/**
 * Merges an update with the target of an action. Mappings are merged recursively, lists are concatenated, other values are replaced.
 * A target that is a list takes any other update as an item.
 *
 * @param conflicts Values that cannot be merged are added; the target keeps its own.
 * @see https://spec.openapis.org/overlay/v1.1.0.html#action-object
 */
export function mergeNodes(
  target: SourceNode,
  update: SourceNode,
  budget: WorkBudget,
  conflicts: MergeConflict[],
): SourceNode {
  if (target.kind !== 'sequence' || update.kind === 'sequence') return merge(target, update, budget, conflicts, []);
  budget.spend(target.items.length);
  return sequenceNode([...target.items, update], target.location);
}

function merge(
  target: SourceNode,
  update: SourceNode,
  budget: WorkBudget,
  conflicts: MergeConflict[],
  path: readonly string[],
): SourceNode {
  budget.spend();
  if (target.kind === 'map' && update.kind === 'map') return mergeMaps(target, update, budget, conflicts, path);
  if (target.kind === 'sequence' && update.kind === 'sequence') {
    budget.spend(target.items.length + update.items.length);
    return sequenceNode([...target.items, ...update.items], target.location);
  }
  if (target.kind === 'scalar' && update.kind === 'scalar') return update;
  conflicts.push({ update, target, path });
  return target;
}

function mergeMaps(
  target: MapNode,
  update: MapNode,
  budget: WorkBudget,
  conflicts: MergeConflict[],
  path: readonly string[],
): SourceNode {
  budget.spend(target.entries.length + update.entries.length);
  const entries = new Map<string, MapEntry>(target.entries.map((entry) => [entry.key, entry]));
  for (const entry of update.entries) {
    const { key, value } = entry;
    const existing = entries.get(key);
    entries.set(
      key,
      existing ? { ...existing, value: merge(existing.value, value, budget, conflicts, [...path, key]) } : entry,
    );
  }
  return mapNode([...entries.values()], target.location);
}

/** Copies a value of an overlay: it becomes part of a document, which its references are relative to. */
export function adoptNode(node: SourceNode, document: string): SourceNode {
  const location = { ...node.location, document };
  if (node.kind === 'scalar') return { ...node, location };
  if (node.kind === 'sequence') {
    return sequenceNode(
      node.items.map((item) => adoptNode(item, document)),
      location,
    );
  }
  return mapNode(
    node.entries.map(({ key, keyLocation, value }) => ({ key, keyLocation, value: adoptNode(value, document) })),
    location,
  );
}
