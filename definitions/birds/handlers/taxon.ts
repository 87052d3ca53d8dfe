import type { IdentifyBirdQuestions } from '../../../generated/birds/handlers.ts';

/** Property of a bird that the guide asks for; the question has the same name. */
export type Attribute = Exclude<keyof IdentifyBirdQuestions, 'confirm'>;

type Answer<Name extends Attribute> = Awaited<ReturnType<IdentifyBirdQuestions[Name]>>;

/** Possible values of each property: the answers that the form offers. */
export type Look<Name extends Attribute> = NonNullable<
  Extract<Answer<Name>, { readonly action: 'accept' }>['content']['answer']
>;

/** Properties that all members of a group share; several values where members differ. */
export type Signs = { readonly [Name in Attribute]?: Look<Name> | readonly Look<Name>[] };

/** An order, a family or a bird. It is recognized by its signs: of the members of a group, the first one that fits. */
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

/** The signs of a taxon as pairs of an attribute and what it may look like. */
export function listSigns({ signs }: Taxon): readonly (readonly [attribute: Attribute, looks: readonly unknown[]])[] {
  return Object.entries(signs).map(([attribute, looks]) => [attribute as Attribute, [looks].flat()] as const);
}
