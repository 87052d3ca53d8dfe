import type { DeleteEntities, DeleteEntitiesResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';

/** Deletes entities and their relations. */
export const deleteEntities: DeleteEntities = ({ entityNames }) =>
  changeGraph((graph): DeleteEntitiesResult => {
    const gone = new Set(entityNames);
    graph.entities = graph.entities.filter(({ name }) => !gone.has(name));
    graph.relations = graph.relations.filter(({ from, to }) => !gone.has(from) && !gone.has(to));
    return { success: true, message: 'Entities deleted successfully' };
  });
