import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../core/model/json.js';
import { annotationKeywords, inPlaceKeywords, schemaPositions } from '../../core/schema/keywords.js';
import { visitParts } from '../../core/schema/map-schema.js';
import { mergeReferred } from '../../core/schema/merge-referred.js';
import type { Restrictions } from './client-profiles.js';
import { flattenRoot, readReference, referredDefinition } from './flatten-root.js';
import { addMissing, dropKeywords, rewriteKeywords, type AdaptedSchema } from './rewrite-keywords.js';

/**
 * Adapts a self-contained 2020-12 input schema to restrictions. The result accepts every value that the schema accepts.
 * Rejected keywords that cannot be adapted are kept.
 */
export function adaptSchema(schema: JsonObject, restrictions: Restrictions): JsonObject {
  const flat = flattenRoot(schema, restrictions['root-keyword']?.keywords ?? []);
  const exact = new SchemaAdapter(flat, restrictions, false).adapt(flat);
  const needsSecondPass = exact.isWider && listReferences(exact.schema).length > 0;
  const adapted = needsSecondPass ? new SchemaAdapter(flat, restrictions, true).adapt(flat) : exact;
  return isJsonObject(adapted.schema) ? pruneDefinitions(adapted.schema) : schema;
}

/** Maximum size of the referenced schemas that are inlined into an input schema, in bytes. */
const maxExpansion = 100_000;

/** Adapts a self-contained schema. */
class SchemaAdapter {
  readonly #root: JsonObject;
  readonly #restrictions: Restrictions;
  /** Whether the targets of the remaining references accept more values than before. */
  readonly #areReferredWider: boolean;
  #expanded = 0;
  readonly #open: string[] = ['#'];

  constructor(root: JsonObject, restrictions: Restrictions, areReferredWider: boolean) {
    this.#root = root;
    this.#restrictions = restrictions;
    this.#areReferredWider = areReferredWider;
  }

  /** Adapts the root or a schema within it. */
  adapt(schema: Json): AdaptedSchema {
    if (schema === false && this.#restrictions['boolean-schema']) return { schema: new Map(), isWider: true };
    if (schema === true && this.#restrictions['boolean-schema']) return { schema: new Map(), isWider: false };
    if (!isJsonObject(schema)) return { schema, isWider: false };
    return schema.has('$ref') && this.#restrictions.reference ? this.#expand(schema) : this.#adaptObject(schema);
  }

  #adaptObject(schema: JsonObject): AdaptedSchema {
    const members = new Map<string, Json>();
    const wider = new Set<string>();
    for (const [keyword, value] of rewriteKeywords(schema, this.#restrictions)) {
      const adapted = this.#adaptMember(keyword, value);
      members.set(keyword, adapted.schema);
      if (adapted.isWider) wider.add(keyword);
    }
    if (schema.has('$ref') && this.#areReferredWider) wider.add('$ref');
    dropReversed(members, wider);
    const dropped = dropKeywords(members, this.#restrictions);
    return { schema: addMissing(dropped.schema, this.#restrictions), isWider: dropped.isWider || wider.size > 0 };
  }

  #adaptMember(keyword: string, value: Json): AdaptedSchema {
    const position = schemaPositions.get(keyword);
    // Every client supports `additionalProperties: false`.
    const isKnown = keyword === 'additionalProperties' && typeof value === 'boolean';
    if (position === undefined || isKnown) return { schema: value, isWider: false };
    if (isJsonArray(value)) {
      const items = value.map((member) => this.adapt(member));
      return { schema: items.map(({ schema }) => schema), isWider: items.some(({ isWider }) => isWider) };
    }
    if (position !== 'map' && position !== 'dependencies') return this.adapt(value);
    if (!isJsonObject(value)) return { schema: value, isWider: false };
    const entries = [...value].map(([key, member]) => [key, this.adapt(member)] as const);
    return {
      schema: new Map(entries.map(([key, { schema }]) => [key, schema])),
      isWider: entries.some(([, { isWider }]) => isWider),
    };
  }

  /** Inlines the referenced schema. A recursive reference is reduced to its type. */
  #expand(schema: JsonObject): AdaptedSchema {
    const reference = schema.get('$ref');
    const target = typeof reference === 'string' ? readReference(this.#root, reference) : undefined;
    if (typeof reference !== 'string' || target === undefined) return this.#adaptObject(schema);
    if (this.#open.includes(reference)) {
      return { schema: this.#adaptObject(keepType(schema, target)).schema, isWider: true };
    }
    this.#expanded += stringifyJson(target).length;
    if (this.#expanded > maxExpansion) return this.#adaptObject(schema);
    this.#open.push(reference);
    const adapted = this.adapt(isJsonObject(target) ? mergeReferred(schema, target) : target);
    this.#open.pop();
    return adapted;
  }
}

/** Drops keywords, such as `not`, that reject more values when their subschemas accept more. */
function dropReversed(schema: Map<string, Json>, wider: ReadonlySet<string>): void {
  if (wider.has('not')) schema.delete('not');
  if (wider.has('if')) for (const keyword of ['if', 'then', 'else']) schema.delete(keyword);
  if (wider.has('contains')) schema.delete('maxContains');
  const alternatives = schema.get('oneOf');
  if (wider.has('oneOf') && alternatives !== undefined) {
    schema.delete('oneOf');
    if (!schema.has('anyOf')) schema.set('anyOf', alternatives);
  }
  const evaluating = ['$ref', 'contains', ...inPlaceKeywords];
  if (!evaluating.some((keyword) => wider.has(keyword))) return;
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems']) schema.delete(keyword);
}

/** Returns the type and annotations of a referenced schema, with the sibling annotations of the reference. */
function keepType(schema: JsonObject, target: Json): JsonObject {
  const referred = isJsonObject(target) ? [...target] : [];
  const annotations = [...schema].filter(([keyword]) => annotationKeywords.has(keyword));
  return new Map([
    ...referred.filter(([keyword]) => keyword === 'type' || annotationKeywords.has(keyword)),
    ...annotations,
  ]);
}

function listReferences(schema: Json): readonly string[] {
  const references: string[] = [];
  visitParts(schema, (part) => {
    const reference = part.get('$ref');
    if (typeof reference === 'string') references.push(reference);
  });
  return references;
}

/** Removes unused definitions. */
function pruneDefinitions(schema: JsonObject): JsonObject {
  const definitions = schema.get('$defs');
  if (!isJsonObject(definitions)) return schema;
  const body = new Map([...schema].filter(([keyword]) => keyword !== '$defs'));
  const reached = new Set<string>();
  const waiting: Json[] = [body];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const reference of listReferences(next)) {
      const name = referredDefinition(reference);
      if (name === undefined || reached.has(name)) continue;
      reached.add(name);
      waiting.push(definitions.get(name) ?? true);
    }
  }
  if (reached.size === 0) return body;
  return body.set('$defs', new Map([...definitions].filter(([name]) => reached.has(name))));
}
