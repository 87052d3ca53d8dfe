import { isJsonObject, stringifyJson, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords, knownKeywords, schemaPositions } from '../../schema/keywords.js';
import { mapSchema, readRef } from '../../schema/map-schema.js';

/**
 * The two forms in which a definition is compiled: one that fills defaults and one that does not. What stands inside
 * `anyOf` and its like is tried, not chosen; a branch that fails must leave nothing behind.
 */
export type DefinitionForm = 'filling' | 'plain';

/** Gives the URI under which a definition is registered with the compiler. */
export type DefinitionReferrer = (name: string, form: DefinitionForm) => string;

/**
 * The text of a schema of the model as the compiler needs it, whichever its form: annotations and unknown keywords are gone,
 * and `__proto__`, which the compiler leaves out, is a pattern.
 */
export function prepareText(schema: boolean | JsonObject): string {
  return stringifyJson(mapSchema(schema, (part) => moveProto(dropInheritedDefaults(keepCompiled(part)))));
}

/**
 * What the compiler gets of a text that {@link prepareText} gave: references are URIs of registered definitions. Every call
 * gives an object of its own: the compiler takes two schemas that are one object for one schema.
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
