import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import { collectDefinitions, type DefinitionsByName } from '../../../core/schema/wire-schema.js';

/** Bytes of a schema and of all definitions that it refers to, as JSON: about its size in a descriptor. */
export function measureSchema(schema: Json, definitions: DefinitionsByName): number {
  const sizesBelow = collectDefinitions(schema, definitions).map(
    (definition) => definition.wireName.length + 4 + measureAlone(definition.schema),
  );
  return sizesBelow.reduce((total, size) => total + size, measureAlone(schema));
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
