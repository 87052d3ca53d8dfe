import type { Json, JsonObject } from '../model/json.js';

/** A JSON object of the members that have a value. */
export function jsonMembers(members: { readonly [key: string]: Json | undefined }): JsonObject {
  return new Map(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  );
}

/** A list that is left out when it is empty. */
export function jsonList(items: readonly Json[]): readonly Json[] | undefined {
  return items.length === 0 ? undefined : items;
}
