import { error } from 'create-mcp-from-schema/runtime';
import type { ListBirds, ListBirdsResult } from '../../../../generated/birds/handlers.ts';
import { toBird } from '../describe-entry.ts';
import { isCalled, listEntries } from '../guide.ts';

/** Lists the birds in the guide, or the birds of one group. */
export const listBirds: ListBirds = ({ group }): ListBirdsResult => {
  const entries = listEntries().filter(
    ({ groups }) => group === undefined || groups.some((each) => isCalled(each, group)),
  );
  if (entries.length === 0) return error(`The guide has no group ${group}. Call list_birds without one to see all.`);
  return { birds: entries.map(toBird) };
};
