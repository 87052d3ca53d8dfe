import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../../core/model/json.js';
import type { DefinitionModel } from '../../../core/model/model.js';
import { annotationKeywords } from '../../../core/schema/keywords.js';
import { mapSchema } from '../../../core/schema/map-schema.js';
import { trimText } from '../../../core/schema/trim-text.js';
import type { DefinitionsByName } from '../../../core/schema/wire-schema.js';

/**
 * Shortens the annotations of an input schema: removes titles and descriptions that repeat a name, titles next to a
 * description, examples that repeat other keywords, and formats that repeat a type; trims descriptions. The result
 * accepts the same values.
 * @param name Name of the schema, such as the name of its property.
 */
export function trimSchema(schema: Json, name?: string): Json {
  return withoutName(mapSchema(schema, trimPart), name);
}

/** Shortens the annotations of an output schema like {@link trimSchema}, and removes examples and defaults. */
export function trimOutput(schema: Json, name?: string): Json {
  const isInput = (keyword: string) => keyword === 'examples' || keyword === 'default';
  return withoutName(
    mapSchema(schema, (part) => trimPart(without(part, isInput))),
    name,
  );
}

/** Removes all annotations of a schema. The result accepts the same values. */
export function stripSchema(schema: Json): Json {
  return mapSchema(schema, (part) => without(part, (keyword) => annotationKeywords.has(keyword)));
}

/** Trimmed definitions for input descriptors. */
export const trimDefinitions = mapDefinitions(({ schema, wireName }) => trimSchema(schema, wireName));

/** Trimmed definitions for output descriptors. */
export const trimOutputDefinitions = mapDefinitions(({ schema, wireName }) => trimOutput(schema, wireName));

/** Definitions without annotations. */
export const stripDefinitions = mapDefinitions(({ schema }) => stripSchema(schema));

/** Creates a cached mapping of definitions, because all tools share them. */
function mapDefinitions(mapping: (definition: DefinitionModel) => Json): (all: DefinitionsByName) => DefinitionsByName {
  const cache = new WeakMap<DefinitionsByName, DefinitionsByName>();
  return (all) => {
    const mapped =
      cache.get(all) ?? new Map([...all].map(([name, one]) => [name, { ...one, schema: toSchema(mapping(one)) }]));
    cache.set(all, mapped);
    return mapped;
  };
}

/** Converts mapped JSON to a schema: objects and booleans are kept, anything else becomes `true`. */
export function toSchema(schema: Json): boolean | JsonObject {
  return isJsonObject(schema) ? schema : schema !== false;
}

function trimPart(part: JsonObject): JsonObject {
  const description = part.get('description');
  const text = typeof description === 'string' ? trimText(description) : undefined;
  const described = text === undefined || text === description ? part : new Map(part).set('description', text);
  const trimmed = without(
    described,
    (keyword, value) =>
      (keyword === 'title' && isRepeatedTitle(value, described)) ||
      (keyword === 'format' && numeric.has(value)) ||
      (keyword === 'examples' && areRepeatedExamples(value, described)),
  );
  return nameProperties(trimmed);
}

/** Removes property titles and descriptions that repeat the property name. */
function nameProperties(part: JsonObject): JsonObject {
  const properties = part.get('properties');
  if (!isJsonObject(properties)) return part;
  const changed = [...properties].flatMap(([key, schema]): readonly (readonly [string, Json])[] => {
    const named = withoutName(schema, key);
    return named === schema ? [] : [[key, named]];
  });
  return changed.length === 0 ? part : new Map(part).set('properties', new Map([...properties, ...changed]));
}

function withoutName(schema: Json, name: string | undefined): Json {
  if (!isJsonObject(schema) || name === undefined) return schema;
  const isName = (keyword: string) => keyword === 'title' || keyword === 'description';
  return without(schema, (keyword, value) => isName(keyword) && isSameWord(value, name));
}

/** Whether a description makes a title redundant. The title of a constant explains its value and is kept. */
function isRepeatedTitle(title: Json, part: JsonObject): boolean {
  if (typeof title !== 'string') return false;
  const isValue = part.has('const') || part.has('enum');
  const description = part.get('description');
  return typeof description === 'string' && (!isValue || isSameWord(title, description));
}

/** Numeric storage formats, which JSON does not distinguish. */
const numeric: ReadonlySet<Json> = new Set(['float', 'double', 'int32', 'int64']);

/** Formats that are clear without an example. */
const familiar: ReadonlySet<Json> = new Set(['uuid', 'date', 'date-time', 'email', 'uri', 'ipv4', 'ipv6']);

function areRepeatedExamples(examples: Json, part: JsonObject): boolean {
  if (part.has('enum') || part.has('const') || part.get('type') === 'boolean') return true;
  if (familiar.has(part.get('format') ?? null)) return true;
  const description = part.get('description');
  const text = typeof description === 'string' ? description : '';
  const isRepeated = (example: Json): boolean => {
    if (typeof example === 'string' && example.trim() === '') return true;
    if (part.has('default') && stringifyJson(part.get('default') ?? null) === stringifyJson(example)) return true;
    return (typeof example === 'string' || typeof example === 'number') && text.includes(String(example));
  };
  return isJsonArray(examples) && examples.every(isRepeated);
}

function without(part: JsonObject, isOmitted: (keyword: string, value: Json) => boolean): JsonObject {
  const kept = [...part].filter(([keyword, value]) => !isOmitted(keyword, value));
  return kept.length === part.size ? part : new Map(kept);
}

/** Whether two strings have the same letters and digits, ignoring case. */
function isSameWord(value: Json, name: string): boolean {
  if (typeof value !== 'string' || value.length > 2 * name.length + 4) return false;
  return value === name || toWord(value) === toWord(name);
}

function toWord(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
