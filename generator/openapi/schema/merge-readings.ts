import type { JsonObject } from '../../model/json.js';
import type { ReferredSchema } from '../../resolve/schema-resolver.js';
import { mapRefs, refTo } from '../../schema/map-schema.js';
import { droppedMark } from './drop-directed.js';
import { findMarked, removeMarks } from './marked-schemas.js';
import { renamedMark } from './rename-keys.js';

/** What the readings of the schemas of documents come to. */
export interface MergedReadings {
  /** Each schema once, unless it is different in the two directions. */
  readonly referred: readonly ReferredSchema[];
  /** The same schema with the keys that schemas have now, and without marks. */
  readonly finish: <T extends boolean | JsonObject>(schema: T) => T;
}

/** Schemas that are the same in both directions become one; the others are told apart by their names. */
export function mergeReadings(readings: readonly ReferredSchema[]): MergedReadings {
  const changed = findMarked(readings, [droppedMark, renamedMark]);
  const rename = (key: string) => (changed.has(key) ? key : key.replace(/^(?:input|output) /u, '2020-12 '));
  const finish = <T extends boolean | JsonObject>(schema: T) =>
    mapRefs(removeMarks(schema), (key) => refTo(rename(key))) as T;
  const referred = new Map<string, ReferredSchema>();
  for (const reading of readings) {
    const key = rename(reading.key);
    if (referred.has(key)) continue;
    const merged = { ...reading, key, schema: finish(reading.schema) };
    const suffix = key.startsWith('input ') ? 'Input' : 'Output';
    referred.set(key, changed.has(reading.key) ? { ...merged, suffix } : merged);
  }
  return { referred: [...referred.values()], finish };
}
