import type { AddObservations, AddObservationsAnswer } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';
import { addObservations as addTo } from '../graph.ts';

/** Adds observations to entities: all of them, or none when an entity does not exist. */
export const addObservations: AddObservations = ({ observations }) =>
  changeGraph((graph): AddObservationsAnswer => ({
    results: observations.map((entry) => ({
      entityName: entry.entityName,
      addedObservations: addTo(graph, entry),
    })),
  }));
