import { childOf, entriesOf, entryOf, itemsOf, stringAt } from '../source/source-node.js';
import type { ApiDocument, Located } from './api-document.js';
import { isTrueNode } from '../source/make-node.js';
import { isNullable } from './schema/lower-type.js';

/** What an object schema says, put together from its references and `allOf`. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, Located>;
  readonly required: ReadonlySet<string>;
  /** Other properties are allowed by the schema's own words. */
  readonly isOpen: boolean;
}

/** Keywords that say more about an object than which properties it has. */
const otherKeywords = ['oneOf', 'anyOf', 'not', 'if', 'patternProperties', 'propertyNames', 'dependentRequired'];
/** A discriminator says that other schemas extend this one. */
const furtherKeywords = [
  'discriminator',
  'dependentSchemas',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'enum',
  'const',
];

/** `allOf` in `allOf`, at most. */
const maximalDepth = 16;

/**
 * The properties of a schema that is nothing but an object with properties; `undefined` for any other. Properties that
 * do not travel to the API are left out.
 */
export function collectProperties(document: ApiDocument, schema: Located): ObjectShape | undefined {
  const shape = collectShape(document, schema, 0);
  // A schema may require what another part of the whole declares.
  return shape && { ...shape, required: new Set([...shape.required].filter((name) => shape.properties.has(name))) };
}

function collectShape(document: ApiDocument, schema: Located, depth: number): ObjectShape | undefined {
  const target = document.peek(schema);
  const { node } = target;
  if (node.kind !== 'map' || depth > maximalDepth || isNullable(node)) return undefined;
  if ([...otherKeywords, ...furtherKeywords].some((keyword) => entryOf(node, keyword))) return undefined;
  const type = childOf(node, 'type');
  if (type && stringAt(node, 'type') !== 'object') return undefined;
  const parts = itemsOf(childOf(node, 'allOf')).map((part) =>
    collectShape(document, { node: part, file: target.file }, depth + 1),
  );
  if (parts.includes(undefined)) return undefined;
  const additional = childOf(node, 'additionalProperties');
  const isOpen = isTrueNode(additional) || (additional?.kind === 'map' && additional.entries.length === 0);
  if (additional?.kind === 'map' && !isOpen) return undefined;
  return mergeShapes(
    document,
    target,
    isOpen,
    parts.flatMap((part) => part ?? []),
  );
}

function mergeShapes(
  document: ApiDocument,
  { node, file }: Located,
  isOpen: boolean,
  parts: readonly ObjectShape[],
): ObjectShape | undefined {
  const given = document.container({ node, file }, 'properties');
  const own = entriesOf(given?.node).map(
    ({ key, value }) => [key, { node: value, file: given?.file ?? file }] as const,
  );
  const all = [...parts.flatMap(({ properties }) => [...properties]), ...own];
  const names = new Set(all.map(([name]) => name));
  // Two schemas for one property both count: that is more than a list of properties can say.
  if (names.size < all.length) return undefined;
  const properties = new Map(all.filter(([, schema]) => !isReadOnly(document, schema)));
  const listed = itemsOf(childOf(node, 'required')).flatMap((item) =>
    item.kind === 'scalar' ? [String(item.value)] : [],
  );
  return {
    properties,
    required: new Set([...parts.flatMap((part) => [...part.required]), ...listed]),
    isOpen: isOpen || parts.some((part) => part.isOpen),
  };
}

function isReadOnly(document: ApiDocument, schema: Located): boolean {
  return [schema, document.peek(schema)].some(({ node }) => isTrueNode(childOf(node, 'readOnly')));
}
