import { booleanAt } from '../../../core/source/read-values.js';
import { childOf, itemsOf, type SourceNode } from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';

const typeNames: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Type name in a schema, with the JSON Schema type that it stands for. */
interface NamedType {
  readonly name: string;
  readonly node: SourceNode;
  /** JSON Schema type; absent for `any` and for unknown names. */
  readonly type?: string;
}

/** Reads the type names in the value of `type`. YAML parses the type `null` as the value `null`. */
export function readTypes(node: SourceNode | undefined): readonly NamedType[] {
  if (node?.kind === 'sequence') return itemsOf(node).flatMap(readTypes);
  if (node?.kind !== 'scalar') return [];
  const name = String(node.value);
  // OpenAPI 2.0 has a type for files.
  if (name === 'file') return [{ name, node, type: 'string' }];
  return [{ name, node, ...(typeNames.has(name) && { type: name }) }];
}

/** Lists the types that a schema allows; empty if it allows every type. */
export function typesOf(schema: SourceNode): readonly string[] {
  const types = readTypes(childOf(schema, 'type')).flatMap(({ type }) => type ?? []);
  return types.length > 0 && isNullable(schema) ? [...types, 'null'] : types;
}

/** Whether a schema, or the schema that it refers to, has a flag such as `readOnly`. */
export function hasFlag(document: ApiDocument, schema: SourceNode, keyword: string): boolean {
  return [schema, document.peek(schema)].some((part) => booleanAt(part, keyword) === true);
}

/** Whether a schema allows `null` through `nullable` (OpenAPI 3.0) or `x-nullable` (an extension of 2.0). */
export function isNullable(schema: SourceNode): boolean {
  return booleanAt(schema, 'nullable') === true || booleanAt(schema, 'x-nullable') === true;
}
