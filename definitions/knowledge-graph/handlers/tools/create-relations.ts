import type { CreateRelations, CreateRelationsAnswer } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';
import { newRelations } from '../graph.ts';

/** Creates relations that do not exist yet. */
export const createRelations: CreateRelations = ({ relations }) =>
  changeGraph((graph): CreateRelationsAnswer => {
    const created = newRelations(graph, relations);
    graph.relations.push(...created);
    return { relations: created };
  });
