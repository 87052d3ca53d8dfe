import { flattenSchema } from './flatten-schema.js';
import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { isSchema, listOf, memberOf, schemasOf, type Schema } from './json-schema.js';
import { indexOfValue, listTypes, listValues } from './list-types.js';
import type { SchemaDocument } from './schema-document.js';
import { hasType } from './value-type.js';

/** Maximum depth of the compared parts of a value. */
const maxDepth = 5;
/** Maximum number of array items, object properties and union branches that are compared. */
const maxMembers = 20;
/** Maximum number of comparisons for all branches of a union. */
const maxSteps = 2_000;

/**
 * Rates how well a value matches each schema, to choose a branch of a union: higher is better, negative infinity if a type or
 * constant differs. Patterns, formats and lengths are not checked.
 */
export function rateFits(schemas: readonly Schema[], value: unknown, document: SchemaDocument): readonly number[] {
  const rating = new Rating(document);
  return schemas.map((schema) => rating.rate(schema, value, 0));
}

class Rating {
  readonly #document: SchemaDocument;
  #steps = 0;

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  rate(schema: Schema, value: unknown, depth: number): number {
    this.#steps += 1;
    if (depth > maxDepth || this.#steps > maxSteps) return 0;
    const flat = flattenSchema(schema, this.#document);
    const { keywords, unions } = flat;
    const values = listValues(keywords);
    const types = listTypes(flat);
    if (!flat.isPossible || (values !== undefined && indexOfValue(values, value) < 0)) return -Infinity;
    if (types.length > 0 && !types.some((type) => hasType(value, type))) return -Infinity;
    const own = (values === undefined ? 0 : 10) + this.#rateParts(keywords, value, depth);
    return unions.reduce((sum, branches) => {
      const fits = branches.slice(0, maxMembers).map((branch) => this.rate(branch, value, depth + 1));
      return sum + Math.max(...fits);
    }, own);
  }

  #rateParts(keywords: JsonObject, value: unknown, depth: number): number {
    if (Array.isArray(value)) return this.#rateItems(keywords, value as readonly unknown[], depth);
    if (!isJsonObject(value)) return 0;
    const properties = memberOf(keywords, 'properties');
    const additional = memberOf(keywords, 'additionalProperties');
    let fit = 0;
    for (const [name, member] of Object.entries(value).slice(0, maxMembers)) {
      const schema = memberOf(properties, name) ?? additional;
      const isKnown = memberOf(properties, name) !== undefined;
      if (isKnown) fit += 1;
      else if (additional === false) fit -= 3;
      if (isSchema(schema) && schema !== false) fit += this.rate(schema, member, depth + 1);
    }
    const missing = listOf(keywords, 'required').filter((name) => memberOf(value, String(name)) === undefined);
    return fit - 2 * missing.length;
  }

  #rateItems(keywords: JsonObject, items: readonly unknown[], depth: number): number {
    const tuple = schemasOf(keywords, 'prefixItems');
    const rest = memberOf(keywords, 'items');
    return items.slice(0, maxMembers).reduce<number>((fit, item, index) => {
      const schema = tuple[index] ?? rest;
      return isSchema(schema) ? fit + this.rate(schema, item, depth + 1) : fit;
    }, 0);
  }
}
