import { isJsonArray, type Json, type JsonObject } from '../../model/json.js';
import { addToDescription } from './note.js';
import { both, ShapeReader, type ObjectShape } from './object-shape.js';

/** More alternatives than these are not spelt out in the description. */
const maximalAlternatives = 12;

/**
 * Takes keywords away from the root of a self-contained input schema: alternatives become one object with the properties of
 * all of them, of which those are required that all require. Which belong together goes to the description.
 *
 * As everywhere, a schema that lists properties is taken to have no others, unless it says so.
 */
export function flattenRoot(schema: JsonObject, keywords: readonly string[]): JsonObject {
  const present = keywords.filter((keyword) => schema.has(keyword));
  if (present.length === 0) return schema;
  const reader = new ShapeReader(schema);
  const shapes = reader.readAlternatives(schema, present);
  const own = reader.readOwn(schema);
  const shape = shapes.reduce<ObjectShape>((known, other) => both(known, other ?? known), own);
  const result = new Map<string, Json>();
  for (const [keyword, value] of schema) {
    if (!present.includes(keyword) && keyword !== 'unevaluatedProperties') result.set(keyword, value);
  }
  if (shape.properties.size > 0) result.set('properties', shape.properties);
  if (shape.required.size > 0) result.set('required', [...shape.required]);
  if (shape.isClosed) result.set('additionalProperties', false);
  const groups = present.flatMap((keyword) => describeAlternatives(schema.get(keyword), keyword, reader));
  return groups.reduce<JsonObject>(addToDescription, moveDefinitionsLast(result));
}

/** A sentence that says which properties go together. */
function describeAlternatives(members: Json | undefined, keyword: string, reader: ShapeReader): readonly string[] {
  if (keyword === 'allOf' || !isJsonArray(members) || members.length > maximalAlternatives) return [];
  const groups = members.flatMap((member) => {
    const shape = reader.read(member);
    if (!shape) return [];
    const { required, properties } = shape;
    const optional = [...properties.keys()].filter((name) => !required.has(name)).map((name) => `${name}?`);
    const names = [...required, ...optional];
    return names.length === 0 ? [] : `{${names.join(', ')}}`;
  });
  const different = [...new Set(groups)];
  if (different.length < 2) return [];
  return [`${keyword === 'oneOf' ? 'Exactly one' : 'At least one'} of: ${different.join(' or ')}.`];
}

function moveDefinitionsLast(schema: Map<string, Json>): JsonObject {
  const definitions = schema.get('$defs');
  if (definitions === undefined) return schema;
  schema.delete('$defs');
  return schema.set('$defs', definitions);
}
