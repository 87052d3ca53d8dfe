import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../model/json.js';
import { referredNames } from '../schema/map-schema.js';
import type { DefinitionsByName } from '../schema/wire-schema.js';

/** Bytes of a schema and of all definitions that it refers to, as JSON: about its size in a descriptor. */
export function measureSchema(schema: Json, definitions: DefinitionsByName): number {
  const seen = new Set<string>();
  const waiting: Json[] = [schema];
  let bytes = 0;
  for (const next of waiting) {
    bytes += measureAlone(next);
    for (const name of referredNames(next)) {
      const definition = definitions.get(name);
      if (!definition || seen.has(name)) continue;
      seen.add(name);
      bytes += definition.wireName.length + 4;
      waiting.push(definition.schema);
    }
  }
  return bytes;
}

/** Sizes of definitions, which many tools refer to. */
const sizes = new WeakMap<JsonObject, number>();

function measureAlone(schema: Json): number {
  const bytes = isJsonObject(schema) ? sizes.get(schema) : undefined;
  if (bytes !== undefined) return bytes;
  const measured = Buffer.byteLength(stringifyJson(schema));
  if (isJsonObject(schema)) sizes.set(schema, measured);
  return measured;
}
