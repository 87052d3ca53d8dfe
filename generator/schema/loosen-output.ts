import type { Json, JsonObject } from '../model/json.js';
import { mapSchema } from './map-schema.js';

/** Keywords that stay at the root: what is about the schema as a whole, and what it is called. */
const kept: ReadonlySet<string> = new Set(['$schema', 'title', 'description']);
const containers: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/**
 * An output schema that says what is expected and allows everything else, too. Clients hold answers against the schema that
 * they were told and refuse what does not fit; an answer that is passed on whether it fits or not needs one that it cannot
 * miss. What is an object by its root stays one.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#output-schema
 */
export function loosenOutput(schema: JsonObject): JsonObject {
  const isObject = schema.get('type') === 'object';
  const isLoose = [...schema.keys()].every((keyword) => kept.has(keyword) || (isObject && keyword === 'type'));
  if (isLoose) return schema;
  const members = [...(mapSchema(schema, moveSelfReference) as JsonObject)];
  const expected = new Map(members.filter(([keyword]) => !kept.has(keyword) && !containers.has(keyword)));
  return new Map<string, Json>([
    ...members.filter(([keyword]) => kept.has(keyword)),
    ...(isObject ? [['type', 'object'] as const] : []),
    ['anyOf', [expected, new Map()]],
    ...members.filter(([keyword]) => containers.has(keyword)),
  ]);
}

function moveSelfReference(schema: JsonObject): JsonObject {
  return schema.get('$ref') === '#' ? new Map(schema).set('$ref', '#/anyOf/0') : schema;
}
