import { entryFor, mapNode, scalarNode, sequenceNode } from '../../../core/source/make-node.js';
import { extendReference } from '../../../core/source/references.js';
import { childOf, entriesOf, itemsOf, toJson, type SourceNode } from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';
import { typesOf } from './schema-types.js';
import { apisDiagnostics } from '../diagnostics.js';

/** Schema that is named in the `mapping` of a discriminator. */
export interface MappedSchema {
  /** Reference to the schema. */
  readonly node: SourceNode;
  readonly values: readonly string[];
}

/**
 * Lists the schemas named in `mapping` of a discriminator, and the schema named in `defaultMapping`, which also allows all other values.
 */
export function listTargets(
  discriminator: SourceNode | undefined,
  document: ApiDocument,
): ReadonlyMap<SourceNode, MappedSchema> {
  const found = new Map<SourceNode, MappedSchema>();
  for (const { key, value } of document.entries(discriminator, 'mapping')) {
    const node = findTarget(value, document);
    if (!node) continue;
    const target = document.peek(node);
    const known = found.get(target);
    found.set(target, known ? { ...known, values: [...known.values, key] } : { node, values: [key] });
  }
  const defaultMapping = childOf(discriminator, 'defaultMapping');
  const node = defaultMapping && findTarget(defaultMapping, document);
  if (node) found.set(document.peek(node), { node, values: [] });
  return found;
}

/**
 * Whether `defaultMapping` of a discriminator names a schema. Warns if its value does not name a schema.
 *
 * @see https://spec.openapis.org/oas/v3.2.0.html#discriminator-object
 */
export function hasDefault(discriminator: SourceNode | undefined, document: ApiDocument): boolean {
  const defaultMapping = childOf(discriminator, 'defaultMapping');
  if (!defaultMapping || findTarget(defaultMapping, document)) return defaultMapping !== undefined;
  const message = '`defaultMapping` does not refer to a schema, so any value allows all schemas of the union.';
  document.warn(apisDiagnostics['broken-reference'], defaultMapping.location, message);
  return false;
}

/** Creates a reference to the schema that a `mapping` value refers to: the value is a schema name in the document, else a reference. */
function findTarget(value: SourceNode, document: ApiDocument): SourceNode | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  const { location } = value;
  const byName = scalarNode(extendReference('#', ['components', 'schemas', value.value]), location);
  return [byName, value]
    .map((reference) => mapNode([entryFor('$ref', reference)], location))
    .find((node) => document.peek(node) !== node);
}

/** Maximum number of schemas to search for the discriminator values of a branch. */
const maxParts = 20;

/**
 * Reads the discriminator values that a branch itself allows; empty if it allows all strings. Returns `undefined` if
 * the discriminator of the branch is not a string.
 */
export function readOwnValues(
  branch: SourceNode,
  property: string,
  document: ApiDocument,
): readonly string[] | undefined {
  const parts = new Set([document.peek(branch)]);
  for (const part of parts) {
    if (parts.size > maxParts) break;
    const tag = entriesOf(childOf(part, 'properties')).find(({ key }) => key === property)?.value;
    if (tag) {
      const schema = document.peek(tag);
      const types = typesOf(schema);
      if (types.length > 0 && !types.includes('string')) return undefined;
      const constant = childOf(schema, 'const');
      const values = constant ? [constant] : itemsOf(childOf(schema, 'enum'));
      if (values.length > 0) return values.map((value) => String(toJson(value)));
    }
    for (const member of itemsOf(childOf(part, 'allOf'))) parts.add(document.peek(member));
  }
  return [];
}

/** Restricts a branch to discriminator values; without values, the branch is not restricted. */
export function addValues(branch: SourceNode, property: string, values: readonly string[]): SourceNode {
  const { location } = branch;
  const list = sequenceNode(
    values.map((value) => scalarNode(value, location)),
    location,
  );
  const constraint = mapNode([entryFor('type', scalarNode('string', location)), entryFor('enum', list)], location);
  const properties = mapNode([entryFor(property, constraint)], location);
  const tag = mapNode([entryFor('type', scalarNode('object', location)), entryFor('properties', properties)], location);
  return mapNode([entryFor('allOf', sequenceNode(values.length === 0 ? [branch] : [branch, tag], location))], location);
}
