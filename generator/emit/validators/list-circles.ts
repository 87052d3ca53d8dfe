/** Schemas by name or URI, with the names or URIs that each of them refers to. */
export type ReferenceGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What refers to each other, directly or not, in groups (most are alone), each group after those that it refers to.
 *
 * @see https://doi.org/10.1137/0201010 Tarjan, Depth-first search and linear graph algorithms
 */
export function* listCircles(graph: ReferenceGraph): Generator<readonly string[]> {
  const numbers = new Map<string, number>();
  /** What was entered and is in no group yet. */
  const open: string[] = [];
  const grouped = new Set<string>();
  const path: Visit[] = [];
  const enter = (uri: string): void => {
    const number = numbers.size;
    numbers.set(uri, number);
    open.push(uri);
    path.push({ uri, pending: (graph.get(uri) ?? new Set<string>()).values(), first: number });
  };
  for (const root of graph.keys()) {
    if (!numbers.has(root)) enter(root);
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const next = visit.pending.next();
      if (next.done !== true) {
        if (!graph.has(next.value)) continue;
        const number = numbers.get(next.value);
        if (number === undefined) enter(next.value);
        else if (!grouped.has(next.value)) visit.first = Math.min(visit.first, number);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) above.first = Math.min(above.first, visit.first);
      if (visit.first !== numbers.get(visit.uri)) continue;
      const circle = open.splice(open.lastIndexOf(visit.uri));
      for (const uri of circle) grouped.add(uri);
      yield circle;
    }
  }
}

interface Visit {
  readonly uri: string;
  /** What is referred to and has not been looked at yet. */
  readonly pending: Iterator<string>;
  /** Number of the first schema in the path that is known to be in the same circle. */
  first: number;
}
