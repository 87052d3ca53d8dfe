import type { SourceNode } from '../../../core/source/source-node.js';

/** Node at a place in a tree. The same node can be at several places; each place is one object. */
export class Place {
  readonly node: SourceNode;
  readonly parent: Place | undefined;
  /** Children already seen, by key or index. */
  #visited: Map<string | number, Place> | undefined;

  /** @param parent Absent for the root. */
  constructor(node: SourceNode, parent?: Place) {
    this.node = node;
    this.parent = parent;
  }

  /** Returns the child at a key or index, and creates it on first use. */
  visit(step: string | number, node: SourceNode): Place {
    this.#visited ??= new Map();
    const existing = this.#visited.get(step);
    if (existing) return existing;
    const place = new Place(node, this);
    this.#visited.set(step, place);
    return place;
  }

  /** Returns the child at a key or index if it was visited. */
  find(step: string | number): Place | undefined {
    return this.#visited?.get(step);
  }
}

/** Whether a list of places may contain duplicates, as in RFC 9535. Only `count()` depends on it. */
export type Repeats = 'once' | 'repeated';
