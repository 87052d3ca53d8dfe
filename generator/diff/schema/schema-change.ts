import type { Place } from '../../model/place.js';
import type { SchemaRule } from '../schema-rules.js';
import type { Certainty } from '../severity.js';
import type { Schema, Side } from './schema-world.js';

/** One difference between two schemas. */
export interface SchemaChange {
  readonly rule: SchemaRule;
  /** Something that was accepted is refused. */
  readonly narrows: Certainty;
  /** Something that was refused is accepted. */
  readonly widens: Certainty;
  /** Where in a value: `address`, `lines`, `[]`. */
  readonly trail: readonly string[];
  readonly side: Side;
  readonly place: Place;
  readonly message: string;
  readonly help?: string;
}

/** Two schemas that are compared, and where they stand. */
export interface SchemaPair {
  readonly old: Schema;
  readonly new: Schema;
  readonly oldPlace: Place;
  readonly newPlace: Place;
  readonly trail: readonly string[];
  /** The schemas that these are parts of, when they are about the same value and hold with others. */
  readonly whole?: { readonly old: Schema; readonly new: Schema };
  /** What is not known to be untrue of the whole: proofs that all is well hold for every part, too. */
  readonly limits: Effects;
}

/** What a change may do. */
export interface Effects {
  readonly narrows: boolean;
  readonly widens: boolean;
}

/** Nothing. */
export const noEffects: Effects = { narrows: false, widens: false };

/** What either does. */
export function uniteEffects(left: Effects, right: Effects): Effects {
  return { narrows: left.narrows || right.narrows, widens: left.widens || right.widens };
}
