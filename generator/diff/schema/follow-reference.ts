import { isJsonObject, type Json } from '../../model/json.js';
import { referredName } from '../../schema/map-schema.js';
import { below, type Place } from '../../model/place.js';
import { isRestricting } from './meaning.js';
import type { Schema, SchemaWorld } from './schema-world.js';

/** What a schema says besides restricting values, with the place where it says so. */
export type Annotations = ReadonlyMap<string, { readonly value: Json; readonly place: Place }>;

/** A schema that is no mere reference, and what was said on the way to it. */
export interface FollowedSchema {
  readonly schema: Schema;
  readonly place: Place;
  readonly annotations: Annotations;
}

const maximalLength = 50;

/** Follows references that have nothing but annotations beside them; what is said first holds. */
export function followReference(schema: Schema, place: Place, world: SchemaWorld): FollowedSchema {
  const annotations = new Map<string, { readonly value: Json; readonly place: Place }>();
  let current: FollowedSchema = { schema, place, annotations };
  for (let length = 0; length < maximalLength && isJsonObject(current.schema); length++) {
    for (const [keyword, value] of current.schema) {
      if (keyword === '$anchor' || isRestricting(keyword) || annotations.has(keyword)) continue;
      annotations.set(keyword, { value, place: below(current.place, keyword) });
    }
    const target = world.definitions.get(referredName(current.schema) ?? '');
    const isAlone = [...current.schema.keys()].every((keyword) => keyword === '$ref' || !isRestricting(keyword));
    if (!target || !isAlone) break;
    current = {
      schema: target.schema,
      place: { anchor: { kind: 'definition', name: target.name }, path: [] },
      annotations,
    };
  }
  return current;
}
