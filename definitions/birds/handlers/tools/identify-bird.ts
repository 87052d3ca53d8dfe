import { structured } from 'create-mcp-from-schema/runtime';
import type { IdentifyBird, IdentifyBirdResult } from '../../../../generated/birds/handlers.ts';
import type { Finding } from '../../../../generated/birds/types.ts';
import { toBird } from '../describe-entry.ts';
import { guide, listEntries } from '../guide.ts';
import { isGroup, type Group, type Species } from '../taxon.ts';
import { Witness } from '../witness.ts';

/**
 * Finds out which bird someone has seen. Where the protocol has the handler run again for every answer it does no harm:
 * nothing happens here but questions, which are asked once, and conclusions, which are the same each time.
 */
export const identifyBird: IdentifyBird = async (_input, { elicitations }): Promise<IdentifyBirdResult> => {
  const witness = new Witness(elicitations);
  const place = await findPlace(guide, witness);
  const finding = conclude(place, witness);
  return structured(finding, [describe(finding)]);
};

/** Group of a bird, and the bird itself if it is known. */
interface Place {
  readonly group: Group;
  readonly species?: Species;
}

/**
 * Goes from a group to the one of its members that the bird belongs to, as far down as the witness can tell. Where that is not
 * certain it looks further down all the same: what tells the birds apart may be known better.
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
