import { mapNode, sequenceNode } from '../../../core/source/make-node.js';
import type { MapEntry, MapNode, SourceNode } from '../../../core/source/source-node.js';
import type { WorkBudget } from './work-budget.js';

/** Value of an update that cannot be merged with the existing value. */
export interface MergeConflict {
  readonly update: SourceNode;
  readonly target: SourceNode;
  /** Keys from the target of the action to the value. */
  readonly path: readonly string[];
}

/**
 * Merges an update with the target of an action. Mappings are merged recursively, lists are concatenated, and other
 * values are replaced. If the target is a list, any other update is appended as an item.
 *
 * @param conflicts Receives the values that cannot be merged; the target keeps its values there.
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

/** Copies an overlay value into a document, so that its references are relative to the document. */
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
