import { structured } from 'create-mcp-from-schema/runtime';
import type { IdentifyBird, IdentifyBirdResult } from '../../../../generated/birds/handlers.ts';
import type { Finding } from '../../../../generated/birds/types.ts';
import { toBird } from '../describe-entry.ts';
import { guide, listEntries } from '../guide.ts';
import { isGroup, type Group, type Species } from '../taxon.ts';
import { Witness } from '../witness.ts';

/**
 * Identifies a bird that the user has seen. Reruns of the handler are harmless: it has no side effects except elicitations, which
 * are sent once, and its conclusions are deterministic.
 */
export const identifyBird: IdentifyBird = async (_input, { elicitations }): Promise<IdentifyBirdResult> => {
  const witness = new Witness(elicitations);
  const place = await findPlace(guide, witness);
  const finding = conclude(place, witness);
  return structured(finding, [describe(finding)]);
};

/** Group of a bird, and the bird itself if known. */
interface Place {
  readonly group: Group;
  readonly species?: Species;
}

/**
 * Descends from a group to the member that contains the bird, as far as the witness can tell. Continues below uncertain members,
 * because the distinguishing properties of their birds may be known.
 */
async function findPlace(group: Group, witness: Witness): Promise<Place> {
  for (const member of group.members) {
    const isMember = await witness.recognises(member);
    if (isGroup(member) && isMember !== false) {
      const place = await findPlace(member, witness);
      if (isMember || place.species) return place;
    } else if (isMember && !isGroup(member) && (await witness.confirms(member))) {
      return { group, species: member };
    }
  }
  return { group };
}

function conclude({ group, species }: Place, witness: Witness): Finding {
  const members = listEntries().filter((entry) => entry.groups.includes(group));
  const found = members.find((entry) => entry.species === species);
  const possible = found ? [found] : members.filter((entry) => !witness.excludes(entry));
  return {
    ...(found && { bird: toBird(found) }),
    group: group.name,
    candidates: possible.map((entry) => entry.species.name),
    seen: witness.seen,
  };
}

function describe({ bird, group, candidates }: Finding): string {
  if (bird !== undefined) return `It is the ${bird.name} (${bird.latin}), one of the ${group}. See ${bird.uri}.`;
  if (candidates.length === 0) return `It is one of the ${group}, but none that the guide knows.`;
  return `It is one of the ${group}. Nothing speaks against: ${candidates.join(', ')}.`;
}
