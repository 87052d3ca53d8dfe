import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../core/model/json.js';
import { annotationKeywords, knownKeywords, triedKeywords } from '../../../core/schema/keywords.js';
import { mapRefs, mapSchema } from '../../../core/schema/map-schema.js';

/**
 * The two forms in which a definition is compiled: `filling` fills defaults, `plain` does not. Schemas inside `anyOf` and its
 * like are plain: a branch that fails must not have changed the value.
 */
export type DefinitionForm = 'filling' | 'plain';

/** Gives the URI under which a definition is registered with the compiler. */
export type DefinitionReferrer = (name: string, form: DefinitionForm) => string;

/**
 * A schema as the compiler needs it: without annotations and unknown keywords, and with a pattern instead of the property
 * `__proto__`, which Ajv ignores.
 */
export function prepareSchema(schema: boolean | JsonObject): Json {
  return mapSchema(schema, (part) => {
    const kept = [...part].filter(([keyword]) => isCompiled(keyword));
    return moveProto(dropInheritedDefaults(kept.length === part.size ? part : new Map(kept)));
  });
}

/**
 * A schema of {@link prepareSchema} as the compiler reads it, with URIs of registered definitions as references.
 *
 * @param form `plain` drops the defaults.
 * @param maxInteger Integers get the keyword {@link exactInteger} with this bound. Absent: they do not.
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

/** Keyword of the compiler: an integer beyond ± this bound does not fit. */
export const exactInteger = 'exactInteger';

/** Whether a schema is of integers and does not bound them to those that are exact in JavaScript. */
function hasLargeIntegers(schema: JsonObject): boolean {
  const type = schema.get('type');
  const types = isJsonArray(type) ? type : [type];
  if (!types.includes('integer') || types.includes('number') || schema.has('enum') || schema.has('const')) return false;
  const isBound = (keyword: string) => Number.isSafeInteger(schema.get(keyword));
  return !(isBound('minimum') && isBound('maximum'));
}

function isCompiled(keyword: string): boolean {
  // Schemas of all files are compiled together, and may have the same.
  if (keyword === '$anchor') return false;
  return keyword === 'default' || (knownKeywords.has(keyword) && !annotationKeywords.has(keyword));
}

/** The compiler would take the inherited value for a present one, and so neither fill the default nor accept `{}`. */
function dropInheritedDefaults(schema: JsonObject): JsonObject {
  const properties = schema.get('properties');
  if (!isJsonObject(properties) || ![...properties.keys()].some((name) => name in Object.prototype)) return schema;
  const members = [...properties].map(([name, member]): [string, Json] => {
    if (!(name in Object.prototype) || !isJsonObject(member)) return [name, member];
    return [name, dropDefault(member)];
  });
  return new Map(schema).set('properties', new Map(members));
}

/** The schema without its own default; those of its parts stay. */
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
