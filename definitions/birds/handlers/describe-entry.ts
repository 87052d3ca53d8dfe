import type { Bird } from '../../../generated/birds/types.ts';
import type { Entry } from './guide.ts';
import { listSigns, type Attribute, type Taxon } from './taxon.ts';

const attributeNames: { readonly [name in Attribute]: string } = {
  feet: 'feet',
  bill: 'bill',
  night: 'out at night',
  size: 'as large as a',
  longNeck: 'long neck',
  colour: 'colour',
  head: 'head',
  tail: 'tail',
  flight: 'flight',
  feeding: 'feeding',
};

/** Returns a bird as it appears in tool results. */
export function toBird({ species: { name, latin }, groups }: Entry): Bird {
  const [, order, family] = groups;
  return { name, latin, order: order?.name ?? '', family: family?.name ?? '', uri: `birds://guide/${toId(name)}` };
}

/** Returns the name of a bird as spelled in its URI. */
export function toId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** Returns the Markdown page of a bird, which explains its identification from the order down to the bird itself. */
export function describeEntry({ species, groups }: Entry): string {
  const steps = [...groups.slice(1), species].map(
    (taxon) => `- ${taxon.name} (${taxon.latin}): ${describeSigns(taxon) || 'no other like it'}`,
  );
  return [`# ${capitalise(species.name)}`, species.looks, steps.join('\n')].join('\n\n');
}

/** Returns the signs of a taxon as text; empty if it has no signs. */
export function describeSigns(taxon: Taxon): string {
  return listSigns(taxon)
    .map(([attribute, looks]) => `${attributeNames[attribute]}: ${looks.map(say).join(' or ')}`)
    .join(', ');
}

function say(look: unknown): string {
  return typeof look === 'boolean' ? (look ? 'yes' : 'no') : String(look);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
