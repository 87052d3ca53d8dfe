/**
 * Lists the strongly connected components of a reference graph in topological order: each component comes after the
 * components that it refers to.
 * @see https://doi.org/10.1137/0201010 Tarjan, Depth-first search and linear graph algorithms
 */
export function* listComponents(graph: ReadonlyMap<string, Iterable<string>>): Generator<readonly string[]> {
  const numbers = new Map<string, number>();
  /** Schemas that were visited but have no component yet. */
  const open: string[] = [];
  const grouped = new Set<string>();
  const path: Visit[] = [];
  const enter = (uri: string): void => {
    const number = numbers.size;
    numbers.set(uri, number);
    open.push(uri);
    path.push({ uri, pending: (graph.get(uri) ?? [])[Symbol.iterator](), first: number });
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
      const component = open.splice(open.lastIndexOf(visit.uri));
      for (const uri of component) grouped.add(uri);
      yield component;
    }
  }
}

interface Visit {
  readonly uri: string;
  /** References that have not been followed yet. */
  readonly pending: Iterator<string>;
  /** Number of the first schema in the path that is known to be in the same component. */
  first: number;
}
