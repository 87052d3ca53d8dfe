import { error } from 'create-mcp-from-schema/runtime';
import type { AddObservations, AddObservationsResult } from '../../../../generated/knowledge-graph/handlers.ts';
import { changeGraph } from '../graph-file.ts';
import { addObservations as addTo } from '../graph.ts';

/** Adds observations to entities: all observations, or none if an entity does not exist. */
export const addObservations: AddObservations = ({ observations }) =>
  changeGraph((graph): AddObservationsResult => {
    const known = new Set(graph.entities.map(({ name }) => name));
    const unknown = observations.find(({ entityName }) => !known.has(entityName));
    if (unknown) return error(`Entity with name ${unknown.entityName} not found`);
    return {
      results: observations.map((entry) => ({ entityName: entry.entityName, addedObservations: addTo(graph, entry) })),
    };
  });
