import { birdsOfPrey } from './guide/birds-of-prey.ts';
import { herons } from './guide/herons.ts';
import { owls } from './guide/owls.ts';
import { perchingBirds } from './guide/perching-birds.ts';
import { tubenoses } from './guide/tubenoses.ts';
import { waterfowl } from './guide/waterfowl.ts';
import { woodpeckers } from './guide/woodpeckers.ts';
import { isGroup, type Group, type Species, type Taxon } from './taxon.ts';

/** All birds of the guide, by order and family. Lookups go through them in this order. */
export const guide: Group = {
  name: 'birds',
  latin: 'Aves',
  signs: {},
  members: [waterfowl, tubenoses, owls, birdsOfPrey, woodpeckers, herons, perchingBirds],
};

/** A bird and the groups that contain it, from all birds down to its family. */
export interface Entry {
  readonly species: Species;
  readonly groups: readonly Group[];
}

/** Every bird of the guide. */
export function listEntries(): readonly Entry[] {
  return listMembers([guide]);
}

/** Returns the bird with a name, in English or Latin. */
export function findEntry(name: string): Entry | undefined {
  return listEntries().find(({ species }) => isCalled(species, name));
}

/** Returns whether a bird or group has a name. */
export function isCalled({ name, latin }: Taxon, wanted: string): boolean {
  return [name, latin].some((each) => each.toLowerCase() === wanted.trim().toLowerCase());
}

function listMembers(groups: readonly Group[]): readonly Entry[] {
  const members = groups.at(-1)?.members ?? [];
  return members.flatMap((member) =>
    isGroup(member) ? listMembers([...groups, member]) : [{ species: member, groups }],
  );
}
