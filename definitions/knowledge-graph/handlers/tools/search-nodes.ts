import type { SearchNodes, SearchNodesResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { readGraph } from '../graph-file.ts';
import { searchNames, selectNodes } from '../graph.ts';

/** Finds entities by name, type and observations. */
export const searchNodes: SearchNodes = async ({ query }): Promise<SearchNodesResult> => {
  const graph = await readGraph();
  return selectNodes(graph, searchNames(graph, query));
};
