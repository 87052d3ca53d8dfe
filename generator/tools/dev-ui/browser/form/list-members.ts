import { isJsonObject, type JsonObject } from '../../../../../runtime/wire/json.js';
import { isSchema, listOf, memberOf, schemasOf, type Schema } from './json-schema.js';

/** Property of an object in the form. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  /** `undefined` if the property is omitted. */
  readonly value: unknown;
  readonly isRequired: boolean;
}

/** Object in the form: declared properties first, then other entries. */
export interface Members {
  readonly declared: readonly Member[];
  readonly others: readonly Member[];
  /** Schema of a new entry; absent if entries cannot be added. */
  readonly entry?: Schema;
  /** Schema of the names of entries. */
  readonly names?: Schema;
}

/** Splits an object by its schema. The result contains every member. */
export function listMembers(keywords: JsonObject, value: unknown): Members {
  const properties = memberOf(keywords, 'properties');
  const given = isJsonObject(properties) ? properties : {};
  const required = new Set(listOf(keywords, 'required'));
  const names = Object.keys(given).filter(
    (name) => isSchema(given[name]) && (given[name] !== false || memberOf(value, name) !== undefined),
  );
  const undeclared = [...required].filter(
    (name) => typeof name === 'string' && !Object.hasOwn(given, name),
  ) as string[];
  const entry = entrySchema(keywords, names.length + undeclared.length === 0);
  const nameSchema = memberOf(keywords, 'propertyNames');
  const declared = [...names, ...undeclared].map((name) => ({
    name,
    schema: Object.hasOwn(given, name) ? (given[name] as Schema) : (entry ?? true),
    value: memberOf(value, name),
    isRequired: required.has(name),
  }));
  const isDeclared = new Set(declared.map(({ name }) => name));
  const others = Object.entries(own(value))
    .filter(([name, member]) => !isDeclared.has(name) && member !== undefined)
    .map(([name, member]) => ({ name, schema: entry ?? true, value: member, isRequired: false }));
  return {
    declared,
    others,
    ...(entry !== undefined && { entry }),
    ...(isSchema(nameSchema) && { names: nameSchema }),
  };
}

function own(value: unknown): JsonObject {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value)) : {};
}

/**
 * Returns the schema of undeclared entries. Patterns of `patternProperties` are not matched, because a hostile pattern could take
 * too long; an entry can have any of their schemas.
 */
function entrySchema(keywords: JsonObject, isMap: boolean): Schema | undefined {
  const patterns = memberOf(keywords, 'patternProperties');
  const additional = memberOf(keywords, 'additionalProperties') ?? memberOf(keywords, 'unevaluatedProperties');
  const schemas = isJsonObject(patterns) ? Object.values(patterns).filter(isSchema) : [];
  if (isSchema(additional) && additional !== false && (additional !== true || schemas.length === 0)) {
    schemas.push(additional);
  }
  const [first] = schemas;
  if (schemas.length > 1) return { anyOf: schemas };
  return first ?? (isMap && additional !== false ? true : undefined);
}

/** List in the form. */
export interface Items {
  readonly items: readonly { readonly schema: Schema; readonly value: unknown }[];
  /** Schema of the next item; absent if the list is full. */
  readonly next?: Schema;
  /** Number of leading items with separate schemas, which cannot be moved. */
  readonly fixed: number;
}

/** Assigns a schema to each item of a list: `prefixItems` first, then `items`. The result contains every item. */
export function listItems(keywords: JsonObject, value: unknown): Items {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const items = memberOf(keywords, 'items');
  // Drafts before 2020-12 wrote tuples as a list of `items`.
  const tuple = Array.isArray(items) ? schemasOf(keywords, 'items') : schemasOf(keywords, 'prefixItems');
  const others = Array.isArray(items) ? memberOf(keywords, 'additionalItems') : items;
  const rest = isSchema(others) ? others : true;
  const next = list.length < tuple.length ? tuple[list.length] : rest;
  const max = memberOf(keywords, 'maxItems');
  const isFull = typeof max === 'number' && list.length >= max;
  return {
    items: list.map((item, index) => ({ schema: tuple[index] ?? rest, value: item })),
    ...(next !== undefined && next !== false && !isFull && { next }),
    fixed: tuple.length,
  };
}
