import { booleanAt, scalarTextsAt } from '../source/read-values.js';
import { childOf, entryOf, itemsOf, stringAt } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import { isNullable } from './schema/schema-dialect.js';

/** Properties of an object schema, with those of its references and `allOf`. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Located>;
  readonly required: ReadonlySet<string>;
  /** The schema allows other properties explicitly. */
  readonly isOpen: boolean;
}

/** Keywords that a list of properties cannot express. A discriminator means that other schemas extend this one. */
const otherKeywords = (
  'oneOf anyOf not if enum const discriminator patternProperties propertyNames dependentRequired dependentSchemas ' +
  'minProperties maxProperties unevaluatedProperties'
).split(' ');

/** Maximal depth of `allOf` in `allOf`. */
const maximalDepth = 16;

/**
 * Reads the properties of a schema that describes an object by its properties alone; returns `undefined` for any other schema.
 * Properties that are `readOnly` are left out.
 */
export function readObjectShape(document: ApiDocument, schema: Located): ObjectShape | undefined {
  const shape = collectShape(document, schema, 0);
  // `allOf` may require a property that no part declares.
  return shape && { ...shape, required: new Set([...shape.required].filter((name) => shape.properties.has(name))) };
}

function collectShape(document: ApiDocument, schema: Located, depth: number): ObjectShape | undefined {
  const target = document.peek(schema);
  const { node, file } = target;
  if (node.kind !== 'map' || depth > maximalDepth || isNullable(node)) return undefined;
  if (otherKeywords.some((keyword) => entryOf(node, keyword))) return undefined;
  if (entryOf(node, 'type') && stringAt(node, 'type') !== 'object') return undefined;
  const additional = childOf(node, 'additionalProperties');
  const isOpen =
    booleanAt(node, 'additionalProperties') ?? (additional?.kind === 'map' && additional.entries.length === 0);
  if (additional?.kind === 'map' && !isOpen) return undefined;
  const parts: ObjectShape[] = [];
  for (const part of itemsOf(childOf(node, 'allOf'))) {
    const shape = collectShape(document, { node: part, file }, depth + 1);
    if (!shape) return undefined;
    parts.push(shape);
  }
  return mergeShapes(document, target, isOpen, parts);
}

function mergeShapes(
  document: ApiDocument,
  schema: Located,
  isOpen: boolean,
  parts: readonly ObjectShape[],
): ObjectShape | undefined {
  const own = document.entries(schema, 'properties').map(({ key, value }) => [key, value] as const);
  const all = [...parts.flatMap(({ properties }) => [...properties]), ...own];
  const names = new Set(all.map(([name]) => name));
  // Two schemas for one property apply both: a list of properties cannot express that.
  if (names.size < all.length) return undefined;
  const required = scalarTextsAt(schema.node, 'required');
  return {
    properties: new Map(all.filter(([, property]) => !isReadOnly(document, property))),
    required: new Set([...parts.flatMap((part) => [...part.required]), ...required]),
    isOpen: isOpen || parts.some((part) => part.isOpen),
  };
}

function isReadOnly(document: ApiDocument, schema: Located): boolean {
  return [schema, document.peek(schema)].some(({ node }) => booleanAt(node, 'readOnly') === true);
}
