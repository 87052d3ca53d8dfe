import { mapNode } from '../../core/source/make-node.js';
import { booleanAt, scalarTextsAt } from '../../core/source/read-values.js';
import { childOf, entryOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { closingKeywords, warnOfLostClosure } from './schema/lost-closure.js';
import { hasFlag, isNullable } from './schema/schema-types.js';

/** Properties of an object schema, including the properties of its references and of its `allOf`. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, SourceNode>;
  readonly required: ReadonlySet<string>;
  /** Whether the schema explicitly allows other properties. */
  readonly isOpen: boolean;
  /** Whether the schema forbids other properties. */
  readonly isClosed: boolean;
}

/** Keywords that a list of properties cannot express. A `discriminator` means that other schemas extend this one. */
const otherKeywords = (
  'oneOf anyOf not if enum const discriminator patternProperties propertyNames dependentRequired dependentSchemas ' +
  'minProperties maxProperties'
).split(' ');

/** Keywords that, from version 3.1 on, apply next to a `$ref` as if the reference were in `allOf`. */
const nextToReference = [...otherKeywords, 'properties', 'required', 'allOf', ...closingKeywords];

/** Maximum nesting depth of `allOf`. */
const maxDepth = 16;

/**
 * Reads the properties of a schema that describes an object by its properties alone; returns `undefined` for any other
 * schema. Omits `readOnly` properties.
 */
export function readObjectShape(document: ApiDocument, schema: SourceNode): ObjectShape | undefined {
  const shape = collectShape(document, schema, new Map(), 0);
  // `allOf` can require a property that no branch declares.
  return shape && { ...shape, required: new Set([...shape.required].filter((name) => shape.properties.has(name))) };
}

type KnownShapes = Map<SourceNode, ObjectShape | undefined>;

/** @param shapes Cached results by schema, so that each schema is read once. */
function collectShape(
  document: ApiDocument,
  schema: SourceNode,
  shapes: KnownShapes,
  depth: number,
): ObjectShape | undefined {
  warnOfLostClosure(schema, document);
  const isEnd = document.version === '3.1' ? isExtendedReference : undefined;
  const node = document.peek(schema, isEnd);
  if (shapes.has(node) || depth > maxDepth) return shapes.get(node);
  // Guard for recursion: a schema that refers to itself has no shape.
  shapes.set(node, undefined);
  const shape = readShape(document, node, (part) => collectShape(document, part, shapes, depth + 1));
  shapes.set(node, shape);
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
  const others = closingKeywords.map((keyword) => childOf(node, keyword));
  const isOpen = others.some(isAnything);
  if (others.some((other) => other?.kind === 'map' && !isAnything(other))) return undefined;
  const parts: ObjectShape[] = [];
  for (const part of listParts(document, node)) {
    const shape = readPart(part);
    if (!shape) return undefined;
    parts.push(shape);
  }
  const declared = document.entries(node, 'properties').map(({ key, value }) => [key, value] as const);
  const all = [...parts.flatMap(({ properties }) => [...properties]), ...declared];
  const properties = new Map(all.filter(([, property]) => !hasFlag(document, property, 'readOnly')));
  // If a property has two schemas, both apply, which a list of properties cannot express.
  if (new Set(all.map(([name]) => name)).size < all.length) return undefined;
  return {
    properties,
    required: new Set([...parts.flatMap((part) => [...part.required]), ...scalarTextsAt(node, 'required')]),
    isOpen: isOpen || parts.some((part) => part.isOpen),
    isClosed:
      closingKeywords.some((keyword) => booleanAt(node, keyword) === false) || parts.some((part) => part.isClosed),
  };
}

/** Lists the schemas that apply to the same object: those in `allOf`, and a reference with keywords next to it. */
function listParts(document: ApiDocument, node: SourceNode): readonly SourceNode[] {
  const parts = itemsOf(childOf(node, 'allOf'));
  const reference = document.version === '3.1' ? entryOf(node, '$ref') : undefined;
  return reference ? [mapNode([reference], reference.value.location), ...parts] : parts;
}

function isExtendedReference(node: SourceNode): boolean {
  return nextToReference.some((keyword) => entryOf(node, keyword));
}

/** Whether a schema allows any value. */
function isAnything(schema: SourceNode | undefined): boolean {
  if (schema?.kind === 'scalar') return schema.value === true;
  return schema?.kind === 'map' && schema.entries.length === 0;
}
