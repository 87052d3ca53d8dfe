import { mapNode, sequenceNode } from '../../../core/source/make-node.js';
import type { SourceNode } from '../../../core/source/source-node.js';
import type { Place } from './place.js';
import type { WorkBudget } from './work-budget.js';

/**
 * Copies a tree, with changed nodes at certain places. Nodes that contain no changed place are shared with the original.
 *
 * @param change Returns the new node at a place, or `undefined` to remove the node. The root cannot be removed.
 */
export function changePlaces(
  root: Place,
  places: readonly Place[],
  change: (node: SourceNode) => SourceNode | undefined,
  budget: WorkBudget,
): SourceNode {
  const targets = new Set(places);
  const touched = new Set<Place>();
  for (const place of places) {
    for (let above = place.parent; above && !touched.has(above); above = above.parent) touched.add(above);
  }
  const rebuild = (place: Place): SourceNode | undefined => {
    const node = touched.has(place) ? rebuildInside(place) : place.node;
    return targets.has(place) ? change(node) : node;
  };
  const rebuildInside = (place: Place): SourceNode => {
    const { node } = place;
    const rebuildAt = (step: string | number, child: SourceNode): SourceNode | undefined => {
      const inside = place.find(step);
      return inside ? rebuild(inside) : child;
    };
    if (node.kind === 'sequence') {
      budget.spend(node.items.length);
      return sequenceNode(
        node.items.flatMap((item, index) => rebuildAt(index, item) ?? []),
        node.location,
      );
    }
    if (node.kind !== 'map') return node;
    budget.spend(node.entries.length);
    const entries = node.entries.flatMap((entry) => {
      const value = rebuildAt(entry.key, entry.value);
      return value ? [value === entry.value ? entry : { ...entry, value }] : [];
    });
    return mapNode(entries, node.location);
  };
  return rebuild(root) ?? root.node;
}
