import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import { collectDefinitions, type DefinitionsByName } from '../../../core/schema/wire-schema.js';

/** Estimates the size of a schema in a descriptor: bytes of its JSON and of all definitions that it refers to. */
export function measureSchema(schema: Json, definitions: DefinitionsByName): number {
  const sizesBelow = collectDefinitions(schema, definitions).map(
    (definition) => definition.wireName.length + 4 + measureAlone(definition.schema),
  );
  return sizesBelow.reduce((total, size) => total + size, measureAlone(schema));
}

/** Cache of the sizes of definitions, which many tools refer to. */
const sizes = new WeakMap<JsonObject, number>();

function measureAlone(schema: Json): number {
  const bytes = isJsonObject(schema) ? sizes.get(schema) : undefined;
  if (bytes !== undefined) return bytes;
  const measured = Buffer.byteLength(stringifyJson(schema));
  if (isJsonObject(schema)) sizes.set(schema, measured);
  return measured;
}
