import { arrayAt, isJsonObject, type Json, type JsonObject } from '../model/json.js';
import type { Model, SchemaModel } from '../model/model.js';
import { mapSchema, referredName } from './map-schema.js';
import { mapByName } from './wire-schema.js';

/**
 * Copies the default of a referenced schema next to the reference, where validators fill it in: `limit: { $ref: … }`
 * gets the `default` of its target. Defaults in a property's `allOf` are copied the same way. Descriptors keep the
 * original schemas.
 */
export function placeDefaults(model: Model): Model {
  if (model.tools.every(({ advertisesDefaultsOnly }) => advertisesDefaultsOnly === true)) return model;
  const definitions = mapByName(model.definitions);
  const place = <Schema extends SchemaModel>(model: Schema): Schema => {
    const schema = placeDefaultsIn(model.schema, (name) => definitions.get(name)?.schema) as SchemaModel['schema'];
    return schema === model.schema ? model : { ...model, schema };
  };
  return {
    ...model,
    tools: model.tools.map((tool) => ({
      ...tool,
      input: place(tool.input),
      ...(tool.supplied && { supplied: place(tool.supplied) }),
    })),
    definitions: model.definitions.map(place),
  };
}

/** Looks up the schema of a definition by name. */
type FindDefinition = (name: string) => Json | undefined;

/** Applies {@link placeDefaults} to one schema. */
export function placeDefaultsIn(schema: Json, definitions: FindDefinition): Json {
  return mapSchema(schema, (part) => placeInProperties(part, definitions));
}

function placeInProperties(schema: JsonObject, definitions: FindDefinition): JsonObject {
  const properties = schema.get('properties');
  if (!isJsonObject(properties)) return schema;
  const placed = [...properties].map(([name, property]): [string, Json] => {
    const value = isJsonObject(property) && !property.has('default') ? findDefault(property, definitions) : undefined;
    return [name, value === undefined ? property : new Map(property as JsonObject).set('default', value)];
  });
  const isChanged = placed.some(([name, property]) => property !== properties.get(name));
  return isChanged ? new Map(schema).set('properties', new Map(placed)) : schema;
}

/**
 * Finds the default of a schema: its own, else the default of its `$ref` target, else the first default in its `allOf`.
 */
function findDefault(schema: JsonObject, definitions: FindDefinition): Json | undefined {
  const seen = new Set<JsonObject>();
  const waiting: Json[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isJsonObject(next) || seen.has(next)) continue;
    seen.add(next);
    const value = next.get('default');
    if (value !== undefined) return value;
    waiting.push(...arrayAt(next, 'allOf').toReversed());
    const target = definitions(referredName(next) ?? '');
    if (target !== undefined) waiting.push(target);
  }
  return undefined;
}
