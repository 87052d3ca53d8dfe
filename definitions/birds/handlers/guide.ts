import { birdsOfPrey } from './guide/birds-of-prey.ts';
import { herons } from './guide/herons.ts';
import { owls } from './guide/owls.ts';
import { perchingBirds } from './guide/perching-birds.ts';
import { tubenoses } from './guide/tubenoses.ts';
import { waterfowl } from './guide/waterfowl.ts';
import { woodpeckers } from './guide/woodpeckers.ts';
import { isGroup, type Group, type Species, type Taxon } from './taxon.ts';

/** All birds that the guide knows, by order and family; whoever looks a bird up goes through them in this order. */
export const guide: Group = {
  name: 'birds',
  latin: 'Aves',
  signs: {},
  members: [waterfowl, tubenoses, owls, birdsOfPrey, woodpeckers, herons, perchingBirds],
};

/** A bird, and the groups that it belongs to, from all birds down to its family. */
export interface Entry {
  readonly species: Species;
  readonly groups: readonly Group[];
}

/** Every bird of the guide. */
export function listEntries(): readonly Entry[] {
  return listMembers([guide]);
}

/** The bird with a name, in English or Latin. */
export function findEntry(name: string): Entry | undefined {
  return listEntries().find(({ species }) => isCalled(species, name));
}

/** Whether this is a name of a bird or group. */
export function isCalled({ name, latin }: Taxon, wanted: string): boolean {
  return [name, latin].some((each) => each.toLowerCase() === wanted.trim().toLowerCase());
}

function listMembers(groups: readonly Group[]): readonly Entry[] {
  const members = groups.at(-1)?.members ?? [];
  return members.flatMap((member) =>
    isGroup(member) ? listMembers([...groups, member]) : [{ species: member, groups }],
  );
}
