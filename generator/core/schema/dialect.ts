import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../model/json.js';
import type { Dialect } from '../model/model.js';
import { mapSchema } from './map-schema.js';

/** Returns the dialect of a `$schema`; `undefined` if it is unsupported. */
export function parseDialect(schema: string): Dialect | undefined {
  const address = schema.replace(/^https?:\/\//u, '').replace(/#$/u, '');
  if (address === 'json-schema.org/draft/2020-12/schema') return '2020-12';
  return address === 'json-schema.org/draft-07/schema' ? 'draft-07' : undefined;
}

/** Rewrites a draft-07 schema as an equivalent 2020-12 schema. */
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
