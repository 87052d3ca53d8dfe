import { isJsonArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../model/json.js';
import { annotationKeywords, inPlaceKeywords, schemaPositions } from '../../schema/keywords.js';
import { mergeReferred } from '../../schema/merge-referred.js';
import type { Restrictions } from '../profile.js';
import { dropKeywords, type Lowered } from './drop-keywords.js';
import { readReference } from './read-reference.js';
import { addMissing, rewriteExactly } from './rewrite-exactly.js';

/** Bytes of referred schemas that one input schema may be written out with. */
const maximalExpansion = 100_000;

/** Lowers one self-contained input schema of 2020-12 for one profile. What it makes allows no less than what it is given. */
export class SchemaLowering {
  readonly #root: JsonObject;
  readonly #restrictions: Restrictions;
  /** References that stay lead to schemas that allow more than they did. */
  readonly #areReferredWider: boolean;
  #expanded = 0;
  readonly #open: string[] = ['#'];

  constructor(root: JsonObject, restrictions: Restrictions, areReferredWider: boolean) {
    this.#root = root;
    this.#restrictions = restrictions;
    this.#areReferredWider = areReferredWider;
  }

  /** Lowers a schema that is, or is in, the root. */
  lower(schema: Json): Lowered {
    if (typeof schema === 'boolean') {
      return this.#restrictions['boolean-schema']
        ? { schema: new Map(), isWider: !schema }
        : { schema, isWider: false };
    }
    if (!isJsonObject(schema)) return { schema, isWider: false };
    if (schema.has('$ref') && this.#restrictions.reference) return this.#expand(schema);
    return this.#lowerObject(schema);
  }

  #lowerObject(schema: JsonObject): Lowered {
    const members = new Map<string, Json>();
    const wider = new Set<string>();
    for (const [keyword, value] of rewriteExactly(schema, this.#restrictions)) {
      const lowered = this.#lowerMember(keyword, value);
      members.set(keyword, lowered.schema);
      if (lowered.isWider) wider.add(keyword);
    }
    if (schema.has('$ref') && this.#areReferredWider) wider.add('$ref');
    repairAround(members, wider);
    const dropped = dropKeywords(members, this.#restrictions);
    return {
      schema: addMissing(dropped.schema, this.#restrictions),
      isWider: dropped.isWider || wider.size > 0,
    };
  }

  #lowerMember(keyword: string, value: Json): Lowered {
    const position = schemaPositions.get(keyword);
    if (position === undefined) return { schema: value, isWider: false };
    if (position === 'map' || position === 'dependencies') {
      if (!isJsonObject(value)) return { schema: value, isWider: false };
      const entries = [...value].map(([key, member]) => [key, this.lower(member)] as const);
      return {
        schema: new Map(entries.map(([key, { schema }]) => [key, schema])),
        isWider: entries.some(([, { isWider }]) => isWider),
      };
    }
    // Everybody knows `additionalProperties: false`.
    if (keyword === 'additionalProperties' && typeof value === 'boolean') return { schema: value, isWider: false };
    if (!isJsonArray(value)) return this.lower(value);
    const items = value.map((member) => this.lower(member));
    return { schema: items.map(({ schema }) => schema), isWider: items.some(({ isWider }) => isWider) };
  }

  /** What a reference leads to in its place; of what it is within itself, only the type. */
  #expand(schema: JsonObject): Lowered {
    const reference = schema.get('$ref');
    const target = typeof reference === 'string' ? readReference(this.#root, reference) : undefined;
    if (typeof reference !== 'string' || target === undefined) return this.#lowerObject(schema);
    if (this.#open.includes(reference)) {
      return { schema: this.#lowerObject(cutShort(schema, target)).schema, isWider: true };
    }
    this.#expanded += stringifyJson(target).length;
    if (this.#expanded > maximalExpansion) return this.#lowerObject(schema);
    this.#open.push(reference);
    const lowered = this.lower(isJsonObject(target) ? mergeReferred(schema, target) : target);
    this.#open.pop();
    return lowered;
  }
}

/** Where a schema counts against a value, to allow more in it is to allow less; what is around it has to go then. */
function repairAround(schema: Map<string, Json>, wider: Set<string>): void {
  if (wider.has('not')) schema.delete('not');
  if (wider.has('if')) for (const keyword of ['if', 'then', 'else']) schema.delete(keyword);
  if (wider.has('contains')) schema.delete('maxContains');
  const alternatives = schema.get('oneOf');
  if (wider.has('oneOf') && alternatives !== undefined) {
    schema.delete('oneOf');
    if (!schema.has('anyOf')) schema.set('anyOf', alternatives);
  }
  const isOtherEvaluated = [...wider].some(
    (keyword) => inPlaceKeywords.has(keyword) || keyword === '$ref' || keyword === 'contains',
  );
  if (isOtherEvaluated) for (const keyword of ['unevaluatedProperties', 'unevaluatedItems']) schema.delete(keyword);
}

/** What can be said about a schema without what is in it. */
function cutShort(schema: JsonObject, target: Json): JsonObject {
  const said = isJsonObject(target) ? [...target] : [];
  const own = [...schema].filter(([keyword]) => annotationKeywords.has(keyword));
  return new Map([...said.filter(([keyword]) => keyword === 'type' || annotationKeywords.has(keyword)), ...own]);
}
