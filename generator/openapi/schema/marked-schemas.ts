import { isJsonArray, isJsonObject, type Json } from '../../model/json.js';
import type { ReferredSchema } from '../../resolve/schema-resolver.js';
import { mapSchema, referredNames } from '../../schema/map-schema.js';
import { droppedMark } from './drop-directed.js';
import { renamedMark } from './rename-keys.js';

/** Keys of the schemas that have such a mark, and of those that refer to one of them, directly or not. */
export function findMarked(readings: readonly ReferredSchema[], marks: readonly string[]): ReadonlySet<string> {
  const own = readings.filter(({ schema }) => marks.some((mark) => hasMark(schema, mark)));
  if (own.length === 0) return new Set();
  const referrers = new Map<string, string[]>();
  for (const { key, schema } of readings) {
    for (const target of referredNames(schema)) {
      const known = referrers.get(target);
      if (known) known.push(key);
      else referrers.set(target, [key]);
    }
  }
  const marked = new Set(own.map(({ key }) => key));
  // Grows while it is gone through.
  for (const key of marked) for (const referrer of referrers.get(key) ?? []) marked.add(referrer);
  return marked;
}

/** Whether a schema has such a mark itself; what it refers to is not looked at. */
export function hasMark(schema: Json, mark: string): boolean {
  if (isJsonArray(schema)) return schema.some((item) => hasMark(item, mark));
  if (!isJsonObject(schema)) return false;
  if (schema.has(mark)) return true;
  for (const value of schema.values()) if (hasMark(value, mark)) return true;
  return false;
}

/** The same schema without the marks that say what was done to it. */
export function removeMarks(schema: Json): Json {
  if (!hasMark(schema, droppedMark) && !hasMark(schema, renamedMark)) return schema;
  return mapSchema(
    schema,
    (part) => new Map([...part].filter(([keyword]) => keyword !== droppedMark && keyword !== renamedMark)),
  );
}
