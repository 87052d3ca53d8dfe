import { error } from 'create-mcp-from-schema/runtime';
import type { ExplainBird } from '../../../../generated/birds/handlers.ts';
import { describeEntry } from '../describe-entry.ts';
import { findEntry } from '../guide.ts';

/** Explains how the guide identifies a bird, from its order down to the bird itself. */
export const explainBird: ExplainBird = ({ bird }) => {
  const entry = findEntry(bird);
  return entry ? describeEntry(entry) : error(`The guide does not know the bird ${bird}. list_birds lists all.`);
};
