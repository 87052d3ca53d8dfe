import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords, knownKeywords } from '../../schema/keywords.js';
import { mapRefs, mapSchema } from '../../schema/map-schema.js';

/**
 * The two forms in which a definition is compiled: one that fills defaults and one that does not. What stands inside
 * `anyOf` and its like is tried, not chosen; a branch that fails must leave nothing behind.
 */
export type DefinitionForm = 'filling' | 'plain';

/** Gives the URI under which a definition is registered with the compiler. */
export type DefinitionReferrer = (name: string, form: DefinitionForm) => string;

/**
 * Rewrites a schema of the model for the compiler: annotations and unknown keywords are gone, references are URIs of
 * registered definitions, and `__proto__`, which the compiler leaves out, is a pattern. Every call gives an object of
 * its own: the compiler takes two schemas that are one object for one schema.
 *
 * @param form `plain` drops the defaults.
 */
export function prepareSchema(
  schema: boolean | JsonObject,
  form: DefinitionForm,
  refer: DefinitionReferrer,
): object | boolean {
  return JSON.parse(prepareText(schema, form, refer)) as object | boolean;
}

/** The text of what {@link prepareSchema} gives. */
export function prepareText(schema: boolean | JsonObject, form: DefinitionForm, refer: DefinitionReferrer): string {
  const prepared = mapSchema(schema, (part) => {
    const kept = new Map<string, Json>();
    for (const [keyword, value] of part) {
      if (isCompiled(keyword, form)) kept.set(keyword, referTried(keyword, value, refer));
    }
    return moveProto(dropInheritedDefaults(kept));
  });
  return stringifyJson(mapRefs(prepared, (name) => refer(name, form)));
}

function isCompiled(keyword: string, form: DefinitionForm): boolean {
  if (keyword === 'default') return form === 'filling';
  // Schemas of all files are compiled together, and may have the same.
  if (keyword === '$anchor') return false;
  return knownKeywords.has(keyword) && !annotationKeywords.has(keyword);
}

/** Keywords whose schemas are tried: inside them the compiler fills no defaults itself, but calls definitions that do. */
const triedKeywords: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames']);

function referTried(keyword: string, value: Json, refer: DefinitionReferrer): Json {
  if (!triedKeywords.has(keyword)) return value;
  const rewrite = (schema: Json): Json => mapRefs(schema, (name) => refer(name, 'plain'));
  return isJsonArray(value) ? value.map(rewrite) : rewrite(value);
}

/** The compiler would take the inherited value for a present one, and so neither fill the default nor accept `{}`. */
function dropInheritedDefaults(schema: JsonObject): JsonObject {
  const properties = schema.get('properties');
  if (!isJsonObject(properties) || ![...properties.keys()].some((name) => name in Object.prototype)) return schema;
  const members = [...properties].map(([name, member]): [string, Json] => {
    if (!(name in Object.prototype) || !isJsonObject(member)) return [name, member];
    return [name, new Map([...member].filter(([keyword]) => keyword !== 'default'))];
  });
  return new Map(schema).set('properties', new Map(members));
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
