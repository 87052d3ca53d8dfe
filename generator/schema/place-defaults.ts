import { arrayAt, isJsonObject, type Json, type JsonObject } from '../model/json.js';
import type { Model, SchemaModel } from '../model/model.js';
import { mapSchema, referredName } from './map-schema.js';
import { mapByName, type DefinitionsByName } from './wire-schema.js';

/**
 * Writes defaults at the root of a referred schema beside the reference, where validators fill them: `limit: { $ref: … }` gets the
 * `default` of its target. Defaults in `allOf` of a property move in the same way. Descriptors keep the schemas as they were written.
 */
export function placeDefaults(model: Model): Model {
  if (model.tools.every(({ advertisesDefaultsOnly }) => advertisesDefaultsOnly === true)) return model;
  const definitions = mapByName(model.definitions);
  const place = <Schema extends SchemaModel>(model: Schema): Schema => {
    const schema = mapSchema(model.schema, (part) => placeInProperties(part, definitions)) as SchemaModel['schema'];
    return schema === model.schema ? model : { ...model, schema };
  };
  return {
    ...model,
    tools: model.tools.map((tool) => ({ ...tool, input: place(tool.input) })),
    definitions: model.definitions.map(place),
  };
}

function placeInProperties(schema: JsonObject, definitions: DefinitionsByName): JsonObject {
  const properties = schema.get('properties');
  if (!isJsonObject(properties)) return schema;
  const placed = [...properties].map(([name, property]): [string, Json] => {
    const value = isJsonObject(property) && !property.has('default') ? findDefault(property, definitions) : undefined;
    return [name, value === undefined ? property : new Map(property as JsonObject).set('default', value)];
  });
  const isChanged = placed.some(([name, property]) => property !== properties.get(name));
  return isChanged ? new Map(schema).set('properties', new Map(placed)) : schema;
}

/** The default of a schema: its own, else that of the schema that it refers to, else the first one in its `allOf`. */
function findDefault(schema: JsonObject, definitions: DefinitionsByName): Json | undefined {
  const seen = new Set<JsonObject>();
  const waiting: Json[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isJsonObject(next) || seen.has(next)) continue;
    seen.add(next);
    const value = next.get('default');
    if (value !== undefined) return value;
    waiting.push(...arrayAt(next, 'allOf').toReversed());
    const target = definitions.get(referredName(next) ?? '');
    if (target) waiting.push(target.schema);
  }
  return undefined;
}
