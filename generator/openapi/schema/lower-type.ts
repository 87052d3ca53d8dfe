import { childOf, itemsOf, type MapEntry, type MapNode, type SourceNode } from '../../source/source-node.js';
import { isTrueNode, scalarNode, sequenceNode } from '../../source/make-node.js';
import type { ApiDialect } from './api-dialect.js';

const typeNames: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Names that stand for no type or for another one. */
const otherNames: ReadonlyMap<string, string | undefined> = new Map([
  ['file', 'string'],
  ['any', undefined],
]);

/** The types that a schema of a document allows; none when it does not say. */
export function typesOf(schema: MapNode): readonly string[] {
  const types = readNames(childOf(schema, 'type')).flatMap(({ name }) => resolveName(name) ?? []);
  return types.length > 0 && isNullable(schema) ? [...types, 'null'] : types;
}

/** Whether a schema says that its value may be `null` in the way of OpenAPI 3.0, or of an extension of 2.0. */
export function isNullable(schema: MapNode): boolean {
  return isTrueNode(childOf(schema, 'nullable')) || isTrueNode(childOf(schema, 'x-nullable'));
}

/** `type`, with the types that OpenAPI 2.0 added and without those that do not exist. */
export function lowerType(entry: MapEntry, _schema: MapNode, { warn }: ApiDialect): readonly MapEntry[] {
  const given = readNames(entry.value);
  const known = given.flatMap(({ name, node }) => {
    const type = resolveName(name);
    if (type === undefined && !otherNames.has(name)) {
      warn(node.location, `\`${name}\` is no JSON Schema type; any value is taken.`);
    }
    return type ?? [];
  });
  // A type that is not understood could be any.
  if (known.length === 0 || known.length < given.length) return [];
  const [only, ...others] = [...new Set(known)];
  if (only !== undefined && others.length === 0) {
    return [{ ...entry, value: scalarNode(only, entry.value.location) }];
  }
  const nodes = [...new Set(known)].map((type) => scalarNode(type, entry.value.location));
  return [{ ...entry, value: sequenceNode(nodes, entry.value.location) }];
}

function resolveName(name: string): string | undefined {
  return typeNames.has(name) ? name : otherNames.get(name);
}

/** YAML reads the type `null` as the value. */
function readNames(node: SourceNode | undefined): readonly { readonly name: string; readonly node: SourceNode }[] {
  if (node?.kind === 'sequence') return itemsOf(node).flatMap(readNames);
  return node?.kind === 'scalar' ? [{ name: String(node.value), node }] : [];
}
