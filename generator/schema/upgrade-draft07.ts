import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../model/json.js';
import { mapSchema } from './map-schema.js';

/** Rewrites a draft-07 schema as the 2020-12 schema that accepts the same values. */
export function upgradeDraft07(schema: boolean | JsonObject): boolean | JsonObject {
  return mapSchema(schema, upgradeOne) as boolean | JsonObject;
}

function upgradeOne(schema: JsonObject): JsonObject {
  return new Map([...schema].flatMap(([keyword, value]) => upgradeMember(keyword, value, schema)));
}

function upgradeMember(keyword: string, value: Json, schema: JsonObject): [string, Json][] {
  if (keyword === 'items' && isJsonArray(value)) return [['prefixItems', value]];
  if (keyword === 'additionalItems') return isJsonArray(schema.get('items') ?? null) ? [['items', value]] : [];
  if (keyword === 'dependencies' && isJsonObject(value)) {
    const required = [...value].filter(([, member]) => isJsonArray(member));
    const schemas = [...value].filter(([, member]) => !isJsonArray(member));
    return [
      ...(required.length > 0 ? [['dependentRequired', new Map(required)] satisfies [string, Json]] : []),
      ...(schemas.length > 0 ? [['dependentSchemas', new Map(schemas)] satisfies [string, Json]] : []),
    ];
  }
  return [[keyword, value]];
}
