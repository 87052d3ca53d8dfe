import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  objectAt,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../core/model/json.js';
import { findSlowGrowth } from '../../core/pattern/find-slow-pattern.js';
import { fitsFormat } from '../../core/schema/fits-format.js';
import { childOf, toJson, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { isLegalKey } from './schema/legal-key.js';
import type { SchemaReader } from './schema/schema-reader.js';

/** Maximum number of characters in an argument's examples, as JSON. */
const maxExamples = 200;

/** Maximum number of comparisons between an example and its schema. */
const maxComparisons = 1000;

/**
 * Reads the examples of a parameter or media type: `example`, or the values of `examples`. Omits serialized and
 * external values.
 */
export function readExamples(document: ApiDocument, owner: SourceNode | undefined): readonly Json[] {
  const single = childOf(owner, 'example');
  if (single) return [toJson(single)];
  return document.entries(owner, 'examples').flatMap(({ value }) => {
    const example = document.follow(value);
    const found = childOf(example, 'dataValue') ?? childOf(example, 'value');
    return found ? [toJson(found)] : [];
  });
}

/**
 * Replaces the examples in the schema of an argument. Omits long examples and examples that do not match the schema,
 * because documents can contradict themselves.
 */
export function addExamples(reader: SchemaReader, schema: Json, examples: readonly Json[]): Json {
  if (examples.length === 0 || typeof schema === 'boolean') return schema;
  let room = maxExamples;
  const kept = new Map<string, Json>();
  for (const example of examples) {
    const text = stringifyJson(example);
    if (text.length > room || kept.has(text) || !hasLegalKeys(example)) continue;
    if (!new ExampleCheck(reader).fits(example, schema)) continue;
    room -= text.length;
    kept.set(text, example);
  }
  if (kept.size === 0) return schema;
  return new Map<string, Json>([...(isJsonObject(schema) ? schema : []), ['examples', [...kept.values()]]]);
}

/** Whether no property of a value is renamed for the arguments. */
function hasLegalKeys(value: Json): boolean {
  if (isJsonArray(value)) return value.every(hasLegalKeys);
  return !isJsonObject(value) || [...value].every(([key, member]) => isLegalKey(key) && hasLegalKeys(member));
}

/** Checks one example against the schema keywords that examples often violate. */
class ExampleCheck {
  readonly #reader: SchemaReader;
  #comparisons = 0;

  constructor(reader: SchemaReader) {
    this.#reader = reader;
  }

  /** Whether a value matches a schema; `false` if the check exceeds its limit. */
  fits(value: Json, schema: Json): boolean {
    this.#comparisons += 1;
    if (this.#comparisons > maxComparisons) return false;
    const target = this.#reader.follow(schema);
    if (!isJsonObject(target)) return target !== false;
    if (!fitsValue(value, target)) return false;
    const isUnionFit = ['anyOf', 'oneOf'].every((keyword) => {
      const parts = arrayAt(target, keyword);
      return parts.length === 0 || parts.some((part) => this.fits(value, part));
    });
    const isWhole = isUnionFit && arrayAt(target, 'allOf').every((part) => this.fits(value, part));
    return isWhole && fitsMembers(value, target, (member, part) => this.fits(member, part));
  }
}

function fitsValue(value: Json, schema: JsonObject): boolean {
  const types = [schema.get('type') ?? []].flat();
  if (types.length > 0 && !types.some((type) => hasType(value, type))) return false;
  const text = stringifyJson(value);
  const allowed = schema.has('const') ? [schema.get('const') ?? null] : arrayAt(schema, 'enum');
  if (allowed.length > 0 && !allowed.some((each) => stringifyJson(each) === text)) return false;
  if (typeof value === 'string') return fitsText(value, schema);
  if (typeof value !== 'number') return true;
  return (
    value >= numberAt(schema, 'minimum', -Infinity) &&
    value <= numberAt(schema, 'maximum', Infinity) &&
    value > numberAt(schema, 'exclusiveMinimum', -Infinity) &&
    value < numberAt(schema, 'exclusiveMaximum', Infinity)
  );
}

function fitsText(value: string, schema: JsonObject): boolean {
  const { length } = Array.from(value);
  if (length < numberAt(schema, 'minLength', 0) || length > numberAt(schema, 'maxLength', Infinity)) return false;
  const format = schema.get('format');
  if (typeof format === 'string' && !fitsFormat(format, value)) return false;
  const pattern = schema.get('pattern');
  if (typeof pattern !== 'string' || findSlowGrowth(pattern) !== undefined) return true;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

/** Compares the properties of an object and the items of a list. */
function fitsMembers(value: Json, schema: JsonObject, fitsPart: (member: Json, part: Json) => boolean): boolean {
  if (isJsonArray(value)) {
    const items = schema.get('items');
    if (value.length < numberAt(schema, 'minItems', 0) || value.length > numberAt(schema, 'maxItems', Infinity))
      return false;
    return items === undefined || schema.has('prefixItems') || value.every((item) => fitsPart(item, items));
  }
  if (!isJsonObject(value)) return true;
  const properties = objectAt(schema, 'properties');
  if (arrayAt(schema, 'required').some((name) => typeof name === 'string' && !value.has(name))) return false;
  const isClosed = schema.get('additionalProperties') === false && !schema.has('patternProperties');
  return [...value].every(([key, member]) => {
    const part = properties.get(key);
    return part === undefined ? !isClosed : fitsPart(member, part);
  });
}

function hasType(value: Json, type: Json): boolean {
  if (value === null) return type === 'null';
  if (isJsonArray(value)) return type === 'array';
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && Number.isInteger(value));
  return type === (isJsonObject(value) ? 'object' : typeof value);
}

function numberAt(schema: JsonObject, keyword: string, otherwise: number): number {
  const value = schema.get(keyword);
  return typeof value === 'number' ? value : otherwise;
}
