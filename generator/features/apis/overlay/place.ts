import type { SourceNode } from '../../../core/source/source-node.js';

/** A node at its place in a tree: the same node may stand in several places. Each place is one object. */
export class Place {
  readonly node: SourceNode;
  readonly parent: Place | undefined;
  /** Places in this one that were visited, by their keys or indexes. */
  #visited: Map<string | number, Place> | undefined;

  /** @param parent Absent for the root. */
  constructor(node: SourceNode, parent?: Place) {
    this.node = node;
    this.parent = parent;
  }

  /** The place at a key or index. */
  visit(step: string | number, node: SourceNode): Place {
    this.#visited ??= new Map();
    const existing = this.#visited.get(step);
    if (existing) return existing;
    const place = new Place(node, this);
    this.#visited.set(step, place);
    return place;
  }

  /** The place at a key or index if it was visited. */
  find(step: string | number): Place | undefined {
    return this.#visited?.get(step);
  }
}

/** Whether a list of places may contain duplicates, as in RFC 9535. Only `count()` depends on it. */
export type Repeats = 'once' | 'repeated';
