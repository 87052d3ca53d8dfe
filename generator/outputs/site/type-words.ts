import { arrayAt, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import { referredName } from '../../core/schema/map-schema.js';
import { writeOut, type SchemaBook } from './collect-shapes.js';
import { code, joinLines, link, text, type Line } from '../../feature-kit/pages/document.js';
import { shortJson } from './pretty-json.js';

/** Maximum number of values to list, and maximum number of alternatives whose types are named. */
const maxValues = 20;
const maxAlternatives = 6;
/** Maximum number of nested lists and alternatives in one cell. */
const maxDepth = 4;

/** Describes the type of a schema: `string or null`, `list of Book`, `"new" or "used"`. */
export function typeWords(schema: Json, book: SchemaBook, depth = 0): Line {
  if (schema === false) return [text('nothing')];
  if (!isJsonObject(schema)) return [text('any value')];
  const shape = book.shapes.get(referredName(schema) ?? '');
  if (shape) return [link(shape.title, `#${shape.id}`)];
  const whole = writeOut(schema, book);
  const inner = (part: Json): Line => (depth < maxDepth ? typeWords(part, book, depth + 1) : [text('…')]);
  const fixed = whole.get('const');
  if (fixed !== undefined) return [text('exactly '), code(shortJson(fixed))];
  const values = arrayAt(whole, 'enum');
  if (values.length > 0) return listValues(values);
  const alternatives = alternativesOf(whole);
  if (alternatives.length > 0) {
    if (alternatives.length > maxAlternatives) return [text(`one of ${alternatives.length} forms`)];
    return dedupe(alternatives.map(inner));
  }
  const types = typesOf(whole);
  const parts = arrayAt(whole, 'allOf');
  if (types.length === 0 && parts.length > 0) return inner(parts[0] ?? true);
  if (types.length === 0) return [text('any value')];
  return dedupe(types.map((type) => describeType(type, whole, inner)));
}

/**
 * Lists the schemas of `oneOf` and `anyOf` that determine the kind of value. Excludes schemas that only require
 * properties.
 */
export function alternativesOf(schema: JsonObject): readonly Json[] {
  const listed = [...arrayAt(schema, 'oneOf'), ...arrayAt(schema, 'anyOf')];
  return listed.filter((part) => isJsonObject(part) && !(schema.has('type') && isCondition(part)));
}

function isCondition(schema: JsonObject): boolean {
  return [...schema.keys()].every((key) => key === 'required' || key === 'not');
}

/** Returns the types that a schema names, or else the type that its keywords apply to. */
function typesOf(schema: JsonObject): readonly string[] {
  const type = schema.get('type');
  if (typeof type === 'string') return [type];
  if (isJsonArray(type)) return type.filter((each) => typeof each === 'string');
  if (schema.has('properties')) return ['object'];
  return schema.has('items') ? ['array'] : [];
}

function describeType(type: string, schema: JsonObject, inner: (part: Json) => Line): Line {
  if (type === 'array') {
    const items = schema.get('items');
    if (arrayAt(schema, 'prefixItems').length > 0 || isJsonArray(items)) return [text('list with fixed positions')];
    return items === undefined ? [text('list')] : [text('list of '), ...inner(items)];
  }
  if (type !== 'object') return [text(type)];
  const others = schema.get('additionalProperties');
  return !schema.has('properties') && isJsonObject(others) && others.size > 0
    ? [text('map of '), ...inner(others)]
    : [text('object')];
}

function listValues(values: readonly Json[]): Line {
  const shown = values.slice(0, maxValues).map((value) => [code(shortJson(value))]);
  const more = values.length > maxValues ? [[text(`${values.length - maxValues} more`)]] : [];
  return joinLines([...shown, ...more], ' or ');
}

/** Joins alternatives; duplicates are listed once. */
function dedupe(lines: readonly Line[]): Line {
  const byText = new Map(lines.map((line) => [JSON.stringify(line), line]));
  return joinLines([...byText.values()], ' or ');
}
