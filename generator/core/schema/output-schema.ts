import { isJsonObject, type Json, type JsonObject } from '../model/json.js';
import { mapSchema } from './map-schema.js';

/** Whether an output schema has `type: object` at its root. */
export function isObjectSchema(schema: JsonObject): boolean {
  return schema.get('type') === 'object';
}

/** Keywords that contain definitions, which stay at the root. */
const containers: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/**
 * Wraps an output schema in an object with the property `result`, for protocol versions up to 2025-11-25, which support objects only.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#tool
 */
export function wrapOutputSchema(schema: JsonObject): JsonObject {
  const members = moveRoot(schema, '#/properties/result');
  const value = members.filter(([keyword]) => keyword !== '$schema' && !containers.has(keyword));
  return new Map<string, Json>([
    ...members.filter(([keyword]) => keyword === '$schema'),
    ['type', 'object'],
    ['properties', new Map([['result', new Map(value)]])],
    ['required', ['result']],
    ...members.filter(([keyword]) => containers.has(keyword)),
  ]);
}

/** Replaces boolean property schemas with objects, because protocol versions up to 2025-11-25 do not support them. */
export function withoutBooleanProperties(schema: JsonObject): JsonObject {
  const properties = schema.get('properties');
  const isBoolean = (property: Json) => typeof property === 'boolean';
  if (!isJsonObject(properties) || ![...properties.values()].some(isBoolean)) return schema;
  const entries = [...properties].map(([name, property]): [string, Json] => {
    if (!isBoolean(property)) return [name, property];
    return [name, property === true ? new Map() : new Map([['not', new Map()]])];
  });
  return new Map(schema).set('properties', new Map(entries));
}

/** Keywords that stay at the root of a loosened schema. */
const keptKeywords: ReadonlySet<string> = new Set(['$schema', 'title', 'description']);

/**
 * Loosens an output schema: it still shows the expected shape but accepts any value. Clients reject results that
 * violate the advertised schema, so unvalidated API responses need a loose one. An object schema remains an object
 * schema.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema
 */
export function loosenOutput(schema: JsonObject): JsonObject {
  const isObject = isObjectSchema(schema);
  const isLoose = [...schema.keys()].every((keyword) => keptKeywords.has(keyword) || (isObject && keyword === 'type'));
  if (isLoose) return schema;
  const members = moveRoot(schema, '#/anyOf/0');
  const expected = new Map(members.filter(([keyword]) => !keptKeywords.has(keyword) && !containers.has(keyword)));
  return new Map<string, Json>([
    ...members.filter(([keyword]) => keptKeywords.has(keyword)),
    ...(isObject ? [['type', 'object'] as const] : []),
    ['anyOf', [expected, new Map()]],
    ...members.filter(([keyword]) => containers.has(keyword)),
  ]);
}

/**
 * Returns the members of a schema. References to its root, or to the schema that it was loosened from, are redirected
 * to a new place.
 */
function moveRoot(schema: JsonObject, place: string): readonly (readonly [string, Json])[] {
  const moved = mapSchema(schema, (part) => {
    const ref = part.get('$ref');
    const leadsToRoot = typeof ref === 'string' && /^#(?:\/anyOf\/0)?$/u.test(ref);
    return leadsToRoot ? new Map(part).set('$ref', place + ref.slice(1)) : part;
  });
  return [...(moved as JsonObject)];
}
