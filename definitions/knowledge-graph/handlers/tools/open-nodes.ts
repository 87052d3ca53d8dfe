import type { OpenNodes, OpenNodesResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { readGraph } from '../graph-file.ts';
import { selectNodes } from '../graph.ts';

/** Reads entities by name. */
export const openNodes: OpenNodes = async ({ names }): Promise<OpenNodesResult> =>
  selectNodes(await readGraph(), new Set(names));
