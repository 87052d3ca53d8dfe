import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { BirdResource } from '../../../../generated/birds/handlers.ts';
import { describeEntry, toId } from '../describe-entry.ts';
import { listEntries } from '../guide.ts';

/** One bird of the guide, and how to identify it. */
export const birdResource: BirdResource = ({ bird }): ResourceResult => {
  const entry = listEntries().find(({ species }) => toId(species.name) === bird);
  return entry && describeEntry(entry);
};
