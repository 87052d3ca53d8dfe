import { isJsonObject, type Json, type JsonObject } from '../model/json.js';
import { mapSchema } from './map-schema.js';

/**
 * The output schema that revisions up to 2025-11-25 get: they know objects only, so that any other value becomes the
 * one property `result` of an object.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
 */
export function wrapOutputSchema(schema: JsonObject): JsonObject {
  const own = (mapSchema(schema, moveSelfReference) as JsonObject).entries();
  const atRoot = new Set(['$schema', '$defs', 'definitions']);
  const members = [...own];
  return new Map<string, Json>([
    ...members.filter(([keyword]) => keyword === '$schema'),
    ['type', 'object'],
    ['properties', new Map([['result', new Map(members.filter(([keyword]) => !atRoot.has(keyword)))]])],
    ['required', ['result']],
    ...members.filter(([keyword]) => keyword === '$defs' || keyword === 'definitions'),
  ]);
}

/** Whether an output schema allows nothing but objects and says so at its root. */
export function isObjectSchema(schema: JsonObject): boolean {
  return schema.get('type') === 'object';
}

/** Revisions up to 2025-11-25 have objects as property schemas, not booleans. */
export function withoutBooleanProperties(schema: JsonObject): JsonObject {
  const properties = schema.get('properties');
  if (!isJsonObject(properties) || ![...properties.values()].some(isBoolean)) return schema;
  const entries = [...properties].map(([name, value]): [string, Json] => [name, asObject(value)]);
  return new Map(schema).set('properties', new Map(entries));
}

function isBoolean(schema: Json): boolean {
  return typeof schema === 'boolean';
}

function asObject(schema: Json): Json {
  if (schema === true) return new Map();
  return schema === false ? new Map([['not', new Map()]]) : schema;
}

function moveSelfReference(schema: JsonObject): JsonObject {
  const ref = schema.get('$ref');
  if (typeof ref !== 'string' || !/^#(?:\/anyOf\/0)?$/u.test(ref)) return schema;
  return new Map(schema).set('$ref', `#/properties/result${ref.slice(1)}`);
}
