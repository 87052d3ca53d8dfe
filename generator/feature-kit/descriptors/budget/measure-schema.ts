import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import { collectDefinitions, type DefinitionsByName } from '../../../core/schema/wire-schema.js';

/** Estimates the size of a schema in a descriptor, in bytes: its JSON and all definitions that it refers to. */
export function measureSchema(schema: Json, definitions: DefinitionsByName): number {
  const sizesBelow = collectDefinitions(schema, definitions).map(
    (definition) => definition.wireName.length + 4 + measureAlone(definition.schema),
  );
  return sizesBelow.reduce((total, size) => total + size, measureAlone(schema));
}

/** Cached sizes of definitions, because many tools refer to the same ones. */
const sizes = new WeakMap<JsonObject, number>();

function measureAlone(schema: Json): number {
  const bytes = isJsonObject(schema) ? sizes.get(schema) : undefined;
  if (bytes !== undefined) return bytes;
  const measured = Buffer.byteLength(stringifyJson(schema));
  if (isJsonObject(schema)) sizes.set(schema, measured);
  return measured;
}
