import { isJsonObject, type Json, type JsonObject } from '../model/json.js';
import { mapSchema } from './map-schema.js';

/**
 * Wraps an output schema for revisions up to 2025-11-25, which know objects only: the value becomes the one property `result`
 * of an object.
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

/** Returns whether an output schema has `type: object` at its root. */
export function isObjectSchema(schema: JsonObject): boolean {
  return schema.get('type') === 'object';
}

/** Replaces boolean property schemas, which revisions up to 2025-11-25 do not know, by objects. */
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

/** Keywords that stay at the root. */
const kept: ReadonlySet<string> = new Set(['$schema', 'title', 'description']);
const containers: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/**
 * Loosens an output schema: it shows the expected form and accepts every other value too. Clients refuse answers that do not
 * fit the advertised schema, so that unchecked answers of an API need a loose one. An object schema stays an object schema.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema
 */
export function loosenOutput(schema: JsonObject): JsonObject {
  const isObject = schema.get('type') === 'object';
  const isLoose = [...schema.keys()].every((keyword) => kept.has(keyword) || (isObject && keyword === 'type'));
  if (isLoose) return schema;
  const members = [...(mapSchema(schema, moveToAlternative) as JsonObject)];
  const expected = new Map(members.filter(([keyword]) => !kept.has(keyword) && !containers.has(keyword)));
  return new Map<string, Json>([
    ...members.filter(([keyword]) => kept.has(keyword)),
    ...(isObject ? [['type', 'object'] as const] : []),
    ['anyOf', [expected, new Map()]],
    ...members.filter(([keyword]) => containers.has(keyword)),
  ]);
}

function moveToAlternative(schema: JsonObject): JsonObject {
  return schema.get('$ref') === '#' ? new Map(schema).set('$ref', '#/anyOf/0') : schema;
}
