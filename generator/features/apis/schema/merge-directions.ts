import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';
import type { ReferredSchema } from '../../../feature-kit/resolve/schema-resolver.js';
import { mapRefs, mapSchema, referredNames, refTo } from '../../../core/schema/map-schema.js';
import { FinalKeys } from './translation-name.js';
import { droppedMark, renamedMark } from './translate-schema.js';

/** Referenced schemas of documents in their final form. */
interface MergedSchemas {
  /** Referenced schemas without duplicates; different translations of a schema are separate entries. */
  readonly referred: readonly ReferredSchema[];
  /** Gives a schema its final references and removes the marks of the translation. */
  readonly finish: <T extends boolean | JsonObject>(schema: T) => T;
}

/**
 * Merges the input and output translations of each schema if they are equal.
 *
 * @see docs/decisions/0008-openapi-schemas-are-translated-per-direction.md
 */
export function mergeDirections(translations: readonly ReferredSchema[]): MergedSchemas {
  const changed = findMarked(translations, [droppedMark, renamedMark]);
  const keys = new FinalKeys(
    translations.map(({ key }) => key),
    (key) => changed.has(key),
  );
  const finish = <T extends boolean | JsonObject>(schema: T) =>
    mapRefs(removeMarks(schema), (key) => refTo(keys.of(key))) as T;
  const referred = new Map<string, ReferredSchema>();
  for (const translation of translations) {
    const key = keys.of(translation.key);
    if (referred.has(key)) continue;
    const suffix = translation.key.startsWith('input@') ? 'Input' : 'Output';
    const schema = finish(translation.schema);
    referred.set(key, { ...translation, key, schema, ...(changed.has(translation.key) && { suffix }) });
  }
  return { referred: [...referred.values()], finish };
}

/** Finds the keys of schemas that have one of these marks, or refer to such a schema, directly or indirectly. */
export function findMarked(schemas: readonly ReferredSchema[], marks: readonly string[]): ReadonlySet<string> {
  const withMark = schemas.filter(({ schema }) => marks.some((mark) => hasMark(schema, mark)));
  const marked = new Set(withMark.map(({ key }) => key));
  if (marked.size === 0) return marked;
  const referrers = new Map<string, string[]>();
  for (const { key, schema } of schemas) {
    for (const target of referredNames(schema)) {
      const referring = referrers.get(target);
      if (referring) referring.push(key);
      else referrers.set(target, [key]);
    }
  }
  // The set grows during the iteration.
  for (const key of marked) for (const referrer of referrers.get(key) ?? []) marked.add(referrer);
  return marked;
}

/** Whether a schema or a nested schema has a mark. Does not follow references. */
export function hasMark(schema: Json, mark: string): boolean {
  if (isJsonArray(schema)) return schema.some((item) => hasMark(item, mark));
  if (!isJsonObject(schema)) return false;
  if (schema.has(mark)) return true;
  for (const value of schema.values()) if (hasMark(value, mark)) return true;
  return false;
}

function removeMarks(schema: Json): Json {
  return mapSchema(schema, (part) => {
    if (!part.has(droppedMark) && !part.has(renamedMark)) return part;
    return new Map([...part].filter(([keyword]) => keyword !== droppedMark && keyword !== renamedMark));
  });
}
