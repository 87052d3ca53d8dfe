import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { KnowledgeGraphResource } from '../../../../generated/knowledge-graph/handlers.ts';
import { readGraph } from '../graph-file.ts';

/** The whole graph as JSON. */
export const knowledgeGraphResource: KnowledgeGraphResource = async (): Promise<ResourceResult> =>
  JSON.stringify(await readGraph(), undefined, 2);
