import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';
import { referredName } from '../../../core/schema/map-schema.js';
import type { DefinitionsByName } from '../../../core/schema/wire-schema.js';

/** Keywords that are copied unchanged. */
const plain: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'required']);

/** Maximum depth of references, unions and similar keywords with no property between them. */
const maxNesting = 8;

/** Maximum number of schemas in an outline. A longer outline would not fit into any descriptor. */
const maxParts = 4096;

/**
 * Creates a schema without references that accepts every value that the original accepts. It has `levels` levels of
 * objects and arrays; deeper schemas are reduced to their type.
 */
export function outlineSchema(schema: Json, definitions: DefinitionsByName, levels: number): JsonObject {
  return outlinePart(schema, { definitions, levels, nesting: 0, outline: { parts: 0 } });
}

interface OutlinePlace {
  readonly definitions: DefinitionsByName;
  /** Number of remaining levels. */
  readonly levels: number;
  readonly nesting: number;
  /** Number of schemas added to the outline. */
  readonly outline: { parts: number };
}

function outlinePart(schema: Json, place: OutlinePlace): JsonObject {
  place.outline.parts++;
  const isCut = place.nesting > maxNesting || place.outline.parts > maxParts;
  if (!isJsonObject(schema) || isCut) return new Map();
  const sibling = { ...place, nesting: place.nesting + 1 };
  const target = place.definitions.get(referredName(schema) ?? '')?.schema;
  const referred = target === undefined ? new Map<string, Json>() : outlinePart(target, sibling);
  const members = [...schema].flatMap(([keyword, value]): Members => {
    if (place.levels === 0) return keyword === 'type' ? [[keyword, value]] : [];
    return plain.has(keyword) ? [[keyword, value]] : outlineMember(keyword, value, schema, sibling);
  });
  return joinSchemas(new Map(members), referred);
}

type Members = readonly (readonly [keyword: string, value: Json])[];

/** Outlines the schemas at a keyword. Omits keywords that could reject more values in an outline. */
function outlineMember(keyword: string, value: Json, schema: JsonObject, sibling: OutlinePlace): Members {
  const below = { ...sibling, levels: sibling.levels - 1, nesting: 0 };
  if (keyword === 'properties' && isJsonObject(value)) {
    return [[keyword, new Map([...value].map(([key, property]) => [key, outlinePart(property, below)]))]];
  }
  if (keyword === 'items' && !schema.has('prefixItems')) return [[keyword, outlinePart(value, sibling)]];
  if (keyword === 'additionalProperties' && isJsonObject(value) && !schema.has('patternProperties')) {
    return [[keyword, outlinePart(value, below)]];
  }
  if (!isJsonArray(value)) return [];
  const parts = value.map((part) => outlinePart(part, sibling));
  if (keyword === 'allOf') {
    const kept = parts.filter(({ size }) => size > 0);
    return kept.length > 0 ? [[keyword, kept]] : [];
  }
  const isUnion = keyword === 'anyOf' || (keyword === 'oneOf' && !schema.has('anyOf'));
  return isUnion && parts.every(({ size }) => size > 0) ? [['anyOf', parts]] : [];
}

/** Joins two schemas, with `allOf` if they share a keyword. */
function joinSchemas(members: JsonObject, referred: JsonObject): JsonObject {
  if (members.size === 0 || referred.size === 0) return members.size === 0 ? referred : members;
  if (![...members.keys()].some((keyword) => referred.has(keyword))) return new Map([...referred, ...members]);
  const earlier = members.get('allOf');
  return new Map<string, Json>([...members, ['allOf', [...(isJsonArray(earlier) ? earlier : []), referred]]]);
}
