import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';
import { annotationKeywords, knownKeywords, triedKeywords } from '../../../core/schema/keywords.js';
import { mapRefs, mapSchema } from '../../../core/schema/map-schema.js';

/**
 * Form in which a definition is compiled: `filling` fills in defaults, `plain` does not. Schemas inside `anyOf` and
 * similar keywords are plain, because a failing branch must not change the value.
 */
export type DefinitionForm = 'filling' | 'plain';

/** Returns the URI under which a definition is registered with the compiler. */
export type DefinitionReferrer = (name: string, form: DefinitionForm) => string;

/**
 * Prepares a schema for the compiler. Removes annotations and unknown keywords, and replaces the property `__proto__`,
 * which Ajv ignores, with a pattern.
 */
export function prepareSchema(schema: boolean | JsonObject): Json {
  return mapSchema(schema, (part) => {
    const kept = [...part].filter(([keyword]) => isCompiled(keyword));
    return moveProto(dropInheritedDefaults(kept.length === part.size ? part : new Map(kept)));
  });
}

/**
 * Converts a schema prepared by {@link prepareSchema} to a form that refers to the URIs of registered definitions.
 * @param form `plain` drops the defaults.
 * @param maxInteger Value of the keyword {@link exactInteger} for integers. Default: integers do not get the keyword.
 */
export function prepareForm(
  schema: Json,
  form: DefinitionForm,
  maxInteger: number | undefined,
  refer: DefinitionReferrer,
): Json {
  const referAs = (part: Json, wanted: DefinitionForm) => mapRefs(part, (name) => refer(name, wanted));
  const tried = mapSchema(schema, (part) => {
    const kept = form === 'filling' || !part.has('default') ? part : dropDefault(part);
    const inside = [...kept].filter(([keyword]) => triedKeywords.has(keyword));
    const hasBound = maxInteger !== undefined && hasLargeIntegers(part);
    if (inside.length === 0 && !hasBound) return kept;
    const added: [string, Json][] = hasBound ? [[exactInteger, maxInteger]] : [];
    return new Map([...kept, ...(referAs(new Map(inside), 'plain') as JsonObject), ...added]);
  });
  return referAs(tried, form);
}

/** Internal keyword for the maximum absolute value of an integer. */
export const exactInteger = 'exactInteger';

/** Whether a schema allows integers that JavaScript cannot represent exactly. */
function hasLargeIntegers(schema: JsonObject): boolean {
  const type = schema.get('type');
  const types = isJsonArray(type) ? type : [type];
  if (!types.includes('integer') || types.includes('number') || schema.has('enum') || schema.has('const')) return false;
  const isBound = (keyword: string) => Number.isSafeInteger(schema.get(keyword));
  return !(isBound('minimum') && isBound('maximum'));
}

function isCompiled(keyword: string): boolean {
  // Schemas from all files are compiled together and can have the same anchors.
  if (keyword === '$anchor') return false;
  return keyword === 'default' || (knownKeywords.has(keyword) && !annotationKeywords.has(keyword));
}

/** Drops defaults of properties with inherited names, because the compiler would treat the inherited values as set. */
function dropInheritedDefaults(schema: JsonObject): JsonObject {
  const properties = schema.get('properties');
  if (!isJsonObject(properties) || ![...properties.keys()].some((name) => name in Object.prototype)) return schema;
  const members = [...properties].map(([name, member]): [string, Json] => {
    if (!(name in Object.prototype) || !isJsonObject(member)) return [name, member];
    return [name, dropDefault(member)];
  });
  return new Map(schema).set('properties', new Map(members));
}

/** Removes the default of a schema, but not defaults inside it. */
export function dropDefault(schema: JsonObject): JsonObject {
  return new Map([...schema].filter(([keyword]) => keyword !== 'default'));
}

const protoPattern = '^__proto__$';

function moveProto(schema: JsonObject): JsonObject {
  const properties = schema.get('properties');
  if (!isJsonObject(properties)) return schema;
  const proto = properties.get('__proto__');
  if (proto === undefined) return schema;
  const patterns = schema.get('patternProperties');
  const others = isJsonObject(patterns) ? patterns : new Map<string, Json>();
  const other = others.get(protoPattern);
  const both = other === undefined ? proto : new Map([['allOf', [proto, other]]]);
  return new Map(schema)
    .set('properties', new Map([...properties].filter(([name]) => name !== '__proto__')))
    .set('patternProperties', new Map(others).set(protoPattern, both));
}
