import type { IdentifyBirdQuestions } from '../../../generated/birds/handlers.ts';

/** Property of a bird that the guide asks for. The elicitation has the same name. */
export type Attribute = Exclude<keyof IdentifyBirdQuestions, 'confirm'>;

type Answer<Name extends Attribute> = Awaited<ReturnType<IdentifyBirdQuestions[Name]>>;

/** Possible values of each property, offered by the form. */
export type Look<Name extends Attribute> = NonNullable<
  Extract<Answer<Name>, { readonly action: 'accept' }>['content']['answer']
>;

/** Properties that all members of a group share. A property has several values if members differ. */
export type Signs = { readonly [Name in Attribute]?: Look<Name> | readonly Look<Name>[] };

/** An order, a family or a bird. In a group, the first member whose signs match is chosen. */
export interface Taxon {
  readonly name: string;
  readonly latin: string;
  readonly signs: Signs;
}

export interface Species extends Taxon {
  /** Further marks of the bird. */
  readonly looks: string;
}

export interface Group extends Taxon {
  readonly members: readonly (Group | Species)[];
}

export function isGroup(taxon: Group | Species): taxon is Group {
  return 'members' in taxon;
}

/** Returns the signs of a taxon as pairs of an attribute and its possible values. */
export function listSigns({ signs }: Taxon): readonly (readonly [attribute: Attribute, looks: readonly unknown[]])[] {
  return Object.entries(signs).map(([attribute, looks]) => [attribute as Attribute, [looks].flat()] as const);
}
