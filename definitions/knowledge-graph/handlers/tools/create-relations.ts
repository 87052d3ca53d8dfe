import type { CreateRelations, CreateRelationsResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';
import { newRelations } from '../graph.ts';

/** Creates relations that do not exist yet. */
export const createRelations: CreateRelations = ({ relations }) =>
  changeGraph((graph): CreateRelationsResult => {
    const created = newRelations(graph, relations);
    graph.relations.push(...created);
    return { relations: created };
  });
