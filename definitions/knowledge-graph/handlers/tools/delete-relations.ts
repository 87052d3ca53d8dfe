import type { DeleteRelations, DeleteRelationsResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';
import { relationKey } from '../graph.ts';

/** Deletes relations. Relations that do not exist are ignored. */
export const deleteRelations: DeleteRelations = ({ relations }) =>
  changeGraph((graph): DeleteRelationsResult => {
    const gone = new Set(relations.map(relationKey));
    graph.relations = graph.relations.filter((relation) => !gone.has(relationKey(relation)));
    return { success: true, message: 'Relations deleted successfully' };
  });
