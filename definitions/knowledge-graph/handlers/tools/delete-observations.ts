import type { DeleteObservations, DeleteObservationsResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';

/** Deletes observations. Entities and observations that do not exist are ignored. */
export const deleteObservations: DeleteObservations = ({ deletions }) =>
  changeGraph((graph): DeleteObservationsResult => {
    for (const { entityName, observations } of deletions) {
      const entity = graph.entities.find(({ name }) => name === entityName);
      if (entity) entity.observations = entity.observations.filter((text) => !observations.includes(text));
    }
    return { success: true, message: 'Observations deleted successfully' };
  });
