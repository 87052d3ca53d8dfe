import { booleanAt, scalarTextsAt } from '../source/read-values.js';
import { childOf, entryOf, itemsOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { hasFlag, isNullable } from './schema/schema-types.js';

/** Properties of an object schema, with those of its references and `allOf`. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, SourceNode>;
  readonly required: ReadonlySet<string>;
  /** The schema allows other properties explicitly. */
  readonly isOpen: boolean;
  /** The schema forbids other properties. */
  readonly isClosed: boolean;
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
export function readObjectShape(document: ApiDocument, schema: SourceNode): ObjectShape | undefined {
  const shape = collectShape(document, schema, new Map(), 0);
  // `allOf` may require a property that no part declares.
  return shape && { ...shape, required: new Set([...shape.required].filter((name) => shape.properties.has(name))) };
}

type KnownShapes = Map<SourceNode, ObjectShape | undefined>;

/** @param known Results by schema: each is read once, however many references lead to it. */
function collectShape(
  document: ApiDocument,
  schema: SourceNode,
  known: KnownShapes,
  depth: number,
): ObjectShape | undefined {
  const node = document.peek(schema);
  if (known.has(node) || depth > maximalDepth) return known.get(node);
  // A schema that leads back to itself has no shape.
  known.set(node, undefined);
  const shape = readShape(document, node, (part) => collectShape(document, part, known, depth + 1));
  known.set(node, shape);
  return shape;
}

function readShape(
  document: ApiDocument,
  node: SourceNode,
  readPart: (part: SourceNode) => ObjectShape | undefined,
): ObjectShape | undefined {
  if (node.kind !== 'map' || isNullable(node)) return undefined;
  if (otherKeywords.some((keyword) => entryOf(node, keyword))) return undefined;
  if (entryOf(node, 'type') && stringAt(node, 'type') !== 'object') return undefined;
  const additional = childOf(node, 'additionalProperties');
  const isOpen =
    booleanAt(node, 'additionalProperties') ?? (additional?.kind === 'map' && additional.entries.length === 0);
  if (additional?.kind === 'map' && !isOpen) return undefined;
  const parts: ObjectShape[] = [];
  for (const part of itemsOf(childOf(node, 'allOf'))) {
    const shape = readPart(part);
    if (!shape) return undefined;
    parts.push(shape);
  }
  const own = document.entries(node, 'properties').map(({ key, value }) => [key, value] as const);
  const all = [...parts.flatMap(({ properties }) => [...properties]), ...own];
  const properties = new Map(all.filter(([, property]) => !hasFlag(document, property, 'readOnly')));
  // Two schemas for one property apply both: a list of properties cannot express that.
  if (new Set(all.map(([name]) => name)).size < all.length) return undefined;
  return {
    properties,
    required: new Set([...parts.flatMap((part) => [...part.required]), ...scalarTextsAt(node, 'required')]),
    isOpen: isOpen || parts.some((part) => part.isOpen),
    isClosed: booleanAt(node, 'additionalProperties') === false || parts.some((part) => part.isClosed),
  };
}
