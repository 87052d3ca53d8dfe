import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords, knownKeywords, schemaPositions } from '../../schema/keywords.js';
import { mapSchema, readRef } from '../../schema/map-schema.js';

/**
 * The two forms in which a definition is compiled: `filling` fills defaults, `plain` does not. Schemas inside `anyOf` and its
 * like are plain: a branch that fails must not have changed the value.
 */
export type DefinitionForm = 'filling' | 'plain';

/** Gives the URI under which a definition is registered with the compiler. */
export type DefinitionReferrer = (name: string, form: DefinitionForm) => string;

/**
 * The JSON text of a schema as the compiler needs it: without annotations and unknown keywords, and with a pattern in place of
 * the property `__proto__`, which Ajv ignores.
 */
export function prepareText(schema: boolean | JsonObject): string {
  return stringifyJson(mapSchema(schema, (part) => moveProto(dropInheritedDefaults(keepCompiled(part)))));
}

/**
 * The schema of a text of {@link prepareText}, with URIs of registered definitions as references. Returns a new object for
 * every call, because Ajv takes the same object for the same schema.
 *
 * @param form `plain` drops the defaults.
 */
export function prepareForm(text: string, form: DefinitionForm, refer: DefinitionReferrer): object | boolean {
  const schema = JSON.parse(text) as object | boolean;
  const referAs = (wanted: DefinitionForm) => (part: PlainObject) => {
    const name = typeof part.$ref === 'string' ? readRef(part.$ref) : undefined;
    if (name !== undefined) part.$ref = refer(name, wanted);
  };
  visitPlainParts(schema, (part) => {
    if (form === 'plain') delete part.default;
    for (const [keyword, value] of Object.entries(part)) {
      if (triedKeywords.has(keyword)) visitPlainParts(value, referAs('plain'));
    }
  });
  visitPlainParts(schema, referAs(form));
  return schema;
}

/** A JSON object as the parser gives it. */
interface PlainObject {
  default?: unknown;
  $ref?: unknown;
}

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Visits every schema object of a schema or of a list of schemas, innermost first, so that it can be changed where it stands. */
function visitPlainParts(schema: unknown, visit: (part: PlainObject) => void): void {
  if (Array.isArray(schema)) for (const item of schema) visitPlainParts(item, visit);
  if (!isPlainObject(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const position = schemaPositions.get(keyword);
    if (position === undefined) continue;
    const isMap = position === 'map' || position === 'dependencies';
    if (!isMap) visitPlainParts(value, visit);
    else if (isPlainObject(value)) for (const member of Object.values(value)) visitPlainParts(member, visit);
  }
  visit(schema);
}

function keepCompiled(schema: JsonObject): JsonObject {
  const isWhole = [...schema.keys()].every(isCompiled);
  return isWhole ? schema : new Map([...schema].filter(([keyword]) => isCompiled(keyword)));
}

function isCompiled(keyword: string): boolean {
  // Schemas of all files are compiled together, and may have the same.
  if (keyword === '$anchor') return false;
  return keyword === 'default' || (knownKeywords.has(keyword) && !annotationKeywords.has(keyword));
}

/** Keywords whose schemas are tried: inside them the compiler fills no defaults itself, but calls definitions that do. */
const triedKeywords: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames']);

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
