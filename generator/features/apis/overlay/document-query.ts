import { jsonpath, TokenKind, type JSONPathQuery } from 'json-p3';
import { entryOf, type SourceNode } from '../../../core/source/source-node.js';
import { FilterTest } from './filter-test.js';
import { Place, type Repeats } from './place.js';
import type { WorkBudget } from './work-budget.js';

/**
 * Evaluates JSONPath queries on one tree.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9535#name-segments
 */
export class DocumentQuery {
  readonly root: Place;
  readonly #budget: WorkBudget;
  readonly #filter: FilterTest;

  constructor(root: SourceNode, budget: WorkBudget) {
    this.root = new Place(root);
    this.#budget = budget;
    this.#filter = new FilterTest((query, from, repeats) => this.select(query, from ?? this.root, repeats), budget);
  }

  /**
   * Returns the places that a query selects.
   *
   * @throws TooMuchWork
   */
  select(query: JSONPathQuery, from: Place = this.root, repeats: Repeats = 'once'): readonly Place[] {
    return query.segments.reduce<readonly Place[]>(
      (places, segment) => this.selectNext(segment, places, repeats),
      [from],
    );
  }

  /** Returns the places that one segment selects. */
  selectNext(segment: jsonpath.JSONPathSegment, places: readonly Place[], repeats: Repeats = 'once'): readonly Place[] {
    const found: Place[] = [];
    const bases = isDescendant(segment) ? this.#listDescendants(places, repeats) : places;
    for (const base of bases) for (const selector of segment.selectors) this.#choose(selector, base, found);
    return repeats === 'once' ? [...new Set(found)] : found;
  }

  /** Lists the children of a place. */
  childrenOf(place: Place): readonly Place[] {
    const { node } = place;
    if (node.kind === 'scalar') return [];
    if (node.kind === 'sequence') return node.items.map((item, index) => this.#visit(place, index, item));
    return node.entries.map(({ key, value }) => this.#visit(place, key, value));
  }

  #visit(parent: Place, step: string | number, node: SourceNode): Place {
    this.#budget.spend();
    return parent.visit(step, node);
  }

  /** Lists places with all their descendants. */
  #listDescendants(places: readonly Place[], repeats: Repeats): Iterable<Place> {
    if (repeats === 'once') {
      const found = new Set(places);
      // The set grows during the iteration.
      for (const place of found) for (const child of this.childrenOf(place)) found.add(child);
      return found;
    }
    const found = [...places];
    for (const place of found) for (const child of this.childrenOf(place)) found.push(child);
    return found;
  }

  #choose(selector: jsonpath.JSONPathSelector, base: Place, found: Place[]): void {
    const { node } = base;
    if (selector instanceof jsonpath.selectors.NameSelector) {
      const entry = entryOf(node, selector.name);
      if (entry) found.push(this.#visit(base, entry.key, entry.value));
    } else if (selector instanceof jsonpath.selectors.WildcardSelector) {
      for (const child of this.childrenOf(base)) found.push(child);
    } else if (selector instanceof jsonpath.selectors.FilterSelector) {
      for (const child of this.childrenOf(base)) if (this.#filter.holds(selector.expression, child)) found.push(child);
    } else if (node.kind === 'sequence') {
      for (const index of listIndexes(selector, node.items.length)) {
        const item = node.items[index];
        if (item) found.push(this.#visit(base, index, item));
      }
    }
    this.#budget.spend();
  }
}

function isDescendant({ token }: jsonpath.JSONPathSegment): boolean {
  return token.kind === TokenKind.DDOT;
}

/** Lists the indexes that an index or a slice selects in a list. */
function* listIndexes(selector: jsonpath.JSONPathSelector, length: number): Generator<number> {
  const place = (index: number): number => (index < 0 ? length + index : index);
  if (selector instanceof jsonpath.selectors.IndexSelector) yield place(selector.index);
  if (!(selector instanceof jsonpath.selectors.SliceSelector)) return;
  const { step = 1 } = selector;
  if (step > 0) {
    const { start = 0, stop = length } = selector;
    const end = Math.min(place(stop), length);
    for (let index = Math.max(place(start), 0); index < end; index += step) yield index;
  } else if (step < 0) {
    const { start = length - 1, stop = -length - 1 } = selector;
    const end = Math.max(place(stop), -1);
    for (let index = Math.min(place(start), length - 1); index > end; index += step) yield index;
  }
}
