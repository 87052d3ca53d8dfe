import { printExactJson } from './exact-json.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { isSchema, memberOf, schemasOf, type Schema } from './json-schema.js';
import type { SchemaDocument } from './schema-document.js';

/** A schema whose references and `allOf` are merged, for display. */
export interface FlatSchema {
  /** Keywords, without references and compositions. */
  readonly keywords: JsonObject;
  /** Alternatives: each list comes from one `oneOf` or `anyOf`. */
  readonly unions: readonly (readonly Schema[])[];
  /** `false`: no value is valid. */
  readonly isPossible: boolean;
}

/** Maximum number of schemas merged into one, and of their unions. */
const maxParts = 500;
const maxUnions = 10;

/**
 * Merges a schema with its references (`$ref`, `$dynamicRef`) and its `allOf`. Keywords of the schema itself take precedence:
 * its title replaces the title of its reference. Properties of `then`, `else` and `dependentSchemas` become optional.
 */
export function flattenSchema(schema: Schema, document: SchemaDocument): FlatSchema {
  if (typeof schema === 'boolean') return { keywords: {}, unions: [], isPossible: schema };
  return document.derive(schema, mergeParts);
}

function mergeParts(schema: JsonObject, document: SchemaDocument): FlatSchema {
  const merged: { [keyword: string]: unknown } = {};
  const unions: (readonly Schema[])[] = [];
  let isPossible = true;
  const seen = new Set<Schema>();
  const waiting: Schema[] = [schema];
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    if (part === false) isPossible = false;
    if (typeof part === 'boolean' || seen.has(part) || seen.size >= maxParts) continue;
    seen.add(part);
    for (const [keyword, value] of Object.entries(part)) {
      if (composing.has(keyword)) continue;
      merged[keyword] = Object.hasOwn(merged, keyword) ? mergeKeyword(keyword, merged[keyword], value) : value;
    }
    for (const keyword of ['oneOf', 'anyOf']) {
      const branches = schemasOf(part, keyword);
      if (branches.length > 0 && unions.length < maxUnions) unions.push(branches);
    }
    const targets = ['$ref', '$dynamicRef'].map((keyword) => memberOf(part, keyword));
    const referred = targets.map((target) => document.find(String(target))).filter(isSchema);
    waiting.push(...referred, ...schemasOf(part, 'allOf'), ...listConditional(part));
  }
  return { keywords: merged, unions, isPossible };
}

/** Keywords that are merged separately. */
const composing: ReadonlySet<string> = new Set([
  '$ref',
  '$dynamicRef',
  '$defs',
  'definitions',
  'allOf',
  'oneOf',
  'anyOf',
  '__proto__',
]);

/** Returns conditional properties as schemas without `required`. */
function listConditional(schema: JsonObject): readonly Schema[] {
  const dependent = memberOf(schema, 'dependentSchemas');
  const parts = ['then', 'else'].map((keyword) => memberOf(schema, keyword));
  return [...parts, ...(isJsonObject(dependent) ? Object.values(dependent) : [])].flatMap((part) => {
    const properties = memberOf(part, 'properties');
    return isJsonObject(properties) ? [{ properties }] : [];
  });
}

function mergeKeyword(keyword: string, one: unknown, other: unknown): unknown {
  if (/^(?:minimum|exclusiveMinimum|min[A-Z]\w*)$/u.test(keyword)) return pickNumber(Math.max, one, other);
  if (/^(?:maximum|exclusiveMaximum|max[A-Z]\w*)$/u.test(keyword)) return pickNumber(Math.min, one, other);
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return isJsonObject(one) && isJsonObject(other) ? mergeMembers(one, other) : one;
    case 'items':
    case 'additionalProperties':
      return isSchema(one) && isSchema(other) ? joinSchemas(one, other) : one;
    case 'required':
      return Array.isArray(one) && Array.isArray(other) ? [...new Set([...one, ...other])] : one;
    case 'type':
      return mergeTypes([one].flat(), [other].flat());
    case 'enum':
      return Array.isArray(one) && Array.isArray(other) ? intersect(one, other) : one;
    default:
      return one;
  }
}

function pickNumber(pick: (one: number, other: number) => number, one: unknown, other: unknown): unknown {
  return typeof one === 'number' && typeof other === 'number' ? pick(one, other) : one;
}

function mergeMembers(one: JsonObject, other: JsonObject): JsonObject {
  const members = new Map(Object.entries(one));
  for (const [name, schema] of Object.entries(other)) {
    const first = members.get(name);
    members.set(name, isSchema(first) && isSchema(schema) ? joinSchemas(first, schema) : schema);
  }
  return Object.fromEntries(members);
}

/** Keeps `false` schemas, so that additional properties stay forbidden. */
function joinSchemas(one: Schema, other: Schema): Schema {
  if (one === false || other === false) return false;
  return one === other ? one : { allOf: [one, other] };
}

function mergeTypes(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const allows = (types: readonly unknown[], type: unknown) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...one.filter((type) => allows(other, type)), ...other.filter((type) => allows(one, type))])];
}

function intersect(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const texts = new Set(other.map((value) => printExactJson(value)));
  return one.filter((value) => texts.has(printExactJson(value)));
}
