import { isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import { mapSchema } from '../../schema/map-schema.js';
import type { Restrictions } from '../profile.js';
import { flattenRoot } from './flatten-root.js';
import { referredDefinition } from './read-reference.js';
import { SchemaLowering } from './schema-lowering.js';

/**
 * Lowers a self-contained input schema of 2020-12 as far as restrictions demand it and as that loses no value: whatever the schema
 * accepts is accepted by what comes out. What a profile refuses and cannot be lowered stays.
 */
export function lowerInput(schema: JsonObject, restrictions: Restrictions): JsonObject {
  const flat = flattenRoot(schema, restrictions['root-keyword']?.keywords ?? []);
  const lower = (areReferredWider: boolean) => new SchemaLowering(flat, restrictions, areReferredWider);
  const exact = lower(false).lower(flat);
  const lowered = exact.isWider && hasReferences(exact.schema) ? lower(true).lower(flat) : exact;
  return isJsonObject(lowered.schema) ? pruneDefinitions(lowered.schema) : schema;
}

function hasReferences(schema: Json): boolean {
  return listReferences(schema).length > 0;
}

function listReferences(schema: Json): readonly string[] {
  const references: string[] = [];
  mapSchema(schema, (part) => {
    const reference = part.get('$ref');
    if (typeof reference === 'string') references.push(reference);
    return part;
  });
  return references;
}

/** Leaves out definitions that nothing refers to any more. */
function pruneDefinitions(schema: JsonObject): JsonObject {
  const definitions = schema.get('$defs');
  if (!isJsonObject(definitions)) return schema;
  const body = new Map([...schema].filter(([keyword]) => keyword !== '$defs'));
  const reached = new Set<string>();
  const waiting: Json[] = [body];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const reference of listReferences(next)) {
      const name = referredDefinition(reference);
      if (name === undefined || reached.has(name)) continue;
      reached.add(name);
      waiting.push(definitions.get(name) ?? true);
    }
  }
  if (reached.size === 0) return body;
  return body.set('$defs', new Map([...definitions].filter(([name]) => reached.has(name))));
}
