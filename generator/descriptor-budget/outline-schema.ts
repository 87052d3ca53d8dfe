import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../model/json.js';
import { referredName } from '../schema/map-schema.js';
import type { DefinitionsByName } from '../schema/wire-schema.js';

/** Keywords that say what kind of value there is. They restrict it by themselves. */
const plain: ReadonlySet<string> = new Set(['type', 'enum', 'const', 'required']);

/** References, unions and the like in each other without a property between them, at most. */
const maximalNesting = 8;

/** Schemas in an outline, at most: with more it is too long for any descriptor. */
const maximalParts = 4096;

/**
 * A schema without references that accepts all that a schema accepts: of objects and arrays in it only so many levels are told, of
 * what is deeper the type.
 */
export function outlineSchema(schema: Json, definitions: DefinitionsByName, levels: number): JsonObject {
  return outlinePart(schema, { definitions, levels, nesting: 0, told: { parts: 0 } });
}

interface OutlinePlace {
  readonly definitions: DefinitionsByName;
  /** Levels that are told from here on. */
  readonly levels: number;
  readonly nesting: number;
  /** What there is of the outline so far. */
  readonly told: { parts: number };
}

function outlinePart(schema: Json, place: OutlinePlace): JsonObject {
  place.told.parts++;
  const isCut = place.nesting > maximalNesting || place.told.parts > maximalParts;
  if (!isJsonObject(schema) || isCut) return new Map();
  const beside = { ...place, nesting: place.nesting + 1 };
  const referred = outlineDefinition(referredName(schema) ?? '', beside);
  const own = [...schema].flatMap(([keyword, value]): readonly (readonly [string, Json])[] => {
    if (place.levels === 0) return keyword === 'type' ? [[keyword, value]] : [];
    return plain.has(keyword) ? [[keyword, value]] : outlineMember(keyword, value, schema, beside);
  });
  return joinSchemas(new Map(own), referred);
}

/** An outline that nothing had to be cut from for its length. */
interface KnownOutline {
  readonly outline: JsonObject;
  readonly parts: number;
}

const known = new WeakMap<DefinitionsByName, Map<string, KnownOutline>>();

/** Tools of one API refer to the same definitions, and these to each other: each is outlined once. */
function outlineDefinition(name: string, place: OutlinePlace): JsonObject {
  const { definitions, levels, nesting, told } = place;
  const target = definitions.get(name)?.schema;
  if (target === undefined) return new Map();
  const outlines = known.get(definitions) ?? new Map<string, KnownOutline>();
  known.set(definitions, outlines);
  const key = `${levels} ${nesting} ${name}`;
  const earlier = outlines.get(key);
  if (earlier !== undefined && told.parts + earlier.parts <= maximalParts) {
    told.parts += earlier.parts;
    return earlier.outline;
  }
  const before = told.parts;
  const outline = outlinePart(target, place);
  if (told.parts <= maximalParts) outlines.set(key, { outline, parts: told.parts - before });
  return outline;
}

type Members = readonly (readonly [keyword: string, value: Json])[];

/** Keywords that a value is measured by otherwise are left out, so that nothing is refused that was accepted. */
function outlineMember(keyword: string, value: Json, schema: JsonObject, beside: OutlinePlace): Members {
  const below = { ...beside, levels: beside.levels - 1, nesting: 0 };
  if (keyword === 'properties' && isJsonObject(value)) {
    return [[keyword, new Map([...value].map(([key, property]) => [key, outlinePart(property, below)]))]];
  }
  if (keyword === 'items' && !schema.has('prefixItems')) return [[keyword, outlinePart(value, beside)]];
  if (keyword === 'additionalProperties' && isJsonObject(value) && !schema.has('patternProperties')) {
    return [[keyword, outlinePart(value, below)]];
  }
  if (!isJsonArray(value)) return [];
  const parts = value.map((part) => outlinePart(part, beside));
  if (keyword === 'allOf') {
    const told = parts.filter(({ size }) => size > 0);
    return told.length > 0 ? [[keyword, told]] : [];
  }
  const isUnion = keyword === 'anyOf' || (keyword === 'oneOf' && !schema.has('anyOf'));
  return isUnion && parts.every(({ size }) => size > 0) ? [['anyOf', parts]] : [];
}

/** One schema for what two say of the same value. */
function joinSchemas(own: JsonObject, referred: JsonObject): JsonObject {
  if (own.size === 0 || referred.size === 0) return own.size === 0 ? referred : own;
  if (![...own.keys()].some((keyword) => referred.has(keyword))) return new Map([...referred, ...own]);
  const earlier = own.get('allOf');
  return new Map<string, Json>([...own, ['allOf', [...(isJsonArray(earlier) ? earlier : []), referred]]]);
}
