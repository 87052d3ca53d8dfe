import type { CreateEntities, CreateEntitiesResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';
import { newEntities } from '../graph.ts';

/** Creates entities that do not exist yet. */
export const createEntities: CreateEntities = ({ entities }) =>
  changeGraph((graph): CreateEntitiesResult => {
    const created = newEntities(graph, entities);
    graph.entities.push(...created);
    return { entities: created };
  });
