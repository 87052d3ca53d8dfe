import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../model/json.js';
import { annotationKeywords } from '../schema/keywords.js';
import { mapSchema } from '../schema/map-schema.js';
import { trimText } from '../schema/trim-text.js';

/**
 * A schema that accepts the same and says it shorter: titles that repeat a name or stand beside a description, descriptions that
 * repeat a name, examples that repeat what else is said, and formats that repeat a type, are gone; texts are trimmed.
 *
 * @param name What the schema is called where it stands.
 */
export function trimSchema(schema: Json, name?: string): Json {
  return nameSchema(mapSchema(schema, trimPart), name);
}

function nameSchema(schema: Json, name: string | undefined): Json {
  return isJsonObject(schema) && name !== undefined ? withoutName(schema, name) : schema;
}

/** The same for a schema of answers, in which examples and defaults tell nobody what to do. */
export function trimAnswer(schema: Json, name?: string): Json {
  const isSpent = (keyword: string) => keyword === 'examples' || keyword === 'default';
  return nameSchema(
    mapSchema(schema, (part) => trimPart(without(part, isSpent))),
    name,
  );
}

/** A schema that accepts the same, without a word about it. */
export function stripSchema(schema: Json): Json {
  return mapSchema(schema, (part) => without(part, (keyword) => annotationKeywords.has(keyword)));
}

function trimPart(part: JsonObject): JsonObject {
  const description = part.get('description');
  const text = typeof description === 'string' ? trimText(description) : undefined;
  const described = text === undefined || text === description ? part : new Map(part).set('description', text);
  const said = without(
    described,
    (keyword, value) =>
      (keyword === 'title' && isRepeatedTitle(value, described)) ||
      (keyword === 'format' && isNumeric(value)) ||
      (keyword === 'examples' && areRepeatedExamples(value, described)),
  );
  return nameProperties(said);
}

/** Properties have a name already. */
function nameProperties(part: JsonObject): JsonObject {
  const properties = part.get('properties');
  if (!isJsonObject(properties)) return part;
  const changed = [...properties].flatMap(([key, schema]): readonly (readonly [string, Json])[] => {
    const named = nameSchema(schema, key);
    return named === schema ? [] : [[key, named]];
  });
  return changed.length === 0 ? part : new Map(part).set('properties', new Map([...properties, ...changed]));
}

function withoutName(schema: JsonObject, name: string): JsonObject {
  return without(
    schema,
    (keyword, value) => (keyword === 'title' || keyword === 'description') && isSameWord(value, name),
  );
}

/** The title of a value says what it stands for; that of anything else is told by a description, too. */
function isRepeatedTitle(title: Json, part: JsonObject): boolean {
  if (typeof title !== 'string') return false;
  const isValue = part.has('const') || part.has('enum');
  const description = part.get('description');
  return typeof description === 'string' && (!isValue || isSameWord(title, description));
}

/** Formats that say how numbers are stored; JSON knows nothing of that. */
const numeric: ReadonlySet<Json> = new Set(['float', 'double', 'int32', 'int64']);

function isNumeric(format: Json): boolean {
  return numeric.has(format);
}

/** Formats that everybody knows an example of. */
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

function without(part: JsonObject, isLeftOut: (keyword: string, value: Json) => boolean): JsonObject {
  const kept = [...part].filter(([keyword, value]) => !isLeftOut(keyword, value));
  return kept.length === part.size ? part : new Map(kept);
}

/** Spelling apart. */
function isSameWord(value: Json, name: string): boolean {
  if (typeof value !== 'string' || value.length > 2 * name.length + 4) return false;
  return value === name || toWord(value) === toWord(name);
}

function toWord(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
