import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../model/json.js';
import { inPlaceKeywords, schemaPositions } from './keywords.js';

/** Maps a schema object whose subschemas are already mapped. */
type SchemaMapping = (schema: JsonObject) => Json;

/**
 * Applies a mapping to every schema object inside a schema, innermost first. Data (`enum`, `const`, `default`,
 * `examples` and unknown keywords) is unchanged. Unchanged parts are shared with the input.
 */
export function mapSchema(schema: Json, mapping: SchemaMapping): Json {
  if (!isJsonObject(schema)) return schema;
  return mapping(mapSubschemas(schema, (part) => mapSchema(part, mapping)));
}

/** Applies a mapping to the direct subschemas of a schema object. Unchanged parts are shared with the input. */
export function mapSubschemas(schema: JsonObject, map: (part: Json) => Json): JsonObject {
  return mapMembers(schema, (value, keyword) => {
    const position = schemaPositions.get(keyword);
    if (position === undefined) return value;
    if (position === 'map' || position === 'dependencies') return isJsonObject(value) ? mapMembers(value, map) : value;
    return isJsonArray(value) ? mapItems(value, map) : map(value);
  });
}

/** Copies an object only if a member changes. */
function mapMembers(object: JsonObject, map: (member: Json, key: string) => Json): JsonObject {
  let changed: Map<string, Json> | undefined;
  for (const [key, member] of object) {
    const mapped = map(member, key);
    if (mapped === member) continue;
    changed ??= new Map(object);
    changed.set(key, mapped);
  }
  return changed ?? object;
}

function mapItems(items: readonly Json[], map: (item: Json) => Json): readonly Json[] {
  const mapped = items.map(map);
  return mapped.every((item, index) => item === items[index]) ? items : mapped;
}

/** Lists the direct subschemas of a schema object, each with its path: the keyword, then keys or indexes. */
export function listSubschemas(schema: JsonObject): readonly (readonly [path: readonly string[], part: Json])[] {
  return [...schema].flatMap(([keyword, value]): ReturnType<typeof listSubschemas> => {
    const position = schemaPositions.get(keyword);
    if (position === undefined) return [];
    if (position === 'map' || position === 'dependencies') {
      return isJsonObject(value) ? [...value].map(([key, member]) => [[keyword, key], member] as const) : [];
    }
    if (isJsonArray(value)) return value.map((item, index) => [[keyword, String(index)], item] as const);
    return [[[keyword], value] as const];
  });
}

/** Lists the subschemas that apply to the same value as the schema object. */
export function schemasInPlace(schema: JsonObject): readonly Json[] {
  return listSubschemas(schema).flatMap(([[keyword = ''], part]) => (inPlaceKeywords.has(keyword) ? [part] : []));
}

/** Visits every schema object inside a schema, in the same order as {@link mapSchema}. */
export function visitParts(schema: Json, visit: (part: JsonObject) => void): void {
  if (!isJsonObject(schema)) return;
  for (const [keyword, value] of schema) {
    const position = schemaPositions.get(keyword);
    if (position === undefined) continue;
    if (position === 'map' || position === 'dependencies') {
      if (isJsonObject(value)) for (const member of value.values()) visitParts(member, visit);
    } else if (isJsonArray(value)) {
      for (const item of value) visitParts(item, visit);
    } else {
      visitParts(value, visit);
    }
  }
  visit(schema);
}

const refPrefix = '#/$defs/';

/** Returns the name of the definition that a schema object refers to. */
export function referredName(schema: JsonObject): string | undefined {
  const ref = schema.get('$ref');
  return typeof ref === 'string' && ref.startsWith(refPrefix) ? ref.slice(refPrefix.length) : undefined;
}

/** Returns a `$ref` object for a definition of the model. */
export function refTo(name: string): string {
  return refPrefix + name;
}

/** Rewrites every reference to a definition. */
export function mapRefs(schema: Json, rewrite: (name: string) => string): Json {
  return mapSchema(schema, (part) => {
    const name = referredName(part);
    return name === undefined ? part : new Map(part).set('$ref', rewrite(name));
  });
}

/** Returns the names of the definitions that a schema refers to directly. */
export function referredNames(schema: Json): ReadonlySet<string> {
  if (!isJsonObject(schema)) return new Set();
  const cached = namesBySchema.get(schema);
  if (cached) return cached;
  const names = new Set<string>();
  visitParts(schema, (part) => {
    const name = referredName(part);
    if (name !== undefined) names.add(name);
  });
  namesBySchema.set(schema, names);
  return names;
}

/** Cache of {@link referredNames}; schemas never change. */
const namesBySchema = new WeakMap<JsonObject, ReadonlySet<string>>();
